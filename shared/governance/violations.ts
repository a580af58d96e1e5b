/** Violations: opened once per fingerprint, seen again, passed, moved from state to state; each change with its node. */
import type { Tx } from '#db/client'
import {
  heightsOf,
  lockUnresolved,
  lockViolation,
  moveViolation,
  type OpenedViolation,
  openViolations,
  type ViolationRow,
  type ViolationToOpen,
  writeCounts,
} from '#db/queries/governance'
import { textsOfNodes } from '#db/queries/payloads'
import type { GovernanceRecord, Tier } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { scopesHeldTo } from '#shared/contracts/scopes'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { saidOccurrences } from '#shared/evidence/said-counts'
import {
  countedAnew,
  isCountSealed,
  isProvenViolation,
  sealedViolations,
  sealOfCounts,
} from '#shared/evidence/sealed/violations'
import { requireSealed, sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { enactedConstitution } from '#shared/governance/enacted'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

export type Subject = { type: string; id: string }

export type ViolationFinding = {
  orgId: string
  article: string
  /** Of an article that the constitution has, its own tier stands. */
  tier: Tier
  subject: Subject
  message: string
  /** Ids of the nodes that show it. */
  evidence: readonly string[]
  agent?: string
  taskId?: string
  record?: GovernanceRecord
}

/** What the constitution says of an article's violations. */
export type ArticleTerms = {
  constitution: string
  /** Undefined of an article that it does not have. */
  tier?: Tier | undefined
  title: string
  blocks: readonly string[]
  slaHours: number | null
  passesToResolve: number | null
}

/** Two findings with the same fingerprint are the same violation. */
export const breachFingerprint = (orgId: string, article: string, subject: Subject): string =>
  sha256Hex(`${article}|${subject.type}|${subject.id}|${orgId}`)

/**
 * A violation as it would be opened now. @param parents of its node: the evidence that is there, with its heights.
 * @param times how often it was seen, where it stands for more than once.
 */
export function violationOf(
  finding: ViolationFinding,
  terms: ArticleTerms,
  parents: readonly { id: string; height: number }[],
  signer: Signer,
  now: Date,
  times = 1,
): ViolationToOpen {
  const { orgId, article, tier, subject, message, record } = finding
  const evidence = [...finding.evidence]
  const id = `vio_${Bun.randomUUIDv7().replaceAll('-', '')}`
  const fingerprint = breachFingerprint(orgId, article, subject)
  const dueAt = terms.slaHours === null ? null : new Date(now.getTime() + terms.slaHours * 3_600_000).toISOString()
  // Members in RFC 8785 order: a batch may open ten thousand of them, and so they are written at a fifth of the price.
  const said = {
    agent: finding.agent ?? null,
    constitution: record?.constitution ?? terms.constitution,
    message,
    rule_input_digest: record?.input_digest ?? null,
    task_id: finding.taskId ?? null,
    title: terms.title,
  }
  const blocks = scopesHeldTo(subject, terms.blocks)
  const node = nodeOfKind(signer, {
    kind: 'violation.opened',
    id,
    orgId,
    agent: 'assay-governance',
    at: now,
    inputs: parents.map(({ id: hash, height }) => ({ hash, height })),
    result: {
      ...{ state: 'open', article, tier, fingerprint, about_type: subject.type, about_id: subject.id },
      ...{ blocks: blocks.join(','), due_at: dueAt ?? '', row: sha256Hex(canonicalJson(said)) },
    },
    governance: record ?? null,
  })
  const row = {
    ...{ id, org_id: orgId, fingerprint, article, tier, subject_type: subject.type, subject_id: subject.id, blocks },
    ...said,
  }
  return {
    ...row,
    evidence,
    times,
    due_at: dueAt,
    detected_at: now.toISOString(),
    node,
    counted_seal: sealOfCounts(signer, {
      ...{ id, org_id: orgId, occurrences: times, passes: 0, last_seen_at: now, evidence },
    }),
    seal: sealOf(signer, sealedViolations, {
      ...row,
      ...{
        status: 'open',
        head: node.id,
        version: 0,
        due_at: dueAt === null ? null : new Date(dueAt),
        detected_at: now,
      },
      ...{ acknowledged: null, waiver: null, waived_until: null, resolution: null },
    }),
  }
}

/** Opens a violation, or counts another occurrence of the one that is not resolved yet. `node` is its newest. */
export async function reportFinding(
  sql: Tx,
  signer: Signer,
  finding: ViolationFinding,
): Promise<{ id: string; isNew: boolean; node: string }> {
  const { orgId, article, subject, evidence } = finding
  const place = { org_id: orgId, fingerprint: breachFingerprint(orgId, article, subject) }
  const [known] = await lockUnresolved(sql, [place])
  if (known) {
    await writeCounts(sql, [seenAgain(signer, known, [{ evidence, times: 1, detected_at: new Date().toISOString() }])])
    return { id: known.id, isNew: false, node: known.head }
  }
  const [parents, terms] = await Promise.all([heightsOf(sql, evidence.slice(0, 64)), termsInForce(sql, article)])
  const violation = violationOf({ ...finding, tier: terms.tier ?? finding.tier }, terms, parents, signer, new Date())
  const [opened] = await openViolations(sql, [violation])
  if (opened) return { id: opened.id, isNew: true, node: opened.head }
  // Somebody else was first.
  const [seen] = await countOpened(sql, signer, [violation])
  if (!seen) throw new Error('a violation was neither opened nor seen')
  return { id: seen.id, isNew: seen.id === violation.id, node: seen.head }
}

/** Of one that is seen again the evidence of so many times is kept. */
const evidenceKept = 20
/** One may be resolved between being met and being counted, and opened again by somebody else before we do. */
const attemptsToCount = 5

/** A violation that is held, seen again: passes begin anew. */
function seenAgain(
  signer: Signer,
  row: ViolationRow,
  seen: readonly (Pick<ViolationToOpen, 'times' | 'detected_at'> & { evidence: readonly string[] })[],
): ViolationRow {
  const evidence = seen[0]?.evidence ?? []
  const isKept = row.evidence.length >= evidenceKept || evidence.every((id) => row.evidence.includes(id))
  return countedAnew(signer, row, {
    occurrences: seen.reduce((sum, { times = 1 }) => sum + times, row.occurrences),
    passes: 0,
    last_seen_at: new Date(Math.max(...seen.map((each) => Date.parse(each.detected_at)), row.last_seen_at.getTime())),
    evidence: isKept ? row.evidence : [...row.evidence, ...evidence],
  })
}

const placeOf = ({ org_id, fingerprint }: Pick<ViolationRow, 'org_id' | 'fingerprint'>) => `${fingerprint} ${org_id}`

/**
 * After a statement that was to open violations: those that were there already are counted, and what several drafts opened is sealed
 * as it was counted. All are held until the transaction ends. @param counted the ids of drafts of which nothing is left to do.
 * @returns the others, each with its newest node.
 */
export async function countOpened(
  tx: Tx,
  signer: Signer,
  drafts: readonly ViolationToOpen[],
  counted: ReadonlySet<string> = new Set(),
): Promise<OpenedViolation[]> {
  const own = new Set(drafts.map(({ id }) => id))
  const found: OpenedViolation[] = []
  let left = drafts.filter(({ id }) => !counted.has(id))
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const held = await lockUnresolved(tx, left)
    const seen = Map.groupBy(left, placeOf)
    const moved = held.flatMap((row) => {
      if (!own.has(row.id)) return [seenAgain(signer, row, seen.get(placeOf(row)) ?? [])]
      return row.counted_seal === null ? [{ ...row, counted_seal: sealOfCounts(signer, row) }] : []
    })
    await writeCounts(tx, moved)
    found.push(...held)
    const places = new Set(held.map(placeOf))
    left = left.filter((draft) => !places.has(placeOf(draft)))
    if (left.length > 0 && attempt === attemptsToCount) throw new Error('a violation was neither opened nor seen')
    await openViolations(tx, left)
  }
  return found
}

