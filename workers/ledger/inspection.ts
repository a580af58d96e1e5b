/** Holds the database's log against what is known of it elsewhere: one that is shorter or another is found here. */
import type { Tx } from '#db/client'
import { currentLog, type LogState, leafRows, signedText } from '#db/queries/log'
import type { NodeBody } from '#shared/contracts/node'
import { storedHashes } from '#shared/evidence/log'
import { isSignedBy } from '#shared/evidence/signing'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { frontierAt, type Hash, isSame, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteVerifier, openNote } from '#shared/tlog/signed-note'

/** The newest that was ever seen of the log: in memory, or read from the file beside it. */
export type Known = { epoch: number; origin: string; size: number; root: Hash }

/** Whether nothing changed since this process wrote last. */
export const isAsLeft = (state: LogState | undefined, known: Known | undefined): boolean =>
  state !== undefined &&
  known !== undefined &&
  state.epoch === known.epoch &&
  state.size === known.size &&
  state.leaves === known.size &&
  (state.root === null ? known.size === 0 : isSame(state.root, known.root))

/** What a kept note says. @throws Error when it is not by this key. */
export function readKnown({ epoch, note }: { epoch: number; note: string }, publicKey: Uint8Array): Known {
  const [origin = ''] = note.split('\n', 1)
  return { epoch, ...parseCheckpoint(openNote(note, [noteVerifier(origin, publicKey)]).text) }
}

/** Whichever is further. */
export const newestKnown = (one: Known | undefined, other: Known): Known =>
  one && (one.epoch > other.epoch || (one.epoch === other.epoch && one.size >= other.size)) ? one : other

/** Why the stored log cannot be the known one, grown. Undefined when it is. */
export async function findFault(
  sql: Tx,
  state: LogState | undefined,
  known: Known | undefined,
  publicKey: Uint8Array,
): Promise<string | undefined> {
  if (!state) return known && `the database has no log, but ${known.size} leaves of ${known.origin} were published`
  if (known && state.epoch < known.epoch) {
    return `the database has log ${state.epoch} in force, but log ${known.epoch} had begun`
  }
  const isNewer = !known || state.epoch > known.epoch
  if (isNewer && !(await isBegunBy(sql, state, publicKey))) {
    return `no node signed by this service says that log ${state.epoch} began`
  }
  const before = isNewer ? undefined : known
  if (before && state.size < before.size) {
    return `the database has ${state.size} leaves, but ${before.size} were published`
  }
  if (state.leaves !== state.size) return `${state.leaves} leaves, but the newest checkpoint says ${state.size}`
  const tail = await tailFault(sql, state.size)
  if (tail !== undefined) return tail
  if (!state.root || !state.note) return undefined
  return (await rootFault(sql, state, state.root, state.note, publicKey)) ?? (before && historyFault(sql, before))
}

/** The newest leaves are held to the tiles; all of them are by who looks through everything. */
const tailLeaves = 512

async function tailFault(sql: Tx, size: number): Promise<string | undefined> {
  const from = Math.max(0, size - tailLeaves)
  const rows = await leafRows(sql, from, size)
  if (rows.length !== size - from) return `leaves are missing among the newest of the ${size}`
  const hashes = await orFault(() => storedHashes(sql)(rows.map(({ leaf }) => ({ level: 0, index: leaf }))))
  if (typeof hashes === 'string') return hashes
  const astray = rows.find(({ node_id }, at) => !isSame(leafHash(node_id), hashes[at] ?? new Uint8Array()))
  return astray && `leaf ${astray.leaf} is not what the tiles say`
}

async function rootFault(sql: Tx, { origin, size }: LogState, root: Hash, note: string, publicKey: Uint8Array) {
  const signed = await orFault(async () => readKnown({ epoch: 0, note }, publicKey))
  if (typeof signed === 'string') return `the checkpoint of ${size} leaves: ${signed}`
  if (signed.origin !== origin || signed.size !== size || !isSame(signed.root, root)) {
    return `the note of the checkpoint of ${size} leaves says something else than its row`
  }
  const stored = await storedRoot(sql, size)
  if (typeof stored === 'string') return stored
  return isSame(stored, root) ? undefined : `the tiles do not have the root of the checkpoint of ${size} leaves`
}

async function historyFault(sql: Tx, { size, root }: Known): Promise<string | undefined> {
  if (size === 0) return undefined
  const stored = await storedRoot(sql, size)
  if (typeof stored === 'string') return stored
  return isSame(stored, root) ? undefined : `the first ${size} leaves are not those that were published`
}

const storedRoot = (sql: Tx, size: number) => orFault(async () => rootOf(await frontierAt(size, storedHashes(sql))))

/** What we throw ourselves has no code and is the log's fault; what has one is the store's, and says nothing of the log. */
async function orFault<T>(look: () => Promise<T>): Promise<T | string> {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error
    return error.message
  }
}

/** A row alone is nobody's word: the node behind it is signed. */
async function isBegunBy(sql: Tx, { epoch, origin }: LogState, publicKey: Uint8Array): Promise<boolean> {
  const log = await currentLog(sql)
  const node = log && (await signedText(sql, log.node_id))
  if (!node || !isSignedBy(node.body, node.signature, publicKey)) return false
  const { kind, stream, result }: NodeBody = JSON.parse(node.body)
  return kind === 'genesis' && stream === `log:${origin}` && result?.['epoch'] === epoch
}
