/**
 * Violations as a process watches them: by organisation and subject, read as they change, in memory that is bounded. What is in
 * force is lifted by a node that says so and by nothing else: rows that are edited, deleted or set back are named, and change nothing.
 * Only what the ledger tells again and again ends when nothing is told any more, and no node speaks of it.
 */
import type { Reader } from '#db/client'
import type { ViolationRow } from '#db/queries/governance'
import {
  blockingWithoutRow,
  haltingWithoutRow,
  openHalts,
  violationsChanged,
  type WatchedRow,
  watchedOf,
  watchedSystems,
} from '#db/queries/watched-violations'
import { readTier } from '#shared/contracts/decision'
import { type Scope, scopesHeldTo } from '#shared/contracts/scopes'
import { openNodeProof, type ProveNode } from '#shared/evidence/proven-nodes'
import { sealedViolations } from '#shared/evidence/sealed/violations'
import { isAsWritten } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { serviceOrg } from '#shared/evidence/signing-keys'
import { type ActiveViolation, standingByNodes } from '#shared/governance/standing-violations'
import type { Subject } from '#shared/governance/violations'
import { cache } from '#shared/kernel/cache'
import type { Log } from '#shared/kernel/logger'

type InForce = Map<string, ActiveViolation>
type OfOrg = { isCrowded: boolean; byId: InForce; bySubject: Map<string, ActiveViolation[]> }
type Look = <T>(look: (sql: Reader) => Promise<T>) => Promise<T>

export type ViolationWatch = {
  /** Reads what has changed since the last look. */
  look: () => Promise<void>
  halts: () => readonly { id: string; article: string; message: string }[]
  /** Of an organisation or of the service, about these. Systems are asked for by `systemsHeldTo`. */
  about: (orgId: string, subjects: readonly Subject[]) => ActiveViolation[]
  /** All that is the service's own. */
  ofService: () => ActiveViolation[]
  /** Those of these systems that are kept from something. @param read for an organisation with more than are kept. */
  systemsHeldTo: (orgId: string, scope: Scope, systems: readonly string[], read: Look) => Promise<ReadonlySet<string>>
  /** What is blocked, of anybody, by violations of these organisations. */
  blockedScopes: (orgIds: readonly string[]) => Scope[]
  /** How many are kept in memory. */
  kept: () => number
}

/** Senders choose the names of systems, so an organisation may have any number: beyond this each is looked up when it is asked for. */
export const systemsKept = 1000
/** What was written by hand, or brought here by a backup, shows by nothing else. */
const readAllMs = 30_000
/** First nodes that are held against their rows in one statement, and for how long in one look: a process starts however many there are. */
const nodesAtOnce = 5000
const readingMs = 250
/** Violations whose rows are not as they were, held by one process: whoever takes away more has taken away too much to hide. */
const astrayAtMost = 10_000
/** Violations that were complained of, so that each is once. */
const complainedOf = 1000

/** @property readAllEveryMs How often all is read that nothing says has changed. */
type Parts = { sql: Reader; signer: Signer; log: Pick<Log, 'error'>; readAllEveryMs?: number; pageNodes?: number }