/** Counts a pass of what was violated. After as many as its article asks for, one after the other, it is resolved. */
export async function reportPass(sql: Tx, signer: Signer, { orgId, article, subject }: PassedArticle): Promise<void> {
  const row = await passOf(sql, signer, orgId, breachFingerprint(orgId, article, subject))
  // What a hand has changed is not resolved by itself.
  if (!row || !isProvenViolation(signer, row)) return
  const { passesToResolve } = await termsInForce(sql, article)
  if (passesToResolve === null || row.passes < passesToResolve) return
  await move(sql, signer, row, {
    status: 'resolved',
    facts: { how: 'auto', passes: row.passes },
    resolution: { by: 'assay-governance', how: 'auto', reason: `${row.passes} passes one after the other` },
  })
}

/** Counts a pass since a violation was last seen. Undefined when none with this fingerprint is open or acknowledged. */
export async function passOf(
  tx: Tx,
  signer: Signer,
  orgId: string,
  fingerprint: string,
): Promise<ViolationRow | undefined> {
  const [row] = await lockUnresolved(tx, [{ org_id: orgId, fingerprint }])
  if (!row || (row.status !== 'open' && row.status !== 'acknowledged')) return undefined
  const passed = countedAnew(signer, row, { ...row, passes: row.passes + 1 })
  await writeCounts(tx, [passed])
  return passed
}

