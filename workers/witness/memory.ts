/** What a witness remembers of logs, and its answers by it: what it cosigned once it never denies. */
import { existsSync, fstatSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '#shared/tlog/atomic-file'
import { base64, readHash } from '#shared/tlog/checkpoint'
import { type NoteSigner, readVerifier, type Verifier } from '#shared/tlog/signed-note'
import {
  type AddCheckpoint,
  type Judgement,
  judge,
  originOf,
  parseAddCheckpoint,
  type SeenLog,
} from '#shared/tlog/witnessing'

/** A log in the witness's memory: its key as it was first seen, and its greatest size. */
type Remembered = SeenLog & { key: string }

export const stateFile = 'state.json'

type Parts = {
  dir: string
  signer: NoteSigner
  /** Keys of the logs that it may get to know. A log that it knows keeps the key it was first seen with. */
  logs: () => readonly Verifier[]
}

/** Answers requests one after the other; what it cosigns is on the disk before it says so. */
export function openMemory({ dir, signer, logs }: Parts): (request: string) => Promise<Judgement> {
  let last: Promise<unknown> = Promise.resolve()
  return (text) => {
    const answered = last.then(() => answer(text))
    last = answered.catch(() => undefined)
    return answered
  }

  async function answer(text: string): Promise<Judgement> {
    let request: AddCheckpoint
    try {
      request = parseAddCheckpoint(text)
    } catch {
      return { status: 400, body: 'malformed request\n' }
    }
    const path = join(dir, stateFile)
    const state = readState(path)
    const origin = originOf(request)
    const known = state.get(origin)
    const verifier = known ? readVerifier(known.key) : logs().find(({ name }) => name === origin)
    const judgement = judge(request, { log: verifier, seen: known, cosigner: signer })
    if (judgement.status === 200 && verifier) {
      state.set(origin, { ...judgement.seen, key: verifier.key })
      replaceFile(path, formatState(state), 0o600)
    }
    return judgement
  }
}

const formatState = (state: ReadonlyMap<string, Remembered>): string =>
  `${JSON.stringify(
    Object.fromEntries([...state].map(([origin, { size, root, key }]) => [origin, { size, root: base64(root), key }])),
    null,
    2,
  )}\n`

function readState(path: string): Map<string, Remembered> {
  if (!existsSync(path)) return new Map()
  const logs: Record<string, { size: number; root: string; key: string }> = JSON.parse(readFileSync(path, 'utf8'))
  return new Map(Object.entries(logs).map(([origin, log]) => [origin, { ...log, root: readHash(log.root) }]))
}

/** The ledger adds a line per log; a line that is no key is nobody's. */
export function readVerifiers(file: number): Verifier[] {
  const bytes = Buffer.alloc(Math.min(fstatSync(file).size, 1_000_000))
  readSync(file, bytes, 0, bytes.length, 0)
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [readVerifier(line)]
      } catch {
        return []
      }
    })
}
