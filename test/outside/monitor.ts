/** The outside monitor, in another language and another process: it knows a log's address and its key, and nothing of ours. */
import { existsSync } from 'node:fs'

export type Followed = {
  agrees: boolean
  /** What the log contradicts itself in. */
  what: string | null
  size: number
  checkpoints: number
  cosigned: number
  consistency_proofs: number
  inclusion_proofs: number
  entries: number
  /** SHA-256 over all of them in hex. */
  digest: string
  tiles: number
  requests: number
  bytes: number
}

type Following = {
  /** What /checkpoint comes behind. */
  prefix: string
  key: string
  witnesses?: readonly string[]
  bearer?: string
  seconds?: number
  every?: number
  looks?: number
  /** Until the log is so large. */
  size?: number
}

const python = '/usr/bin/python3'

export const findPython = async (): Promise<{ path: string } | { why: string }> =>
  existsSync(python) ? { path: python } : { why: `there is no ${python}` }

/** Follows a log for as long as it is asked to. @throws Error where it could not be read. */
export async function follow({ prefix, key, witnesses = [], bearer, ...numbers }: Following): Promise<Followed> {
  const child = Bun.spawn(
    [
      python,
      `${import.meta.dir}/monitor.py`,
      prefix,
      ...['--key', key],
      ...witnesses.flatMap((witness) => ['--witness', witness]),
      ...Object.entries(numbers).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ],
    {
      env: { PATH: '/usr/bin:/bin', PYTHONDONTWRITEBYTECODE: '1', PYTHONIOENCODING: 'utf-8', ASSAY_KEY: bearer ?? '' },
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const last = out.trim().split('\n').at(-1)
  if (!last) throw new Error(`the monitor could not follow ${prefix}: ${errors}`)
  return JSON.parse(last)
}
