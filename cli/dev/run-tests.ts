/** `test`: runs what was asked for in one `bun test`, all tests in lanes. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWanting, wantingFolder, wantingText } from '#cli/dev/servers-wanting'
import { runInLanes } from '#cli/dev/test-lanes'
import { spawnTests, type TestProcess } from '#cli/dev/test-process'
import { sweepLeftovers, type TestStore, withStore } from '#cli/dev/test-store'

/** Gives the exit code. Says at the end which servers the tests went without. */
export async function runTests(settings: TestProcess & TestStore, toStop: AbortSignal): Promise<number> {
  if (!settings.databaseUrl) await sweepLeftovers()
  const told = mkdtempSync(join(tmpdir(), 'assay-test-servers-'))
  try {
    const code = await runOn({ ...settings, env: { ...settings.env, [wantingFolder]: told } }, toStop)
    const wanting = readWanting(told)
    process.stdout.write(wantingText(wanting))
    return settings.env['TEST_SERVERS'] === 'all' && wanting.length > 0 ? 1 : code
  } finally {
    rmSync(told, { recursive: true, force: true })
  }
}

async function runOn(settings: TestProcess & TestStore, toStop: AbortSignal): Promise<number> {
  if (settings.args.length === 0) return runInLanes(settings, toStop)
  return withStore(settings, async (database) => {
    const child = spawnTests(settings, database, 'inherit', toStop)
    await child.exited
    return child.exitCode ?? 1
  })
}
