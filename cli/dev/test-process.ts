/** One `bun test` in a process group of its own, which ends with all that its tests started. */
import { join } from 'node:path'
import type { DatabaseEnv } from '#cli/dev/test-store'
import { descendantsOf } from '#shared/kernel/process/proc'

export type TestProcess = {
  root: string
  /** What `bun test` is given. */
  args: readonly string[]
  env: Record<string, string | undefined>
}

// Real databases, processes and browsers take their time on a busy machine; what hangs still ends. No test leans on it.
const patience = ['--timeout', '120000']
/** Where Bun keeps what it made of a file. A process without a home would make it anew each time it starts. */
const translations = 'BUN_RUNTIME_TRANSPILER_CACHE_PATH'
/** From asking to insisting. */
const graceMs = 3000

export function spawnTests(
  { root, args, env }: TestProcess,
  database: DatabaseEnv,
  output: 'inherit' | number,
  toStop: AbortSignal,
): Bun.Subprocess {
  // If we are killed, it ends as well.
  const command = [process.execPath, 'test', '--no-orphans', ...patience, ...args]
  const child = Bun.spawn(command, {
    cwd: root,
    env: { [translations]: join(root, '.tools/translated'), ...env, ...database },
    stdio: ['ignore', output, output],
    detached: true,
  })
  const stop = () => {
    // Servers that tests start have groups of their own, and lose their parent with the first signal.
    const started = descendantsOf(child.pid)
    tell(-child.pid, 'SIGTERM')
    const insisting = setTimeout(() => tell(-child.pid, 'SIGKILL'), graceMs)
    void child.exited.then(() => {
      clearTimeout(insisting)
      for (const pid of [-child.pid, ...started]) tell(pid, 'SIGKILL')
    })
  }
  if (toStop.aborted) stop()
  else toStop.addEventListener('abort', stop, { once: true })
  return child
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already.
  }
}
