/** The product with evidence and governance taken out: preloaded into its processes, it changes their sources as they are read. */
import { readFileSync } from 'node:fs'
import { plugin } from 'bun'
import { changedFiles, withoutEvidence } from '#bench/peers/evidence-taken-out'

plugin({
  name: 'without evidence',
  setup(build) {
    for (const path of changedFiles) {
      build.onLoad({ filter: new RegExp(`/${path.replaceAll('.', '\\.')}$`) }, ({ path: file }) => ({
        contents: withoutEvidence(path, readFileSync(file, 'utf8')),
        loader: 'ts',
      }))
    }
  },
})
