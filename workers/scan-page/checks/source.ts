/** The in-page checks as one script. */
import { unshadowed } from '#workers/page/unshadow'

/** Bundled when first asked for, and once in a process: it takes some 30 ms. */
let bundled: Promise<string> | undefined

/** A script that, run in a world of a frame, leaves `assayChecks` there. */
export function inPageSource(): Promise<string> {
  bundled ??= bundle()
  return bundled
}

async function bundle(): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [`${import.meta.dir}/in-page/main.ts`],
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  const [script] = outputs
  if (!script) throw new Error('the in-page checks came to no script')
  return unshadowed(await script.text())
}
