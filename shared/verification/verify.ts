/** Verifies evidence from the database: a node, its chain, or the whole store, in memory that does not grow with it. */
import { performance } from 'node:perf_hooks'
import type { Reader } from '#db/client'
import { findNode, type GraphRow } from '#db/queries/graph'
import {
  allCrowdedPlaces,
  constitutionTexts,
  crowdedPlaces,
  keyNodes,
  nodesFrom,
  type ParentRow,
  parentsWithPlaces,
  statesOf,
  statesWithoutNodes,
} from '#db/queries/integrity'
import { greatestIns } from '#db/queries/log'
import { findRefused, refusedNodes } from '#db/queries/refused'
import { type StatePrefix, statePrefixes } from '#db/queries/state-tables'
import type { NodeBody } from '#shared/contracts/node'
import { chainOf, groupsOfChain } from '#shared/evidence/chain'
import { isPayloadOf, payloadsOf } from '#shared/evidence/payloads'
import { isSignedSoon } from '#shared/evidence/signing'
import { isUuid } from '#shared/kernel/schema/formats'
import { formatLogProof } from '#shared/tlog/checkpoint'
import { noteVerifier, type Verifier } from '#shared/tlog/signed-note'
import {
  judgeText,
  type Keyring,
  type KnownParent,
  keyFault,
  lineFault,
  type NodeText,
  notSigned,
  parentFault,
  signatureFault,
} from '#shared/verification/checks'
import { type Findings, type Outcome, openFindings, type Spot } from '#shared/verification/findings'
import { openForgeries } from '#shared/verification/forgeries'
import { keyringOf } from '#shared/verification/keyring'
import {
  checkInclusion,
  checkKept,
  checkKeptProof,
  checkWholeLog,
  type LogTrust,
  type NodeProof,
} from '#shared/verification/log-checks'
import { openReplay, type Replay } from '#shared/verification/replay'
import { isNewestForged, stateFault, stepFaults } from '#shared/verification/state-rows'

export type VerificationWish = {
  /** The node; null for the store as a whole. */
  hash: string | null
  mode: 'node' | 'chain' | 'full'
  /** Whose nodes may be spoken of; null for everybody's. */
  orgIds: readonly string[] | null
  maxNodes?: number | undefined
  /** Checkpoints that were kept outside of the store. */
  checkpoints?: readonly string[]
  /** The newest one that a witness has seen, asked of the witness itself. */
  witnessed?: string | undefined
  /** A node as somebody kept it, and a proof. */
  material?: Omit<NodeText, 'id'> | undefined
  proof?: string | undefined
  replay?: boolean | undefined
}

export type VerificationTools = {
  sql: Reader
  /** Raw public keys that are trusted for a reason outside of the store; the signer's own among them. */
  anchors: readonly Uint8Array[]
  witnesses?: readonly Verifier[]
  quorum?: number
  /** Kept by who verifies often: compiling a constitution takes a while. */
  replays?: (sql: Reader) => Promise<Replay>
  signal?: AbortSignal
  progress?: (nodes: number) => void
  /** Leaves out what is forged and has no place in the log: for the ledger's own looks, which are about to refuse it. */
  leavesForgedOut?: boolean
  /** Nodes judged in one go, while nothing else has its turn; 250 take about 20 ms. */
  groupSize?: number
  /** Waits between groups, for who must not take all there is. */
  pace?: () => Promise<void>
}

export type VerificationOutcome = Outcome & {
  hash: string | null
  valid: boolean
  checked_nodes: number
  proof: {
    leaf_index: number
    tree_size: number
    root: string
    hashes: string[]
    checkpoint: string
    tlog_proof: string
  } | null
  verified_at: string
  duration_ms: number
}

const defaultGroupSize = 250
/** Rows that one statement walks: it ends in time however many there are. */
const rowsAtOnce = 20_000