/** What was kept again since it was violated. */
export type PassedArticle = Pick<ViolationFinding, 'orgId' | 'article' | 'subject'>

/**
 * Several findings and passes in one transaction. Each locks its violation until the end, so everybody takes them in one
 * order: by fingerprint, as the statement that stores traces does.
 */
export async function reportAll(
  tx: Tx,
  signer: Signer,
  reports: readonly (ViolationFinding | PassedArticle)[],
): Promise<void> {
  const places = reports.map((report) => ({
    place: breachFingerprint(report.orgId, report.article, report.subject),
    report,
  }))
  for (const { report } of places.toSorted((one, other) => compare(one.place, other.place)))
    await ('tier' in report ? reportFinding(tx, signer, report) : reportPass(tx, signer, report))
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** What somebody, or we, left on a violation: who, and why; when is said by the node. */
type Note = { by: string; reason: string }

type Step = {
  status: ViolationRow['status']
  acknowledged?: Note
  waiver?: Note & { until: string }
  resolution?: Note & { how: 'auto' | 'manual' | 'amended' }
  facts?: Record<string, string | number | boolean>
  request?: NodeBody['request']
}

/**
 * One step of a violation's life, with its node. Undefined when somebody else moved it first.
 * @throws EVIDENCE_MISMATCH where the row is not as we wrote it: what is signed would be a hand's word.
 */
export const move = (
  sql: Tx,
  signer: Signer,
  row: ViolationRow,
  { status, facts = {}, request = null, acknowledged, waiver, resolution }: Step,
): Promise<string | undefined> =>
  stepOn(sql, signer, row, {
    ...{ status, facts, request, passes: 0 },
    leave: (at) => ({
      acknowledged: acknowledged ? { ...acknowledged, at } : row.acknowledged,
      waiver: waiver ? { ...waiver, at } : row.waiver,
      waived_until: waiver ? new Date(waiver.until) : null,
      resolution: resolution ? { ...resolution, at } : row.resolution,
    }),
  })

/**
 * Says by a node how often a violation was seen until now, and nothing else: what is counted of it may not be less any more.
 * Undefined and @throws as of a step.
 */
export const sayCounts = (sql: Tx, signer: Signer, row: ViolationRow): Promise<string | undefined> =>
  stepOn(sql, signer, row, { status: row.status, facts: {}, request: null, passes: row.passes, leave: () => row })

type Left<Note> = { acknowledged: Note | null; waiver: Note | null; resolution: Note | null; waived_until: Date | null }

async function stepOn(
  sql: Tx,
  signer: Signer,
  row: ViolationRow,
  {
    status,
    facts,
    request,
    passes,
    leave,
  }: Required<Pick<Step, 'status' | 'facts' | 'request'>> & {
    passes: number
    /** What is left on it, by the node's time. */
    leave: (at: string) => Left<object>
  },
): Promise<string | undefined> {
  requireSealed(signer, sealedViolations, [row])
  const held = await lockViolation(sql, row.id)
  if (held?.version !== row.version) return undefined
  const [newest] = await textsOfNodes(sql, [row.head])
  if (!newest) throw evidenceMismatch(sealedViolations.table, row.head)
  const { height, timestamp, result: said }: NodeBody = JSON.parse(newest.body)
  const now = new Date()
  // Never before its predecessor's, as the node's.
  const at = new Date(Math.max(now.getTime(), Date.parse(timestamp) + 1)).toISOString()
  const { acknowledged, waiver, resolution, waived_until } = leave(at)
  const left = { acknowledged, waiver, waived_until, resolution }
  const node = nodeOfKind(signer, {
    kind: status === 'resolved' ? 'violation.resolved' : 'violation.updated',
    id: row.id,
    orgId: row.org_id,
    agent: 'assay-governance',
    at: now,
    after: { id: row.head, height, timestamp, pos: row.version },
    result: {
      state: status,
      ...facts,
      ...saidOnward(said, signer, held),
      left: sha256Hex(canonicalJson({ ...left, waived_until: waived_until?.toISOString() ?? '' })),
    },
    request,
  })
  // What this step leaves names its node; in the node's digest it cannot.
  const signedOff = <Value extends object>(value: Value | null) =>
    value === null || 'node' in value ? value : { ...value, node: node.id }
  const moved = {
    status,
    acknowledged: signedOff(acknowledged) as ViolationRow['acknowledged'],
    waiver: signedOff(waiver) as ViolationRow['waiver'],
    waived_until,
    resolution: signedOff(resolution) as ViolationRow['resolution'],
  }
  const seal = sealOf(signer, sealedViolations, { ...row, ...moved, head: node.id, version: row.version + 1 })
  const { counted_seal } = countedAnew(signer, held, { ...held, passes })
  const isMoved = await moveViolation(sql, {
    ...moved,
    id: row.id,
    from: row.version,
    node,
    seal,
    passes,
    counted_seal,
  })
  return isMoved ? node.id : undefined
}

/** How often it was seen: never less than was said before, and by what a hand has counted nothing is said. */
function saidOnward(said: NodeBody['result'], signer: Signer, held: ViolationRow): { occurrences?: number } {
  const before = saidOccurrences(said)
  const now = isCountSealed(signer, held) ? held.occurrences : undefined
  return before === undefined && now === undefined ? {} : { occurrences: Math.max(before ?? 0, now ?? 0) }
}

/** What the constitution in force says of an article; of one that it does not have, the least. */
async function termsInForce(sql: Tx, article: string): Promise<ArticleTerms> {
  const enacted = await enactedConstitution(sql)
  const terms = enacted ? termsOf(JSON.parse(enacted.body), enacted.hash, article) : undefined
  return (
    terms ?? { constitution: enacted?.hash ?? '', title: article, blocks: [], slaHours: null, passesToResolve: null }
  )
}

type Articles = {
  articles: readonly {
    id: string
    title: string
    tier: Tier
    blocks: readonly string[]
    sla_hours: number | null
    auto_resolve: { consecutive_passes: number } | null
  }[]
}

export function termsOf({ articles }: Articles, hash: string, id: string): ArticleTerms | undefined {
  const article = articles.find((each) => each.id === id)
  return article
    ? {
        constitution: hash,
        tier: article.tier,
        title: article.title,
        blocks: article.blocks,
        slaHours: article.sla_hours,
        passesToResolve: article.auto_resolve?.consecutive_passes ?? null,
      }
    : undefined
}
