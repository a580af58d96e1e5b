/** The command line as somebody types it: a process of its own, to its end. */
import { resolve } from 'node:path'
import { bareEnv } from '#test/support/bare-env'

const root = resolve(import.meta.dir, '../..')

export type Ended = { code: number; out: string; err: string }

type Options = {
  /** What it is given beside the path; nothing of this process’s own. */
  env?: Record<string, string>
  input?: string
  /** Ends it from outside. */
  kill?: { signal: NodeJS.Signals; when: () => Promise<unknown> }
}

export async function runAssay(args: readonly string[], { env = {}, input = '', kill }: Options = {}): Promise<Ended> {
  const child = Bun.spawn([process.execPath, 'cli/main.ts', ...args], {
    cwd: root,
    env: { ...bareEnv, ...env },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const killed = kill?.when().then(() => child.kill(kill.signal))
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), killed])
  return { code: await child.exited, out, err }
}

/**
 * As a line of a shell in which `assay` is the command: for what stands behind it, a pipe or a device. What the shell
 * itself is asked to say comes back on standard error.
 */
export async function runShell(line: string, { env = {} }: { env?: Record<string, string> } = {}): Promise<Ended> {
  const child = Bun.spawn(['/bin/bash', '-c', `assay() { "${process.execPath}" cli/main.ts "$@"; }\n${line}`], {
    cwd: root,
    env: { ...bareEnv, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 50_000,
    killSignal: 'SIGKILL',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { code: await child.exited, out, err }
}

/** What a person types, once something has been shown. */
export type Typing = { after: string; type: string }

/** At a terminal of its own; `out` is all that was shown there. */
export async function runAtTerminal(
  args: readonly string[],
  env: Record<string, string> = {},
  typing: readonly Typing[] = [],
): Promise<Ended> {
  const shown: Uint8Array[] = []
  const left = [...typing]
  let from = 0
  const child = Bun.spawn([process.execPath, 'cli/main.ts', ...args], {
    cwd: root,
    env: { ...bareEnv, TERM: 'xterm-256color', ...env },
    terminal: {
      cols: 120,
      rows: 40,
      data(terminal, piece) {
        shown.push(piece)
        const [next] = left
        const text = Buffer.concat(shown).toString('utf8')
        const at = next === undefined ? -1 : text.indexOf(next.after, from)
        if (next === undefined || at < 0) return
        left.shift()
        from = at + next.after.length
        terminal.write(next.type)
      },
    },
  })
  const code = await child.exited
  return { code, out: Buffer.concat(shown).toString('utf8'), err: '' }
}
