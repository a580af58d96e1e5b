/** Seals of what pages are held to: baselines, policies and design tokens. */
import type { Reader } from '#db/client'
import { type BaselineRow, type BaselineToStore, baselinesWithAccepted } from '#db/queries/baselines'
import { findRules, type RulesPlace, type RulesRow, type RulesToStore } from '#db/queries/design-rules'
import { requireThere } from '#shared/evidence/missing-rows'
import { isAsWritten, type SealedTable, sealAnew, sealOf } from '#shared/evidence/sealed-rows'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import type { Sealer } from '#shared/kernel/sealer'
import { uuidFrom } from '#shared/kernel/seeded-uuid'

export const sealedBaselines: SealedTable<Omit<BaselineToStore, 'seal'>> = {
  table: 'design_baselines',
  generation: 3,
  columns: [
    ...([
      'baseline_id',
      'org_id',
      'page_id',
      'branch',
      'medium',
      'width',
      'scale_percent',
      'status',
      'artifact',
    ] as const),
    ...(['original', 'verification_id', 'accepted', 'reason', 'created_at', 'decided_at', 'head', 'version'] as const),
  ],
  nodeOf: ({ head }) => head,
}

export const sealedRules: SealedTable<Omit<RulesToStore, 'seal'>> = {
  table: 'design_rules',
  generation: 3,
  columns: ['rules_id', 'org_id', 'subject', 'page_id', 'status', 'document', 'changed_at', 'head', 'version'],
  nodeOf: ({ head }) => head,
}

export const sealBaseline = (sealer: Sealer, row: Omit<BaselineToStore, 'seal'>): BaselineToStore => ({
  ...row,
  seal: sealOf(sealer, sealedBaselines, row),
})

/** A baseline as it has become. @throws EVIDENCE_MISMATCH where it was not as we wrote it last. */
export function movedBaseline(sealer: Sealer, before: BaselineRow, after: BaselineToStore): BaselineToStore {
  requireProvenBaselines(sealer, [before])
  return { ...after, seal: sealAnew<Omit<BaselineToStore, 'seal'>>(sealer, sealedBaselines, before, after) }
}

/** @throws EVIDENCE_MISMATCH with the node of the first that is not as we wrote it last. @returns the same rows. */
export function requireProvenBaselines<Rows extends readonly BaselineRow[]>(sealer: Sealer, rows: Rows): Rows {
  for (const row of rows)
    if (row.is_overtaken || !isAsWritten(sealer, sealedBaselines, row))
      throw evidenceMismatch(sealedBaselines.table, row.head)
  return rows
}

/** One baseline, if there is one. @throws EVIDENCE_MISMATCH */
export function provenBaseline<Row extends BaselineRow | undefined>(sealer: Sealer, row: Row): Row {
  if (row) requireProvenBaselines(sealer, [row])
  return row
}

/** The issues of a page that somebody has accepted on one of these branches. @throws EVIDENCE_MISMATCH */
export async function provenAcceptedIssues(
  { sql, signer }: { sql: Reader; signer: Sealer },
  orgId: string,
  pageId: string,
  branches: readonly string[],
): Promise<Set<string>> {
  const rows = requireProvenBaselines(
    signer,
    await baselinesWithAccepted(sql, orgId, pageId, { branches, issues: null }),
  )
  return new Set(rows.flatMap(({ accepted }) => accepted))
}

/** What rules of a place are known by. */
export const rulesIdOf = ({ org_id, subject, page_id }: RulesPlace): string =>
  uuidFrom(org_id, `design rules ${subject} ${page_id}`)

export const sealRules = (sealer: Sealer, row: Omit<RulesToStore, 'seal'>): RulesToStore => ({
  ...row,
  seal: sealOf(sealer, sealedRules, row),
})

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/** The rules of a place; undefined where there never were any. @throws EVIDENCE_MISMATCH also where they are gone. */
export async function findProvenRules({ read, signer }: Asking, place: RulesPlace): Promise<RulesRow | undefined> {
  const row = await requireThere(read, {
    table: sealedRules.table,
    orgId: place.org_id,
    streams: [`rules:${rulesIdOf(place)}`],
    find: () => read((sql) => findRules(sql, place)),
  })
  if (row && (row.is_overtaken || !isAsWritten(signer, sealedRules, row)))
    throw evidenceMismatch(sealedRules.table, row.head)
  return row
}
