/**
 * Keeps processes running: starts them again with growing pauses, and stops them in bounded time.
 * Ours, because concurrently 10 passes Ctrl-C on without a bound, restarts what it is stopping, and never forgives a restart.
 */
import type { Printer } from '#cli/dev/output'
import type { Process } from '#cli/dev/procfile'

export type SupervisorOptions = {
  env: Record<string, string | undefined>
  /** What one process is told otherwise. */
  envOf?: (process: Process) => Record<string, string | undefined>
  cwd: string
  print: Printer
  /** From SIGTERM to SIGKILL. */
  graceMs?: number
  /** The first pause before a restart; it doubles to `longestPauseMs` and is forgotten after `healthyMs` of life. */
  firstPauseMs?: number
  longestPauseMs?: number
  healthyMs?: number
  /** Called with the pids that are alive, whenever they change. */
  onChange?: (pids: number[]) => void
}

export type Supervisor = {
  /** SIGTERM to every process, SIGKILL to the groups of those that stay; settles when all are gone. */
  stop(): Promise<void>
  /** SIGKILL to every group at once. */
  kill(): void
}

type Child = Bun.Subprocess<'pipe', 'pipe', 'pipe'>

export function keepRunning(processes: readonly Process[], options: SupervisorOptions): Supervisor {
  const { print, graceMs = 30_000, firstPauseMs = 250, longestPauseMs = 30_000, healthyMs = 30_000 } = options
  const children = new Map<string, Child>()
  const stopping = Promise.withResolvers<void>()
  let isStopping = false
  const changed = () => options.onChange?.([...children.values()].map(({ pid }) => pid))

  async function keep(process: Process): Promise<void> {
    const { name } = process
    let pauseMs = firstPauseMs
    while (!isStopping) {
      const startedAt = performance.now()
      const end = await runOnce(process)
      if (isStopping) return
      if (performance.now() - startedAt >= healthyMs) pauseMs = firstPauseMs
      print.say(`ended unasked (${end}); starts again in ${pauseMs / 1000} s`, name)
      await Promise.race([Bun.sleep(pauseMs), stopping.promise])
      pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    }
  }

  async function runOnce(process: Process): Promise<string> {
    const { name } = process
    try {
      const child = spawnProcess(process, options)
      children.set(name, child)
      changed()
      void followOutput(child, name, print)
      await child.exited
      // What it started (a browser, say) goes with it.
      signalGroup(child, 'SIGKILL')
      children.delete(name)
      changed()
      return child.signalCode ? String(child.signalCode) : `exit code ${child.exitCode}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  const kept = processes.map(keep)
  const kill = () => {
    for (const child of children.values()) signalGroup(child, 'SIGKILL')
  }
  return {
    kill,
    async stop() {
      isStopping = true
      stopping.resolve()
      for (const child of children.values()) child.kill('SIGTERM')
      const bound = setTimeout(() => {
        for (const name of children.keys()) print.say(`did not end within ${graceMs / 1000} s and is killed`, name)
        kill()
      }, graceMs)
      await Promise.all(kept)
      clearTimeout(bound)
    },
  }
}

/** Runs a process once, to its end; gives its exit code. `signal` asks it to end. */
export async function runToEnd(process: Process, options: SupervisorOptions, signal?: AbortSignal): Promise<number> {
  const child = spawnProcess(process, options)
  const ask = () => child.kill('SIGTERM')
  signal?.addEventListener('abort', ask)
  const output = followOutput(child, process.name, options.print)
  const code = await child.exited
  signal?.removeEventListener('abort', ask)
  signalGroup(child, 'SIGKILL')
  await output
  return code
}

/**
 * In a process group of its own, so that only we tell it to stop; its stdin is a pipe from us that closes when we die,
 * which `endWithSupervisor` watches.
 */
function spawnProcess(process: Process, { env, envOf, cwd }: SupervisorOptions): Child {
  return Bun.spawn(wordsOf(process.command), {
    cwd,
    env: { ...env, ...envOf?.(process), SUPERVISED: '1' },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    detached: true,
  })
}

/** `bun` and `script/bun` are the one that runs us, which need not be looked for again; a line that needs a shell gets one. */
function wordsOf(command: string): string[] {
  if (/[^\w\s./:=@,+-]/.test(command) || /^\w+=/.test(command)) return ['/bin/sh', '-c', `exec ${command}`]
  const [program = '', ...rest] = command.split(/\s+/)
  return [program === 'bun' || program === 'script/bun' ? process.execPath : program, ...rest]
}

async function followOutput(child: Child, name: string, print: Printer): Promise<void> {
  await Promise.all([print.follow(child.stdout, name), print.follow(child.stderr, name)])
}

function signalGroup(child: Child, signal: NodeJS.Signals): void {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // The whole group is gone already.
  }
}
