/** Which engine answers: its version, and one hash over every model, list and rule that it reads by. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Glob } from 'bun'
import type { Engine } from '#db/documents/meaning'

/** Raised when answers may change without a model or a list that does. */
const version = '1'

/** Packages whose models and lists are read by, each by a file of it, and which files of its folder they are. */
const models = [
  { of: 'wink-eng-lite-web-model', folder: '.', files: '{*.js,languages/cur/models/*.json}' },
  { of: 'wink-sentiment', folder: '.', files: '*.js' },
  { of: 'eld/small', folder: '..', files: '{*.js,ngrams/small.js}' },
] as const

const rules = [join(import.meta.dir, '../../shared/language'), import.meta.dir]

let made: Engine | undefined

/** Takes 20 ms the first time. */
export function embeddedEngine(): Engine {
  made ??= { id: 'embedded', version, model_hash: hashOfFiles(), fallback: null }
  return { ...made }
}

/** Names, lengths and contents in the order of names. */
function hashOfFiles(): string {
  const hash = createHash('sha256')
  for (const { name, path } of filesRead()) {
    const content = readFileSync(path)
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesRead(): { name: string; path: string }[] {
  const files = models.flatMap(({ of, folder: inside, files }) => {
    const folder = join(dirname(Bun.resolveSync(of, import.meta.dir)), inside)
    return [...new Glob(files).scanSync(folder)].map((file) => ({ name: join(of, file), path: join(folder, file) }))
  })
  for (const folder of rules) {
    for (const file of new Glob('**/*').scanSync(folder)) {
      files.push({ name: relative(join(import.meta.dir, '../..'), join(folder, file)), path: join(folder, file) })
    }
  }
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}
