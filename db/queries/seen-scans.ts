/** scans beside scan_sightings: which of them their pages are told by. */
import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import type { scans } from '#db/tables/scans'

/** What a scan says of itself, and whether its page is told by it. */
export type SeeingScan = Pick<typeof scans.$inferSelect, 'job_id' | 'org_id' | 'sees' | 'sees_seal'> & {
  is_told: boolean
  /** Of its node, hex. */
  node: string
}

/** Locks the next scans behind one, and reads them then: what their pages are told by moves with them. */
export async function holdScansBehind(tx: Tx, after: string | undefined, limit: number): Promise<SeeingScan[]> {
  await tx`
    select 1 from scans t where ${after ? tx`t.job_id > ${after}::text::uuid` : tx`true`}
    order by t.job_id limit ${limit} for no key update of t`
  return scansBehind(tx, after, limit)
}

/** The next scans behind one. */
export async function scansBehind(sql: Reader, after: string | undefined, limit: number): Promise<SeeingScan[]> {
  return sql<SeeingScan[]>`
    select t.job_id, t.org_id, t.sees, t.sees_seal, encode(t.node_id, 'hex') as node,
      exists (select from scan_sightings s where s.scan_id = t.job_id) as is_told
    from scans t where ${after ? sql`t.job_id > ${after}::text::uuid` : sql`true`}
    order by t.job_id limit ${limit}`
}

/** Locks the scans that pages of an organisation are told by, until the end of the transaction. */
export async function holdSeeing(tx: Tx, pages: readonly { org_id: string; page: string }[]): Promise<void> {
  await tx`
    select 1 from scans t where t.job_id in (
      select s.scan_id from scan_sightings s
      join unnest(${pages.map(({ org_id }) => org_id)}::text[], ${pages.map(({ page }) => page)}::text[]) as u(org_id, page)
        using (org_id, page))
    order by t.job_id for no key update of t`
}

export async function setSeeing(
  tx: Tx,
  scans: readonly { job_id: string; sees: boolean; seal: Uint8Array }[],
): Promise<void> {
  if (scans.length === 0) return
  await tx`
    update scans t set sees = u.sees, sees_seal = u.seal
    from unnest(${scans.map(({ job_id }) => job_id)}::uuid[], ${scans.map(({ sees }) => String(sees))}::text[]::boolean[],
      ${scans.map(({ seal }) => hexBytes(seal))}::text[]::bytea[]) as u(job_id, sees, seal)
    where t.job_id = u.job_id`
}

/** The nodes of scans of an organisation that say that their pages are told by them, where nothing is told. */
export async function untoldScans(sql: Reader, orgId: string): Promise<string[]> {
  const rows = await sql<{ node: string }[]>`
    select encode(t.node_id, 'hex') as node from scans t
    where t.org_id = ${orgId} and t.sees and not exists (select from scan_sightings s where s.scan_id = t.job_id) limit 1`
  return rows.map(({ node }) => node)
}

/** Among so many pages behind one, those that are told by a scan that is not there. */
export async function toldByNone(
  sql: Reader,
  [orgId = '', page = '']: readonly string[],
  limit: number,
): Promise<{ rows: { org_id: string; page: string }[]; last: readonly string[] | undefined }> {
  const rows = await sql<{ org_id: string; page: string; is_told: boolean }[]>`
    select s.org_id, s.page, exists (select from scans t where t.job_id = s.scan_id) as is_told from scan_sightings s
    where (s.org_id, s.page) > (${orgId}, ${page}) order by s.org_id, s.page limit ${limit}`
  const end = rows.length < limit ? undefined : rows.at(-1)
  return {
    rows: rows.filter(({ is_told }) => !is_told).map(({ is_told: _, ...row }) => row),
    last: end && [end.org_id, end.page],
  }
}
