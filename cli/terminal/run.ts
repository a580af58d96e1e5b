/** Runs a short-lived program to its end: bounded in time, output captured, never left behind. */

export type EndedProgram = { code: number; output: string }
export type RunOptions = { timeoutMs?: number; input?: string; env?: Record<string, string>; cwd?: string }

/** The program's exit code and everything it said. A program that cannot be started ends with code 127 and the reason. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<EndedProgram> {
  const { timeoutMs = 30_000, input, env, cwd } = options
  try {
    const child = Bun.spawn([...command], {
      stdin: input === undefined ? 'ignore' : Buffer.from(input),
      stdout: 'pipe',
      stderr: 'pipe',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      ...(env && { env }),
      ...(cwd && { cwd }),
    })
    const [said, complained, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    const late = child.signalCode === 'SIGKILL' ? `\nkilled after ${timeoutMs} ms` : ''
    return { code, output: `${said}${complained}${late}`.trim() }
  } catch (error) {
    return { code: 127, output: error instanceof Error ? error.message : String(error) }
  }
}
