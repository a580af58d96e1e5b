/** Judges nodes by their own text, their places, their payloads and their decisions: V1 to V8, V13. */
import type { Reader } from '#db/client'
import type { GraphRow } from '#db/queries/graph'
import {
  type CrossingRow,
  crossingsOf,
  crowdedPlaces,
  type ParentRow,
  parentsWithPlaces,
  type StreamPlace,
  unfoundByPlace,
} from '#db/queries/integrity'
import { textsOfNodes } from '#db/queries/payloads'
import type { NodeBody } from '#shared/contracts/node'
import { isPayloadOf, payloadsOf } from '#shared/evidence/payloads'
import { bodyOf } from '#shared/evidence/present'
import { isSignedSoon, type Signer } from '#shared/evidence/signing'
import type { Sealer } from '#shared/kernel/sealer'
import {
  judgeText,
  type Keyring,
  type KnownKey,
  type KnownParent,
  keyFault,
  lineFault,
  notSigned,
  parentFault,
} from '#shared/verification/checks'
import { type Findings, holdBack, type Spot } from '#shared/verification/findings'
import { notEvidence, openForgeries } from '#shared/verification/forgeries'
import type { Replay } from '#shared/verification/replay'
import { checkStates } from '#shared/verification/rows'
import { notAsWritten } from '#shared/verification/sealed-looks'
import { orEach } from '#shared/verification/unreadable'

/**
 * How a chain was found, where nodes are judged as parts of one; or that all of the store is gone through, and whether each row is
 * looked for by every index meanwhile.
 */
export type Around = { isWholeStore?: boolean; areIndexesHeld?: boolean; tops?: Tops | undefined }

export type ExaminerTools = {
  sql: Reader
  /** Leaves out what is forged and has no place in the log: for the ledger's own looks, which are about to refuse it. */
  leavesForgedOut?: boolean
  /** Every node up to this one, by the order of insertion, has a place in the log by now. */
  placedUpTo?: number
  /** What this key has signed is signed again, which is the same; rows that payloads lie in are held to its seals. */
  signer?: Signer
}

export type StreamBeginning = Pick<GraphRow, 'id' | 'kind' | 'stream'>

export type Examiner = {
  group: (rows: readonly GraphRow[], around?: Around) => Promise<void>
  count: () => number
  /** Nodes that register keys or begin logs. */
  beginnings: StreamBeginning[]
  /** Ids that are named as parents and are not there, with the places in streams that follow from where they are named. */
  lost: Map<string, StreamPlace | undefined>
}

const lostKept = 10_000
const noIds: string[] = []