export function openViolationWatch({
  sql,
  signer,
  log,
  readAllEveryMs = readAllMs,
  pageNodes = nodesAtOnce,
}: Parts): ViolationWatch {
  const proving = openProving(signer, openNodeProof(sql, signer), log)
  let halting: InForce = new Map()
  const byOrg = new Map<string, OfOrg>()
  let since: string | undefined
  let readAllAt = Number.NEGATIVE_INFINITY
  /** Up to which stream first nodes were held against their rows; null once all were. */
  let nodesReadTo: string | null = ''
  let astrayFound = 0

  const of = (orgId: string, { type, id }: Subject) => byOrg.get(orgId)?.bySubject.get(`${type} ${id}`) ?? []

  const ownersOf = (orgId: string) => [...new Set([orgId, serviceOrg])]
  const about = (orgId: string, subjects: readonly Subject[]) =>
    subjects.flatMap((subject) => ownersOf(orgId).flatMap((owner) => of(owner, subject)))

  /** What nodes speak of and no row does: what halts at once, what blocks a little in each look, until all was read. */
  async function readNodes(): Promise<{ unread: string[]; upTo: string | null }> {
    const unread = nodesReadTo === '' ? await haltingWithoutRow(sql) : []
    const startedAt = performance.now()
    let upTo = nodesReadTo
    while (upTo !== null && (upTo === nodesReadTo || performance.now() - startedAt < readingMs)) {
      const page = await blockingWithoutRow(sql, upTo, pageNodes)
      unread.push(...page.ids)
      upTo = page.upTo
    }
    const ids = [...new Set(unread)]
    if (upTo === null || astrayFound + ids.length <= astrayAtMost) return { unread: ids, upTo }
    log.error(
      { violations: astrayFound + ids.length },
      'so many violations are not what their evidence says that no more are read',
    )
    return { unread: ids, upTo: null }
  }

  async function look(): Promise<void> {
    const isAll = performance.now() - readAllAt > readAllEveryMs
    const { upTo, orgIds } = await violationsChanged(sql, isAll ? undefined : since)
    const haltRows = await openHalts(sql)
    // Of those that had some before and have no more, too: nothing of a row says that it was deleted.
    const asked = isAll ? [...new Set([...orgIds, ...byOrg.keys()])] : orgIds
    const read = asked.length > 0 ? await watchedOf(sql, asked, systemsKept) : []
    const { unread, upTo: nodesUpTo } = await readNodes()
    const crowded = new Set(read.flatMap(({ watched_org, is_crowded }) => (is_crowded ? [watched_org] : [])))
    const known = [...halting.values(), ...asked.flatMap((orgId) => [...(byOrg.get(orgId)?.byId.values() ?? [])])]
    // Of a crowded organisation systems are not among what was read: those that were kept are, now and then.
    const isOfCrowd = ({ org_id, subject_type }: ActiveViolation) => subject_type === 'system' && crowded.has(org_id)
    const due = known.filter((each) => isAll || !isOfCrowd(each))
    const left = new Map(known.filter((each) => !isAll && isOfCrowd(each)).map((each) => [each.id, each]))
    const crowdRows = await rowsOf(due.filter(isOfCrowd))
    const inForce = await proving.inForce(sql, {
      rows: [...haltRows, ...read.filter(isWatched), ...crowdRows],
      known: new Map(due.map((each) => [each.id, each])),
      unread,
    })
    for (const [id, each] of left) inForce.set(id, inForce.get(id) ?? each)
    halting = new Map([...inForce].filter(([, { tier }]) => isHalting(tier)))
    for (const orgId of asked) byOrg.delete(orgId)
    const owners = Map.groupBy(inForce.values(), ({ org_id }) => org_id)
    for (const orgId of new Set([...asked, ...owners.keys()])) {
      const own = ofOrg(crowded.has(orgId), (owners.get(orgId) ?? []).filter(isKept))
      if (asked.includes(orgId) && (own.isCrowded || own.byId.size > 0)) byOrg.set(orgId, own)
      else if (!asked.includes(orgId)) add(orgId, own)
    }
    since = upTo
    nodesReadTo = nodesUpTo
    astrayFound += unread.length
    if (isAll) readAllAt = performance.now()
  }

  /** The rows of these violations of systems, where they are watched still. */
  async function rowsOf(known: readonly ActiveViolation[]): Promise<ViolationRow[]> {
    if (known.length === 0) return []
    const owners = [...new Set(known.map(({ org_id }) => org_id))]
    const ids = new Set(known.map(({ id }) => id))
    const systems = [...new Set(known.map(({ subject_id }) => subject_id))]
    return (await watchedSystems(sql, owners, systems)).filter(({ id }) => ids.has(id))
  }

  /** What was found of an organisation that was not read through. */
  function add(orgId: string, found: OfOrg): void {
    const before = byOrg.get(orgId)
    const all = new Map([...(before?.byId ?? []), ...found.byId])
    if (all.size > 0) byOrg.set(orgId, ofOrg(before?.isCrowded ?? false, [...all.values()]))
  }

  return {
    look,
    halts: () => [...halting.values()],
    about,
    ofService: () => [...(byOrg.get(serviceOrg)?.byId.values() ?? [])],
    async systemsHeldTo(orgId, scope, systems, read) {
      const isHeld = ({ blocks }: ActiveViolation) => blocks.includes(scope)
      const owners = ownersOf(orgId)
      const held = new Set(systems.filter((id) => about(orgId, [{ type: 'system', id }]).some(isHeld)))
      if (!owners.some((owner) => byOrg.get(owner)?.isCrowded)) return held
      const found = await read(async (reader) =>
        proving.inForce(reader, {
          rows: await watchedSystems(reader, owners, [...new Set(systems)]),
          known: new Map(),
          unread: [],
        }),
      )
      for (const each of found.values()) if (isHeld(each)) held.add(each.subject_id)
      return held
    },
    blockedScopes(orgIds) {
      const some = orgIds.flatMap((orgId) => byOrg.get(orgId) ?? [])
      // Of systems that are not kept it is known what they are kept from: there is nothing else.
      const ofSystems = some.some(({ isCrowded }) => isCrowded) ? (['clearance'] as const) : []
      const all = [...ofSystems, ...some.flatMap(({ byId }) => [...byId.values()].flatMap(({ blocks }) => blocks))]
      return [...new Set(all)].toSorted()
    },
    kept: () => byOrg.values().reduce((sum, { byId }) => sum + byId.size, 0),
  }
}