/** Undefined where there is no such node, or none that may be spoken of, and nothing was brought along. */
export async function verify(
  tools: VerificationTools,
  wish: VerificationWish,
): Promise<VerificationOutcome | undefined> {
  const startedAt = performance.now()
  const { sql } = tools
  const head = wish.hash === null ? undefined : await findNode(sql, wish.hash, wish.orgIds)
  const refused = wish.hash === null || head ? undefined : await findRefused(sql, wish.hash, wish.orgIds)
  if (wish.hash !== null && !head && !refused && !wish.material) return undefined
  const { found, keyring, trust, examine } = await open(tools, wish.replay)

  if (wish.material && wish.hash !== null) judgeMaterial(wish.hash, wish.material, keyring, found)
  if (refused) found.fail('V5', spotOf(refused), `it was refused and has no place in the log: ${refused.why}`)
  if (wish.mode === 'full') {
    const upTo = await greatestIns(sql)
    await verifyStore(tools, examine, 0, upTo)
    await checkWholeLog(sql, upTo, examine.lost, trust, found, tools.pace)
    await checkStates(tools, found)
    await checkRefused(sql, found)
    for await (const { stream, pos, nodes } of allCrowdedPlaces(sql, rowsAtOnce))
      found.fail('V7', undefined, `${nodes} nodes claim place ${pos} of ${stream}`)
  } else if (head) {
    if (wish.mode === 'chain') await verifyChain(tools, examine, head, wish)
    else await examine.group([head])
    await checkStates(tools, found, [head.stream])
  }
  const proof = head ? await checkInclusion(sql, spotOf(head), trust, found) : null
  if (!head && !refused && wish.hash !== null && !wish.proof)
    found.skip('V9', 'this store does not have the node, and no proof was given', true)
  if (wish.proof && wish.hash !== null)
    checkKeptProof(wish.proof, { id: wish.hash, stream: null, pos: null, at: 0 }, trust, found)
  for (const kept of wish.checkpoints ?? []) await checkKept(sql, kept, trust, found)
  if (wish.witnessed) await checkKept(sql, wish.witnessed, trust, found, { isWitnessed: true })

  const outcome = found.outcome()
  return {
    hash: wish.hash,
    valid: outcome.verdict === 'valid' || outcome.verdict === 'valid_pending_inclusion',
    ...outcome,
    checked_nodes: examine.count(),
    proof: proof && presentProof(proof),
    verified_at: new Date().toISOString(),
    duration_ms: Math.round((performance.now() - startedAt) * 100) / 100,
  }
}

/** The nodes inserted since: what is wrong with them by themselves, before the next look through everything. */
export async function verifySince(
  tools: VerificationTools,
  after: number,
): Promise<Outcome & { nodes: number; upTo: number }> {
  const { found, examine } = await open(tools)
  const upTo = await greatestIns(tools.sql)
  await verifyStore(tools, examine, after, upTo)
  return { ...found.outcome(), nodes: examine.count(), upTo }
}

async function open(tools: VerificationTools, isReplayed = true) {
  const { sql, anchors, witnesses = [], quorum = 1 } = tools
  const found = openFindings()
  const lines = (await keyNodes(sql)).map((row) => ({ ...row, at: row.ins }))
  const keyring = keyringOf(lines, anchors)
  const trust: LogTrust = {
    verifiersOf: (origin) => [...keyring.values()].map(({ raw }) => noteVerifier(origin, raw)),
    witnesses,
    quorum,
  }
  const replay = isReplayed ? await (tools.replays ?? openReplays())(sql) : undefined
  return { found, keyring, trust, examine: openExaminer(tools, keyring, found, replay) }
}

/** Decisions made again by every constitution that was in force until the moment of asking; each is compiled once. */
export function openReplays(): (sql: Reader) => Promise<Replay> {
  const texts = new Map<string, string>()
  const replay = openReplay((hash) => texts.get(hash))
  return async (sql) => {
    for (const { hash, body } of await constitutionTexts(sql)) texts.set(hash, body)
    return replay
  }
}

const spotOf = (row: Pick<GraphRow, 'id' | 'stream' | 'pos' | 'ins'>): Spot & { id: string } => ({
  id: row.id,
  stream: row.stream,
  pos: row.pos,
  at: row.ins,
})

const presentProof = ({ leaf, size, root, hashes, checkpoint }: NodeProof) => ({
  leaf_index: leaf,
  tree_size: size,
  root: Buffer.from(root).toString('hex'),
  hashes: hashes.map((hash) => Buffer.from(hash).toString('hex')),
  checkpoint,
  tlog_proof: formatLogProof({ index: leaf, hashes, checkpoint }),
})

