/** Verifies evidence from the database: a node, its chain, or the whole store, in memory that does not grow with it. */

import { performance } from 'node:perf_hooks'
import type { Reader } from '#db/client'
import { findNode, findTrail, type GraphRow, type Trail } from '#db/queries/graph'
import { allCrowdedPlaces, constitutionTexts, keyNodes, nodesFrom, nodesOfLeaves } from '#db/queries/integrity'
import { greatestIns, surelyPlaced } from '#db/queries/log'
import { findRefused, type RefusedRow, refusedNodes } from '#db/queries/refused'
import type { NodeBody } from '#shared/contracts/node'
import { chainOf, groupsOfChain } from '#shared/evidence/chain'
import type { Signer } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import { formatLogProof } from '#shared/tlog/checkpoint'
import { noteVerifier, type Verifier } from '#shared/tlog/signed-note'
import { type CheckId, judgeText, type Keyring, type NodeText, signatureFault } from '#shared/verification/checks'
import { type Examiner, openExaminer, spotOf } from '#shared/verification/examiner'
import { type Findings, type Outcome, openFindings } from '#shared/verification/findings'
import { isReason, openForgeries } from '#shared/verification/forgeries'
import { keyringOf } from '#shared/verification/keyring'
import {
  checkInclusion,
  checkKept,
  checkKeptProof,
  type LogTrust,
  type NodeProof,
} from '#shared/verification/log-checks'
import { checkOutside, type Outside } from '#shared/verification/outside'
import { checkRegisters } from '#shared/verification/registers'
import { openReplay, type Replay } from '#shared/verification/replay'
import { checkRows, checkRowsInStore, checkStates } from '#shared/verification/rows'
import { checkSeals } from '#shared/verification/sealed'
import { orNamed } from '#shared/verification/unreadable'
import { checkLogFrom, fromTheFirst, type WalkStart } from '#shared/verification/whole-log'

export type VerificationWish = {
  /** The node; null for the store as a whole. */
  hash: string | null
  mode: 'node' | 'chain' | 'full'
  /** Whose nodes may be spoken of; null for everybody's. */
  orgIds: readonly string[] | null
  maxNodes?: number | undefined
  /** Checkpoints that were kept outside of the store. */
  checkpoints?: readonly string[]
  /** A node as somebody kept it, and a proof. */
  material?: Omit<NodeText, 'id'> | undefined
  proof?: string | undefined
  replay?: boolean | undefined
}