export function openExaminer(
  tools: ExaminerTools,
  keyring: Keyring,
  toAll: Findings,
  replay: Replay | undefined,
): Examiner {
  const { sql, leavesForgedOut = false, placedUpTo = -1, signer } = tools
  const lost: Examiner['lost'] = new Map()
  const beginnings: StreamBeginning[] = []
  const forgeries = openForgeries(sql)
  let count = 0

  function judge(
    row: GraphRow,
    { edges, crossings, twins, tops }: Surroundings,
    found: Findings,
  ): NodeBody | undefined {
    const spot = spotOf(row)
    const { faults, body } = judgeText(row)
    for (const { check, detail } of faults) found.fail(check, spot, detail)
    if (!body) return undefined
    const column = columnFault(row, body, edges)
    if (column) found.fail('V4', spot, column)
    const key = keyFault(row, body.agent.key, keyring, row.ins)
    if (key) found.fail('V5', spot, key)
    const parents = edges.map(parentOf)
    const parent =
      parentFault(body, parents, row.leaf ?? undefined) ??
      orderFault(row, edges) ??
      crossingFault(row, edges, crossings) ??
      (tops && reachFault(tops, parents))
    if (parent) found.fail('V6', spot, parent)
    for (const { hash, rel, place } of parents)
      if (!place && lost.size < lostKept)
        lost.set(hash, rel === 'prev' ? { stream: body.stream, pos: body.pos - 1 } : lost.get(hash))
    if (row.leaf === null && row.ins <= placedUpTo) found.fail('V9', spot, 'it has no place in the log')
    const line = lineFault(body, parents, twins)
    if (line) found.fail('V7', spot, line)
    if (body.governance && replay) {
      const fault = replay(body.governance)
      if (fault) found.fail('V13', spot, fault)
      else found.note('V13')
    }
    return body
  }

  /** On threads of their own, while all else is looked at. */
  async function judgeSignatures(rows: readonly GraphRow[], found: Findings): Promise<void> {
    await Promise.all(
      rows.map(async (row) => {
        const key = keyring.get(row.kid)
        if (key && !(await isSigned(row, key))) found.fail('V5', spotOf(row), notSigned)
      }),
    )
  }

  const isSigned = async ({ body, signature }: GraphRow, { raw, publicKey }: KnownKey): Promise<boolean> =>
    (signer && Buffer.compare(raw, signer.publicKey) === 0 && (await signer.isOwnSoon(body, signature))) ||
    isSignedSoon(body, signature, publicKey)

  /** Nothing is told of any where something of what stands around them cannot be read. */
  async function judgeGroup(all: readonly GraphRow[], around: Around): Promise<void> {
    const found = holdBack(toAll)
    const forged = leavesForgedOut ? await forgeries.among(all.filter(({ leaf }) => leaf === null)) : new Map()
    if (forged.size > 0) found.wait('V5', notEvidence)
    const rows = forged.size === 0 ? all : all.filter(({ id }) => !forged.has(id))
    if (rows.length > 0) await judgeAll(rows, around, found)
    found.tell()
    count += rows.length
  }

  async function judgeAll(
    rows: readonly GraphRow[],
    { isWholeStore = false, areIndexesHeld = false, tops }: Around,
    found: Findings,
  ): Promise<void> {
    const signatures = judgeSignatures(rows, found)
    signatures.catch(() => undefined)
    const [edges, crossings, crowded, unfound] = await Promise.all([
      parentsWithPlaces(
        sql,
        rows.map(({ id }) => id),
      ),
      crossingsOf(sql, rows),
      // Over the whole store they are counted in one go.
      isWholeStore ? [] : crowdedPlaces(sql, rows),
      isWholeStore && !areIndexesHeld ? unfoundByPlace(sql, rows) : noIds,
    ])
    const isUnfound = new Set(unfound)
    for (const row of rows.filter(({ id }) => isUnfound.has(id)))
      found.fail('V7', spotOf(row), 'the index of its stream does not lead to it')
    const crossingsAt = Map.groupBy(crossings, placeKey)
    const edgesOf = Map.groupBy(edges, ({ child }) => child)
    const twinsAt = new Map(crowded.map((place) => [placeKey(place), place.nodes]))
    const judged = rows.flatMap((row) => {
      const key = placeKey(row)
      const surroundings = {
        edges: edgesOf.get(row.id) ?? [],
        crossings: crossingsAt.get(key) ?? [],
        twins: twinsAt.get(key) ?? 1,
        tops,
      }
      const body = judge(row, surroundings, found)
      return body ? [{ row, body }] : []
    })
    for (const check of ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7'] as const) found.note(check)
    await checkPayloads(sql, judged, found, isWholeStore ? signer : undefined)
    if (isWholeStore)
      await checkStates(
        { sql, leavesForgedOut },
        found,
        judged.filter(({ row }) => row.pos === 0).map(({ row }) => row.stream),
      )
    await signatures
    for (const { row, body } of judged)
      if (body.kind === 'genesis' || body.kind === 'key.registered')
        beginnings.push({ id: row.id, kind: row.kind, stream: row.stream })
  }

  return {
    lost,
    beginnings,
    count: () => count,
    group: (rows, around = {}) =>
      orEach(
        rows,
        (some) => judgeGroup(some, around),
        (row, why) => {
          toAll.fail('V12', spotOf(row), `what stands around it ${why}`)
          count += 1
        },
      ),
  }
}

/** What stands around a node: its edges with their parents, and how many nodes claim its place. */
type Surroundings = {
  edges: readonly ParentRow[]
  crossings: readonly CrossingRow[]
  twins: number
  tops: Tops | undefined
}

const placeKey = ({ stream, pos }: StreamPlace) => `${pos} ${stream}`

export const spotOf = (row: Pick<GraphRow, 'id' | 'stream' | 'pos' | 'ins'>): Spot & { id: string } => ({
  id: row.id,
  stream: row.stream,
  pos: row.pos,
  at: row.ins,
})

/** V6: chains are paged in the order of insertion, in which parents come first. */
function orderFault({ ins }: GraphRow, edges: readonly ParentRow[]): string | undefined {
  const late = edges.find((edge) => edge.ins !== null && edge.ins >= ins)
  return late && `its parent ${late.hash} is said to have come after it`
}

/** V6: what was derived from the edges, so that chains are found, leads to the parents in other streams and nowhere else. */
function crossingFault(
  { stream }: GraphRow,
  edges: readonly ParentRow[],
  crossings: readonly CrossingRow[],
): string | undefined {
  const wanted = edges.flatMap((edge) =>
    edge.stream !== null && edge.pos !== null && edge.stream !== stream ? [`${edge.pos} ${edge.stream}`] : [],
  )
  const there = crossings.map((each) => `${each.parent_pos} ${each.parent_stream}`)
  const [lacking] = wanted.filter((each) => !there.includes(each))
  if (lacking !== undefined) return `edg_crossings lacks its parent at ${lacking}`
  // A parent that is gone is named by itself.
  const [astray] = edges.some((edge) => edge.stream === null) ? [] : there.filter((each) => !wanted.includes(each))
  return astray && `edg_crossings leads to ${astray}, which is none of its parents`
}

const parentOf = ({ rel, hash, stream, pos, height, leaf }: ParentRow): KnownParent => ({
  rel,
  hash,
  place: stream === null || pos === null || height === null ? undefined : { stream, pos, height },
  leaf: leaf ?? undefined,
})

/** V4. */
function columnFault(row: GraphRow, body: NodeBody, edges: readonly ParentRow[]): string | undefined {
  for (const name of ['stream', 'pos', 'height', 'kind'] as const)
    if (row[name] !== body[name]) return `the column ${name} says ${row[name]}, the body ${body[name]}`
  // Nodes of the first release name no organisation.
  if (body.org !== undefined && row.org_id !== body.org)
    return `the column org_id says ${row.org_id}, the body ${body.org}`
  const isSame =
    edges.length === body.parents.length &&
    body.parents.every(({ rel, hash }, at) => edges[at]?.rel === rel && edges[at]?.hash === hash)
  return isSame ? undefined : 'the edges are not the parents that the body names'
}

/** How far a chain reaches in each stream. */
type Tops = ReadonlyMap<string, number>

/** V6 of a chain: the short cut by which it was found must lead to every parent. */
function reachFault(tops: Tops, parents: readonly KnownParent[]): string | undefined {
  const astray = parents.find(({ place }) => place && place.pos > (tops.get(place.stream) ?? -1))
  return astray && `its parent ${astray.hash} was not reached: edg_crossings lacks it`
}

/** V8; and V12 of rows that keep payloads, by their seals too for who has the key. */
async function checkPayloads(
  sql: Reader,
  judged: readonly { row: GraphRow; body: NodeBody }[],
  found: Findings,
  sealer: Sealer | undefined,
): Promise<void> {
  const withPayload = judged.filter(({ body }) => body.payload !== null)
  const states = await payloadsOf(
    sql,
    withPayload.map(({ row, body }) => ({ id: row.id, body })),
  )
  for (const { row, body } of withPayload) {
    const state = states.get(row.id)
    if (state?.rowFault !== undefined) found.fail('V12', spotOf(row), state.rowFault)
    if (sealer && state?.sealed && !state.sealed.isAsWritten(sealer))
      found.fail('V12', unsealedSpot(row, state.sealed.table, body.subject.id), notAsWritten(state.sealed.table))
    // The first release, whose nodes name no organisation, erased without a word.
    if (state?.state === 'missing' && body.org !== undefined)
      found.fail('V8', spotOf(row), 'the payload is gone, and no node says that it was erased')
    else if (state?.state === 'kept' && body.payload && !isPayloadOf(state.payload, body.payload))
      found.fail('V8', spotOf(row), 'the payload has another digest')
    else found.note('V8')
  }
  await checkErasures(sql, judged, found)
}

/** What shows at a node itself is told first. */
const unsealedSpot = (row: GraphRow, table: string, key: string): Spot => ({
  ...spotOf(row),
  at: Number.MAX_VALUE,
  row: { table, key },
})

/** V8 of erasures: what they speak of is gone, and nobody has put it back. */
async function checkErasures(
  sql: Reader,
  judged: readonly { row: GraphRow; body: NodeBody }[],
  found: Findings,
): Promise<void> {
  const erasures = judged.filter(({ body }) => body.kind === 'payload.erased' && /^[\da-f]{64}$/.test(body.subject.id))
  if (erasures.length === 0) return
  const named = await textsOfNodes(
    sql,
    erasures.map(({ body }) => body.subject.id),
  )
  const states = await payloadsOf(
    sql,
    named.map((node) => ({ id: node.id, body: bodyOf(node) })),
  )
  for (const { row, body } of erasures) {
    const state = states.get(body.subject.id)?.state
    if (state === 'kept' || state === 'away')
      found.fail('V8', spotOf(row), `the payload of ${body.subject.id} is there, and was erased`)
  }
}