/** Nodes inserted after one and up to another, oldest first. */
async function verifyStore(tools: VerificationTools, examine: Examiner, after: number, upTo: number): Promise<void> {
  const { sql, signal, progress, pace, groupSize = defaultGroupSize } = tools
  let reading = nodesFrom(sql, after, upTo, groupSize)
  for (;;) {
    const rows = await reading
    signal?.throwIfAborted()
    if (rows.length === 0) return
    // The next are on their way while these are judged.
    reading = nodesFrom(sql, rows.at(-1)?.ins ?? upTo, upTo, groupSize)
    reading.catch(() => undefined)
    await examine.group(rows, { isWholeStore: true })
    progress?.(examine.count())
    await pace?.()
  }
}

async function verifyChain(
  { sql, signal, progress, groupSize = defaultGroupSize }: VerificationTools,
  examine: Examiner,
  head: GraphRow,
  { orgIds, maxNodes = Number.POSITIVE_INFINITY }: VerificationWish,
): Promise<void> {
  const chain = await chainOf(sql, head, orgIds)
  const tops = 'reach' in chain ? new Map(chain.reach.map(({ stream, top }) => [stream, top])) : undefined
  for await (const rows of groupsOfChain((look) => look(sql), chain, { order: 'desc', kinds: undefined, groupSize })) {
    signal?.throwIfAborted()
    await examine.group(rows.slice(0, maxNodes - examine.count()), { tops })
    progress?.(examine.count())
    if (examine.count() >= maxNodes) return
  }
}

type Around = { isWholeStore?: boolean; tops?: Tops | undefined }

type Examiner = {
  group: (rows: readonly GraphRow[], around?: Around) => Promise<void>
  count: () => number
  /** Ids that are named as parents and are not there. */
  lost: Set<string>
}

const lostKept = 10_000
const notEvidence = 'nodes that nobody has signed who may have no place in the log and get none'

