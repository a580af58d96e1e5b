/** The public sets that reading is evaluated on: where each is, which commit of it, under which licence. Fetched, never kept here. */
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

type PublicSet = { repository: string; commit: string; licence: string }

const publicSets = {
  duckling: {
    repository: 'facebook/duckling',
    commit: '2c226585af5b9f4985d9c7151d7191603bb2add7',
    licence: 'BSD-3-Clause',
  },
  EmailIntentDataSet: {
    repository: 'ParakweetLabs/EmailIntentDataSet',
    commit: '055f62857b3214c1682a0b18a2c5fc2c9f0c00e6',
    licence: 'Apache-2.0',
  },
  'presidio-research': {
    repository: 'microsoft/presidio-research',
    commit: '7622dec1e5f7d25dc60b57c28c39f4c4af197018',
    licence: 'MIT',
  },
  'UD_English-EWT': {
    repository: 'UniversalDependencies/UD_English-EWT',
    commit: '15d613d8447b3478787d4c278730a1e48a945efb',
    licence: 'CC BY-SA 4.0',
  },
  'crows-pairs': {
    repository: 'nyu-mll/crows-pairs',
    commit: '8aaac11c485473159ec9328a65253a5be9a479dc',
    licence: 'CC BY-SA 4.0',
  },
  'KeywordExtractor-Datasets': {
    repository: 'LIAAD/KeywordExtractor-Datasets',
    commit: '8cd1e18ab750143e2075457ef5e0481754e3e966',
    licence: 'states none',
  },
  'unintended-ml-bias-analysis': {
    repository: 'conversationai/unintended-ml-bias-analysis',
    commit: '9c7d91aaa53406a362354661a93e07956d95e59a',
    licence: 'code Apache-2.0, data CC BY 4.0',
  },
  vaderSentiment: {
    repository: 'cjhutto/vaderSentiment',
    commit: '44fc044cd877310ee8278a0eadf34bcd50d41d06',
    licence: 'MIT',
  },
} as const satisfies Record<string, PublicSet>

export type SetName = keyof typeof publicSets

/** Halves were drawn before anything was tuned; nobody looks at what is unseen, its totals alone are printed. */
export type EvaluatedHalf = 'seen' | 'unseen'
export type Evaluation = {
  name: string
  /** The set, its licence and commit. */
  of: string
  rows: {
    half: EvaluatedHalf
    who: string
    metric: string
    value: number
    /** The value is to be at least this. */
    goal?: number
    /** The value is to be at most this. */
    atMost?: number
  }[]
  notes: string[]
}
export type Sets = {
  /** A file of the set at its commit. @throws Error where it cannot be had. */
  read(set: SetName, path: string): Promise<Uint8Array>
  /** "facebook/duckling at 2c226585af5b, BSD-3-Clause". */
  describe(set: SetName): string
}
export type Evaluator = (sets: Sets) => Promise<Evaluation[]>

/** @param folder of clones or bare mirrors, each named NAME, OWNER+NAME or OWNER/NAME; what is not there is fetched into `cache`. */
export function openSets(folder: string | undefined, cache: string): Sets {
  const ready = new Map<SetName, Promise<string>>()
  return {
    describe(set) {
      const { repository, commit, licence } = publicSets[set]
      return `${repository} at ${commit.slice(0, 12)}, ${licence}`
    },
    async read(set, path) {
      const found = ready.get(set) ?? repositoryOf(publicSets[set], folder, cache)
      ready.set(set, found)
      return await git(await found, 'show', `${publicSets[set].commit}:${path}`)
    },
  }
}

async function repositoryOf(
  { repository, commit }: PublicSet,
  folder: string | undefined,
  cache: string,
): Promise<string> {
  const [owner = '', name = ''] = repository.split('/')
  if (folder !== undefined) {
    const names = [name, `${owner}+${name}`, join(owner, name)]
    for (const each of names.flatMap((base) => [
      join(folder, base),
      join(folder, base, 'repo'),
      join(folder, `${base}.git`),
    ]))
      if (await hasCommit(each, commit)) return each
  }
  const kept = join(cache, `${owner}+${name}`)
  if (await hasCommit(kept, commit)) return kept
  await mkdir(kept, { recursive: true })
  await git(kept, 'init', '--quiet', '--bare')
  await git(kept, 'fetch', '--quiet', '--depth', '1', `https://github.com/${repository}.git`, commit)
  return kept
}

async function hasCommit(repository: string, commit: string): Promise<boolean> {
  if (!existsSync(repository)) return false
  const ran = Bun.spawn(['git', '-C', repository, 'cat-file', '-e', `${commit}^{commit}`], {
    stdout: 'ignore',
    stderr: 'ignore',
  })
  return (await ran.exited) === 0
}

async function git(repository: string, ...args: string[]): Promise<Uint8Array> {
  const ran = Bun.spawn(['git', '-C', repository, ...args], { stdout: 'pipe', stderr: 'pipe' })
  const [out, error, code] = await Promise.all([
    Bun.readableStreamToBytes(ran.stdout),
    Bun.readableStreamToText(ran.stderr),
    ran.exited,
  ])
  if (code !== 0) throw new Error(`git ${args.join(' ')} in ${repository}: ${error.trim()}`)
  return out
}
