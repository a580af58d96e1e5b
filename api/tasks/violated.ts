/** What is violated right now by tasks, their steps and the agents that do them, read from the store. */
import type { AppContext } from '#api/http/context'
import { activeAmong, type ViolationRow } from '#db/queries/governance'
import { gravest, readTier, type Tier } from '#shared/contracts/decision'
import { requireProvenViolations } from '#shared/evidence/sealed/violations'
import { serviceOrg } from '#shared/evidence/signing-keys'
import type { Compiled } from '#shared/governance/compiled'
import { breachFingerprint, type Subject } from '#shared/governance/violations'
import { type Cache, cache } from '#shared/kernel/cache'

/** Active violations of any article in force by one of these, the gravest first; the organisation's and the service's. */
export async function violatedBy(
  { read, governance, signer }: Pick<AppContext, 'read' | 'governance' | 'signer'>,
  orgId: string,
  subjects: readonly Subject[],
): Promise<ViolationRow[]> {
  const asked = breachesBy(governance, orgId, subjects)
  const rows = asked.length > 0 ? await read((sql) => activeAmong(sql, asked)) : []
  requireProvenViolations(signer, rows)
  return rows
}

/** Where a violation would stand of any article in force by one of these. */
export function breachesBy(
  governance: Pick<AppContext['governance'], 'inForce'>,
  orgId: string,
  subjects: readonly Subject[],
): { orgId: string; fingerprint: string }[] {
  const constitution = governance.inForce()
  if (!constitution) return []
  return [orgId, serviceOrg].flatMap((org) =>
    subjects.flatMap((subject) =>
      fingerprintsOf(constitution, org, subject).map((fingerprint) => ({ orgId: org, fingerprint })),
    ),
  )
}

/** Agents and what they do are asked for with every task, each with some fifty digests. */
const subjectsKept = 1000
const kept = new WeakMap<Compiled, Cache<readonly string[]>>()

function fingerprintsOf(constitution: Compiled, orgId: string, subject: Subject): readonly string[] {
  const own = kept.get(constitution) ?? cache<readonly string[]>(subjectsKept)
  kept.set(constitution, own)
  const name = JSON.stringify([orgId, subject.type, subject.id])
  const known = own.get(name)
  if (known) return known
  const made = constitution.articles.map(({ id }) => breachFingerprint(orgId, id, subject))
  own.set(name, made)
  return made
}

export const tierOfViolations = (rows: readonly Pick<ViolationRow, 'tier'>[]): Tier =>
  gravest(rows.map(({ tier }) => readTier(tier)))