/** Judges nodes by their own text, their places, their payloads and their decisions: V1 to V8, V13. */
function openExaminer(
  tools: VerificationTools,
  keyring: Keyring,
  found: Findings,
  replay: Replay | undefined,
): Examiner {
  const { sql, leavesForgedOut = false } = tools
  const lost = new Set<string>()
  const forgeries = openForgeries(sql)
  let count = 0

  function judge(
    row: GraphRow,
    edges: readonly ParentRow[],
    twins: number,
    tops: Tops | undefined,
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
    const parent = parentFault(body, parents, row.leaf ?? undefined) ?? (tops && reachFault(tops, parents))
    if (parent) found.fail('V6', spot, parent)
    for (const { hash, place } of parents) if (!place && lost.size < lostKept) lost.add(hash)
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
  async function judgeSignatures(rows: readonly GraphRow[]): Promise<void> {
    await Promise.all(
      rows.map(async (row) => {
        const key = keyring.get(row.kid)
        if (key && !(await isSignedSoon(row.body, row.signature, key.publicKey)))
          found.fail('V5', spotOf(row), notSigned)
      }),
    )
  }

  return {
    lost,
    count: () => count,
    async group(all, { isWholeStore = false, tops } = {}) {
      const forged = leavesForgedOut ? await forgeries.among(all.filter(({ leaf }) => leaf === null)) : new Map()
      if (forged.size > 0) found.wait('V5', notEvidence)
      const rows = forged.size === 0 ? all : all.filter(({ id }) => !forged.has(id))
      if (rows.length === 0) return
      const signatures = judgeSignatures(rows)
      signatures.catch(() => undefined)
      const [edges, crowded] = await Promise.all([
        parentsWithPlaces(
          sql,
          rows.map(({ id }) => id),
        ),
        // Over the whole store they are counted in one go.
        isWholeStore ? [] : crowdedPlaces(sql, rows),
      ])
      const edgesOf = Map.groupBy(edges, ({ child }) => child)
      const twinsAt = new Map(crowded.map(({ stream, pos, nodes }) => [`${pos} ${stream}`, nodes]))
      const judged = rows.flatMap((row) => {
        const body = judge(row, edgesOf.get(row.id) ?? [], twinsAt.get(`${row.pos} ${row.stream}`) ?? 1, tops)
        return body ? [{ row, body }] : []
      })
      for (const check of ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7'] as const) found.note(check)
      count += rows.length
      await checkPayloads(sql, judged, found)
      if (isWholeStore)
        await checkStates(
          tools,
          found,
          judged.filter(({ row }) => row.pos === 0).map(({ row }) => row.stream),
        )
      await signatures
    },
  }
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

/** V8. */
async function checkPayloads(
  sql: Reader,
  judged: readonly { row: GraphRow; body: NodeBody }[],
  found: Findings,
): Promise<void> {
  const withPayload = judged.filter(({ body }) => body.payload !== null)
  const states = await payloadsOf(
    sql,
    withPayload.map(({ row, body }) => ({ id: row.id, body })),
  )
  for (const { row, body } of withPayload) {
    const state = states.get(row.id)
    // The first release, whose nodes name no organisation, erased without a word.
    if (state?.state === 'missing' && body.org !== undefined)
      found.fail('V8', spotOf(row), 'the payload is gone, and no node says that it was erased')
    else if (state?.state === 'kept' && body.payload && !isPayloadOf(state.payload, body.payload))
      found.fail('V8', spotOf(row), 'the payload has another digest')
    else found.note('V8')
  }
}

/** V9: nothing was refused that was signed by whom it says. */
async function checkRefused(sql: Reader, found: Findings): Promise<void> {
  const forgeries = openForgeries(sql)
  for await (const rows of refusedNodes(sql, defaultGroupSize)) {
    const forged = await forgeries.among(rows)
    for (const row of rows)
      if (!forged.has(row.id)) found.fail('V9', spotOf(row), 'it was refused, but its signature is sound')
  }
}

/** V12 of these streams, or of every row of state there is that no node stands behind. */
async function checkStates(
  { sql, leavesForgedOut = false }: VerificationTools,
  found: Findings,
  streams?: readonly string[],
): Promise<void> {
  for (const prefix of statePrefixes) {
    const own = streams?.filter((stream) => isOfPrefix(stream, prefix))
    if (own?.length === 0) continue
    for await (const row of own ? await statesOf(sql, prefix, own) : statesWithoutNodes(sql, prefix, rowsAtOnce)) {
      const fault = stateFault(row)
      if (fault && leavesForgedOut && (await isNewestForged(sql, row))) {
        found.wait('V12', notEvidence)
        continue
      }
      const spot = { id: row.newest, stream: row.stream, pos: row.newest_pos, at: row.newest_ins ?? Number.MAX_VALUE }
      if (fault) found.fail('V12', spot, fault)
      else found.note('V12')
    }
    if (own && prefix === 'task:') await checkSteps(sql, found, own)
    if (!own) found.note('V12')
  }
}

function isOfPrefix(stream: string, prefix: StatePrefix): boolean {
  if (!prefix.endsWith(':')) return stream === prefix
  return stream.startsWith(prefix) && (prefix !== 'task:' || isUuid(stream.slice(prefix.length)))
}

/** V12 of the steps of plans. */
async function checkSteps(sql: Reader, found: Findings, streams: readonly string[]): Promise<void> {
  const taskIds = streams.map((stream) => stream.slice('task:'.length))
  for await (const { step, stream, fault } of stepFaults(sql, taskIds))
    found.fail(
      'V12',
      { id: step?.node ?? null, stream, pos: step?.pos ?? null, at: step?.ins ?? Number.MAX_VALUE },
      fault,
    )
}

/** V1, V2, V3, V5 of a node that somebody brought along. */
function judgeMaterial(hash: string, material: Omit<NodeText, 'id'>, keyring: Keyring, found: Findings): void {
  const { faults, body } = judgeText({ id: hash, body: material.body })
  const spot = { id: hash, stream: body?.stream ?? null, pos: body?.pos ?? null, at: 0 }
  for (const { check, detail } of faults) found.fail(check, spot, `as it was brought along: ${detail}`)
  for (const check of ['V1', 'V2', 'V3', 'V5'] as const) found.note(check)
  if (!body) return
  const signature = signatureFault({ id: hash, ...material }, body.agent.key, keyring, Number.POSITIVE_INFINITY)
  if (signature) found.fail('V5', spot, `as it was brought along: ${signature}`)
}
