/** Servers that tests need and a machine may not have: told of and done without, or an error where all are asked for. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { wantingFolder } from '#cli/dev/servers-wanting'

/**
 * The server; undefined where it cannot be had, which `script/test` says at its end:
 * `const dovecot = await orWithout('dovecot', startDovecot())`, then `test.skipIf(dovecot === undefined)(…)`.
 * @param name lower-case letters and dashes.
 * @throws Error where it cannot be had and TEST_SERVERS is `all`, as `.ci/run` sets it.
 */
export async function orWithout<Server extends object>(
  name: string,
  starting: Promise<Server | { why: string }>,
): Promise<Server | undefined> {
  const started = await starting
  if (!isWanting(started)) return started
  const why = started.why.replaceAll(/\s+/g, ' ').trim()
  const folder = process.env[wantingFolder]
  // Told by two files of tests it is one.
  if (folder) writeFileSync(join(folder, name), why)
  else process.stderr.write(`not run, for want of ${name}: ${why}\n`)
  if (process.env['TEST_SERVERS'] === 'all') throw new Error(`there is no ${name} for the tests: ${why}`)
  return undefined
}

const isWanting = (started: object): started is { why: string } => 'why' in started && typeof started.why === 'string'
