/** The in-page checks as one script. */
import { type Rewrite, rewriteAnew } from '#workers/page/kept-scripts'

/** Bundled when first asked for, and once in a process: it takes some 30 ms. */
let bundled: Promise<string> | undefined

/** A script that, run in a world of a frame, leaves `assayChecks` there. */
export function inPageSource(rewrite = rewriteAnew): Promise<string> {
  bundled ??= bundle(rewrite)
  return bundled
}

async function bundle(rewrite: Rewrite): Promise<string> {
  const { outputs } = await Bun.build({
    entrypoints: [`${import.meta.dir}/in-page/main.ts`],
    target: 'browser',
    format: 'iife',
    minify: true,
  })
  const [script] = outputs
  if (!script) throw new Error('the in-page checks came to no script')
  return rewrite('checks', await script.text())
}