type Seen = {
  rows: readonly ViolationRow[]
  /** What was in force before, and must be lifted by a node. */
  known: InForce
  /** Of which nodes speak, and no row does. */
  unread: readonly string[]
}

/** Rows beside the nodes that stand behind them. */
function openProving(signer: Signer, prove: ProveNode, log: Pick<Log, 'error'>) {
  const complaints = cache<true>(complainedOf)
  const complain = (violation: string, why: string) => {
    if (complaints.get(violation)) return
    complaints.set(violation, true)
    log.error({ violation, why }, 'a violation is not what its evidence says')
  }

  return {
    async inForce(sql: Reader, { rows, known, unread }: Seen): Promise<InForce> {
      const sealed = new Map(
        rows.filter((row) => isAsWritten(signer, sealedViolations, row)).map((row) => [row.id, row]),
      )
      const astray = rows.filter(({ id }) => !sealed.has(id)).map(({ id }) => id)
      const gone = [...known.values()].filter(({ id, version }) => version > (sealed.get(id)?.version ?? -1))
      // A row that was put back as it was says what its nodes have lifted since. Of systems there are too many to ask.
      const fresh = [...sealed.values()].filter(
        (row) => row.seal !== null && row.subject_type !== 'system' && row.version !== known.get(row.id)?.version,
      )
      const asked = new Set([...astray, ...gone.map(({ id }) => id), ...fresh.map(({ id }) => id), ...unread])
      const byNodes = await standingByNodes(sql, prove, [...asked])
      const inForce: InForce = new Map([...sealed].map(([id, row]) => [id, activeOf(row)]))
      for (const id of asked) {
        const standing = byNodes.get(id)
        const row = sealed.get(id)
        const before = known.get(id)
        if (standing?.kind === 'lifted') {
          inForce.delete(id)
          if (row) complain(id, 'its row was put back')
        } else if (!row && before && standing?.kind !== 'active' && isToldAnew(before)) {
          complain(id, 'it is gone, and its nodes with it')
        } else if (!row && before) {
          inForce.set(id, before)
          complain(id, 'its row was taken away, or changed')
        } else if (!row && standing?.kind === 'active') {
          inForce.set(id, standing.violation)
          complain(id, 'its row is not as its nodes say')
        } else if (!row) complain(id, 'no node of ours speaks of it')
      }
      return inForce
    },
  }
}

const activeOf = (row: ViolationRow): ActiveViolation => ({
  ...{ id: row.id, org_id: row.org_id, version: row.version, article: row.article, tier: row.tier },
  ...{ subject_type: row.subject_type, subject_id: row.subject_id, message: row.message },
  blocks: scopesHeldTo({ type: row.subject_type, id: row.subject_id }, row.blocks),
})

/**
 * What is wrong with the log is judged anew, and told again, for as long as it is so. Where the database holds nothing of that, no
 * node either, it is another one: what was wrong with the one that was in its place is not held against it.
 */
const isToldAnew = ({ subject_type: type }: ActiveViolation): boolean => type === 'log'

/** As every row is read of which nobody knows the tier. */
const isHalting = (tier: string): boolean => readTier(tier) === 'T5'

/** What is asked for by its subject: what halts is told apart. */
const isKept = ({ blocks, subject_type }: ActiveViolation): boolean =>
  blocks.length > 0 || ['key', 'agent', 'node'].includes(subject_type)

function ofOrg(isCrowded: boolean, violations: readonly ActiveViolation[]): OfOrg {
  const bySubject = Map.groupBy(violations, ({ subject_type, subject_id }) => `${subject_type} ${subject_id}`)
  return { isCrowded, byId: new Map(violations.map((each) => [each.id, each])), bySubject }
}

const isWatched = (row: WatchedRow): row is WatchedRow & ViolationRow => row.id !== null
