/** Violations as a process watches them: by organisation and subject, read as they change, in memory that is bounded. */
import type { Reader } from '#db/client'
import {
  openHalts,
  violationsChanged,
  type Watched,
  type WatchedViolation,
  watchedOf,
  watchedSystems,
} from '#db/queries/watched-violations'
import { type Scope, scopesHeldTo } from '#shared/contracts/scopes'
import { serviceOrg } from '#shared/evidence/signing-keys'
import type { Subject } from '#shared/governance/violations'

/** A violation that keeps its subject from something, or is told of it. */
export type ActiveViolation = Omit<WatchedViolation, 'org_id' | 'blocks'> & { blocks: Scope[] }

type OfOrg = { isCrowded: boolean; bySubject: Map<string, ActiveViolation[]> }
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
  /** How many are kept in memory. */
  kept: () => number
}

/** Senders choose the names of systems, so an organisation may have any number: beyond this each is looked up when it is asked for. */
export const systemsKept = 1000
/** What was written by hand, or brought here by a backup, shows by nothing else. */
const readAllMs = 30_000

export function openViolationWatch(sql: Reader): ViolationWatch {
  let halts: Awaited<ReturnType<typeof openHalts>> = []
  let byOrg = new Map<string, OfOrg>()
  let since: string | undefined
  let readAllAt = Number.NEGATIVE_INFINITY

  const of = (orgId: string, { type, id }: Subject) => byOrg.get(orgId)?.bySubject.get(`${type} ${id}`) ?? []

  const ownersOf = (orgId: string) => [...new Set([orgId, serviceOrg])]
  const about = (orgId: string, subjects: readonly Subject[]) =>
    subjects.flatMap((subject) => ownersOf(orgId).flatMap((owner) => of(owner, subject)))

  return {
    async look() {
      const isAll = performance.now() - readAllAt > readAllMs
      const { upTo, orgIds } = await violationsChanged(sql, isAll ? undefined : since)
      halts = await openHalts(sql)
      const read = orgIds.length > 0 ? await watchedOf(sql, orgIds, systemsKept) : []
      const next = isAll ? new Map<string, OfOrg>() : byOrg
      for (const watched of read) {
        const own = ofOrg(watched)
        if (own.isCrowded || own.bySubject.size > 0) next.set(watched.org_id, own)
        else next.delete(watched.org_id)
      }
      byOrg = next
      since = upTo
      if (isAll) readAllAt = performance.now()
    },
    halts: () => halts,
    about,
    ofService: () => [...(byOrg.get(serviceOrg)?.bySubject.values() ?? [])].flat(),
    async systemsHeldTo(orgId, scope, systems, read) {
      const isHeld = (id: string, blocks: readonly string[]) =>
        scopesHeldTo({ type: 'system', id }, blocks).includes(scope)
      const owners = ownersOf(orgId)
      if (!owners.some((owner) => byOrg.get(owner)?.isCrowded))
        return new Set(
          systems.filter((id) => about(orgId, [{ type: 'system', id }]).some(({ blocks }) => isHeld(id, blocks))),
        )
      const rows = await read((reader) => watchedSystems(reader, owners, [...new Set(systems)]))
      return new Set(rows.filter(({ subject_id: id, blocks }) => isHeld(id, blocks)).map(({ subject_id: id }) => id))
    },
    kept: () => byOrg.values().reduce((sum, { bySubject }) => sum + bySubject.size, 0),
  }
}

function ofOrg({ is_crowded: isCrowded, violations }: Watched): OfOrg {
  const held = violations.map((violation) => ({
    ...violation,
    blocks: scopesHeldTo({ type: violation.subject_type, id: violation.subject_id }, violation.blocks),
  }))
  return { isCrowded, bySubject: Map.groupBy(held, ({ subject_type, subject_id }) => `${subject_type} ${subject_id}`) }
}