export type VerificationTools = {
  sql: Reader
  /** Raw public keys that are trusted for a reason outside of the store; the signer's own among them. */
  anchors: readonly Uint8Array[]
  /** Where the key is at hand: rows are held to its seals, too, and its own signatures are made again. */
  signer?: Signer
  witnesses?: readonly Verifier[]
  /** What is known of the log elsewhere. */
  outside?: Outside
  quorum?: number
  /** Kept by who verifies often: compiling a constitution takes a while. */
  replays?: (sql: Reader) => Promise<Replay>
  signal?: AbortSignal
  progress?: (nodes: number) => void
  /** Leaves out what is forged and has no place in the log: for the ledger's own looks, which are about to refuse it. */
  leavesForgedOut?: boolean
  /** Every node up to this one, by the order of insertion, has a place in the log by now; looked up where it is not said. */
  placedUpTo?: number
  /** Nodes judged in one go, while nothing else has its turn; 250 take about 20 ms. */
  groupSize?: number
  /** Waits between groups, for who must not take all there is. @param elsewhereMs what another has worked for it meanwhile. */
  pace?: (elsewhereMs?: number) => Promise<void>
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

const theNodes = { check: 'V12', what: 'what stands around nodes' } as const
const theLog = { check: 'V9', what: 'the log' } as const
const theRegisters = { check: 'V10', what: 'a register of the log' } as const
const theSeals = { check: 'V12', what: 'a sealed row' } as const
const theRefused = { check: 'V9', what: 'what was put aside' } as const
const whatIsOutside = { check: 'V10', what: 'what is known of the log outside of the store' } as const

const defaultGroupSize = 250
/** Rows that one statement walks: it ends in time however many there are. */
const rowsAtOnce = 20_000

/** Waits for all, then throws the first failure: none may still read where its connection is let go. */
async function allOf(works: readonly (() => Promise<void>)[]): Promise<void> {
  const ends = await Promise.allSettled(works.map((work) => work()))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Undefined where there is no such node, or none that may be spoken of, and nothing was brought along. */
export async function verify(
  tools: VerificationTools,
  wish: VerificationWish,
): Promise<VerificationOutcome | undefined> {
  const startedAt = performance.now()
  const { sql, outside } = tools
  const kept = outside?.kept()
  const head = wish.hash === null ? undefined : await findNode(sql, wish.hash, wish.orgIds)
  const refused = wish.hash === null || head ? undefined : await findRefused(sql, wish.hash, wish.orgIds)
  const gone = wish.hash === null || head || refused || wish.material ? undefined : await findTrail(sql, wish.hash)
  if (wish.hash !== null && !head && !refused && !gone && !wish.material) return undefined
  const { found, keyring, trust, examine } = await open(tools, wish.replay)

  if (wish.material && wish.hash !== null) judgeMaterial(wish.hash, wish.material, keyring, found)
  if (refused) found.fail('V5', spotOf(refused), `it was refused and has no place in the log: ${refused.why}`)
  if (gone && wish.hash !== null) tellGone(wish.hash, gone, found)
  if (wish.mode === 'full') {
    await checkAll(tools, { found, trust, examine })
  } else if (head) {
    if (wish.mode === 'chain') await verifyChain(tools, examine, head, wish)
    else await examine.group([head])
    await checkStates(tools, found, [head.stream])
  }
  const proof = head ? await checkInclusion(sql, spotOf(head), trust, found) : null
  if (!head && !refused && !gone && wish.hash !== null && !wish.proof)
    found.skip('V9', 'this store does not have the node, and no proof was given', true)
  if (wish.proof && wish.hash !== null)
    checkKeptProof(wish.proof, { id: wish.hash, stream: null, pos: null, at: 0 }, trust, found)
  for (const kept of wish.checkpoints ?? []) await checkKept(sql, kept, trust, found)
  if (outside)
    await orNamed(found, whatIsOutside, () =>
      checkOutside(sql, outside, kept, trust, found, { isWhole: wish.mode === 'full' }),
    )

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

/** Beside one another: what one reads is on its way while another judges. None but the log, which comes behind the nodes, tells of what another does. */
async function checkAll(
  tools: VerificationTools,
  { found, trust, examine }: { found: Findings; trust: LogTrust; examine: Examiner },
): Promise<void> {
  const { sql, signer, pace } = tools
  const upTo = await greatestIns(sql)
  await allOf([
    async () => {
      await orNamed(found, theNodes, () => verifyStore(tools, examine, Number.MIN_SAFE_INTEGER, upTo))
      await orNamed(found, theLog, async () => {
        await checkLogFrom(fromTheFirst, { sql, upToIns: upTo, lost: examine.lost, trust, found, pace })
      })
      await orNamed(found, theRegisters, () => checkRegisters(sql, examine.beginnings, trust, found))
    },
    async () => {
      await checkRows(tools, found)
      if (signer) await orNamed(found, theSeals, () => checkSeals(sql, signer, found, pace))
      await orNamed(found, theRefused, () => checkRefused(sql, found))
    },
    () => checkRowsInStore(tools, found),
    async () => {
      for await (const { stream, pos, nodes } of allCrowdedPlaces(sql, rowsAtOnce))
        found.fail('V7', undefined, `${nodes} nodes claim place ${pos} of ${stream}`)
    },
  ])
}

/**
 * What the log grew by, from where it stood: its nodes, leaves, tiles and checkpoints, and nothing else is read.
 * @returns where it stands then; undefined where it is broken.
 */
export async function verifyGrown(
  tools: VerificationTools,
  start: WalkStart,
  upTo: number,
): Promise<Outcome & { nodes: number; stands: WalkStart | undefined }> {
  const { sql, pace, signal, groupSize = defaultGroupSize } = tools
  const { found, trust, examine } = await open(tools)
  for (let from = start.frontier.size; from < upTo; from += groupSize) {
    signal?.throwIfAborted()
    await orNamed(found, theNodes, async () => {
      await examine.group(await nodesOfLeaves(sql, from, Math.min(upTo, from + groupSize)), { isWholeStore: true })
    })
    await pace?.()
  }
  let stands: WalkStart | undefined
  await orNamed(found, theLog, async () => {
    stands = await checkLogFrom(start, { sql, upToIns: 0, lost: examine.lost, trust, found, pace, upTo })
  })
  return { ...found.outcome(), nodes: examine.count(), stands }
}

/** What stands beside the nodes and their log: registers, what was put aside, and what is known elsewhere. */
export async function verifyBeside(tools: VerificationTools): Promise<Outcome> {
  const { sql, outside } = tools
  const kept = outside?.kept()
  const { found, trust } = await open(tools)
  await orNamed(found, theRegisters, () => checkRegisters(sql, [], trust, found))
  await orNamed(found, theRefused, () => checkRefused(sql, found))
  if (outside)
    await orNamed(found, whatIsOutside, () => checkOutside(sql, outside, kept, trust, found, { isWhole: true }))
  return found.outcome()
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
  const placedUpTo = tools.placedUpTo ?? (await surelyPlaced(sql))
  return { found, keyring, trust, examine: openExaminer({ ...tools, placedUpTo }, keyring, found, replay) }
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
  let judging = Promise.resolve()
  for (;;) {
    const rows = await reading
    signal?.throwIfAborted()
    if (rows.length === 0) return judging
    // The next are on their way while these are judged, and these are begun while what surrounds the last ones is read.
    reading = nodesFrom(sql, rows.at(-1)?.ins ?? upTo, upTo, groupSize)
    reading.catch(() => undefined)
    const before = judging
    judging = examine.group(rows, { isWholeStore: true, areIndexesHeld: true })
    judging.catch(() => undefined)
    await before
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

/** V9: nothing was refused that was signed by whom it says. */
async function checkRefused(sql: Reader, found: Findings): Promise<void> {
  const forgeries = openForgeries(sql)
  for await (const rows of refusedNodes(sql, defaultGroupSize)) {
    const forged = await forgeries.among(rows)
    for (const row of rows)
      if (!forged.has(row.id)) found.fail('V9', spotOf(row), 'it was refused, but its signature is sound')
      else tellRefused(row, found)
  }
}

/** One that was put aside is kept as it came; the database let in only what fitted. */
function tellRefused(row: RefusedRow, found: Findings): void {
  const { id: hash, body: text, org_id: orgId } = row
  const tell = (check: CheckId, detail: string) =>
    found.fail(check, { ...spotOf(row), row: { table: 'edg_refused', key: hash } }, `what was put aside ${detail}`)
  if (sha256Hex(text) !== hash) {
    tell('V1', 'has another digest')
    return
  }
  const body: Partial<NodeBody> = JSON.parse(text)
  const [astray] = (['stream', 'pos', 'height', 'kind'] as const).filter((name) => row[name] !== body[name])
  if (astray) tell('V4', `has ${row[astray]} in its column ${astray}`)
  else if (body.org !== undefined && orgId !== body.org) tell('V4', `is said to be ${orgId}’s`)
  else if (!isReason(row)) tell('V5', 'is said to be so for another reason')
}

/** V9 of a node that is not there any more, by what it left behind. */
function tellGone(hash: string, { leaf, child_stream: stream, child_pos: pos, is_prev }: Trail, found: Findings): void {
  const place = is_prev && stream !== null && pos !== null ? { stream, pos: pos - 1 } : { stream: null, pos: null }
  const where = leaf === null ? 'others name it as their parent' : `leaf ${leaf} of the log holds it`
  found.fail('V9', { id: hash, ...place, at: -1 }, `${where}, and the node is not there`)
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
