/** `test`: runs what was asked for in one `bun test`, all tests in lanes. */
import { runInLanes } from '#cli/dev/test-lanes'
import { spawnTests, type TestProcess } from '#cli/dev/test-process'
import { sweepLeftovers, type TestStore, withStore } from '#cli/dev/test-store'

/** Gives the exit code. */
export async function runTests(settings: TestProcess & TestStore, toStop: AbortSignal): Promise<number> {
  if (!settings.databaseUrl) await sweepLeftovers()
  if (settings.args.length === 0) return runInLanes(settings, toStop)
  return withStore(settings, async (url) => {
    const child = spawnTests(settings, url, 'inherit', toStop)
    await child.exited
    return child.exitCode ?? 1
  })
}
