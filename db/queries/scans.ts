/** scans, scan_findings, scan_waivers: finished scans, what they found, and what is waived. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { RunPageRow } from '#db/queries/runs'
import type { AsText } from '#db/tables/columns'
import type { scanFindings, scans, scanWaivers } from '#db/tables/scans'

type Scan = typeof scans.$inferSelect
/** A scan with its report and its picture packed, and its node's id in hex. */
export type ScanToStore = AsText<Scan, 'created_at' | 'node_id'>

const base64 = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('base64'))

export async function insertScans(tx: Tx, scans: readonly ScanToStore[]): Promise<void> {
  const records = scans.map((scan) => ({
    ...scan,
    node_id: hexBytes(scan.node_id),
    payload_salt: hexBytes(scan.payload_salt),
    report: base64(scan.report),
    picture: base64(scan.picture),
  }))
  await tx`
    insert into scans (job_id, org_id, run_id, url, standard, score, compliance, issue_count, warning_count,
      include_warnings, created_at, node_id, payload_salt, report, picture, picture_type)
    select job_id, org_id, run_id, url, standard, score, compliance, issue_count, warning_count, include_warnings,
      created_at, node_id, payload_salt, decode(report, 'base64'), decode(picture, 'base64'), picture_type
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      job_id uuid, org_id text, run_id uuid, url text, standard text, score smallint, compliance text,
      issue_count int, warning_count int, include_warnings boolean, created_at timestamptz, node_id bytea,
      payload_salt bytea, report text, picture text, picture_type text)`
}

export type FindingToStore = AsText<
  typeof scanFindings.$inferSelect,
  'url_digest' | 'fingerprint' | 'content_fingerprint'
>

/** Findings of a run's scans; their fingerprints and the digest of the address as hex. */
export async function insertFindings(tx: Tx, findings: readonly FindingToStore[]): Promise<void> {
  if (findings.length === 0) return
  await tx`
    insert into scan_findings (run_id, scan_id, ord, url_digest, fingerprint, content_fingerprint, type, severity, element)
    select run_id, scan_id, ord, decode(url_digest, 'hex'), decode(fingerprint, 'hex'),
      decode(content_fingerprint, 'hex'), type, severity, element
    from json_to_recordset(${JSON.stringify(findings)}::json) as r(
      run_id uuid, scan_id uuid, ord int, url_digest text, fingerprint text, content_fingerprint text, type text,
      severity text, element text)`
}

export type ScanRow = AsText<Omit<Scan, 'org_id' | 'payload_salt' | 'picture' | 'picture_type'>, 'node_id'>

export async function findScan(sql: Reader, jobId: string): Promise<(ScanRow & Pick<Scan, 'org_id'>) | undefined> {
  const [row] = await sql<(ScanRow & Pick<Scan, 'org_id'>)[]>`
    select job_id, org_id, run_id, url, standard, score, compliance, issue_count, warning_count, include_warnings,
      created_at, encode(node_id, 'hex') as node_id, report
    from scans where job_id = ${jobId}`
  return row
}

export type PictureRow = { [Name in 'picture' | 'picture_type']: NonNullable<Scan[Name]> }

export async function findPicture(sql: Reader, jobId: string): Promise<PictureRow | undefined> {
  const [row] = await sql<PictureRow[]>`
    select picture, picture_type from scans where job_id = ${jobId} and picture is not null`
  return row
}

export type ScanPlace = { createdAt: string; scanId: string }

/** An organisation's scans, newest first, of one address or of all. */
export async function listScans(
  sql: Reader,
  {
    orgId,
    url,
    before,
    limit,
  }: { orgId: string; url: string | undefined; before: ScanPlace | undefined; limit: number },
): Promise<Omit<ScanRow, 'report'>[]> {
  return sql`
    select job_id, run_id, url, standard, score, compliance, issue_count, warning_count, include_warnings, created_at,
      encode(node_id, 'hex') as node_id
    from scans
    where org_id = ${orgId}
      ${url === undefined ? sql`` : sql`and md5(url) = md5(${url}) and url = ${url}`}
      ${before ? sql`and (created_at, job_id) < (${before.createdAt}::timestamptz, ${before.scanId}::uuid)` : sql``}
    order by created_at desc, job_id desc limit ${limit}`
}

export type RunReportRow = Pick<RunPageRow, 'page' | 'url' | 'job_id' | 'state' | 'error'> & {
  report: Scan['report'] | null
}

/** A run's pages in their order with their packed reports, from the one after `afterPage`; null where there is none. */
export async function runReports(
  sql: Reader,
  runId: string,
  afterPage: number,
  limit: number,
): Promise<RunReportRow[]> {
  return sql<RunReportRow[]>`
    select p.page, p.url, p.job_id, p.state, p.error, s.report
    from scan_run_pages p left join scans s on s.job_id = p.job_id and p.state = 'succeeded'
    where p.run_id = ${runId} and p.page > ${afterPage}
    order by p.page limit ${limit}`
}

/** A report's JSON text as it is stored. */
export const packReport = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(text, { level: 3 }))

/** The JSON text again, byte for byte as it was digested. */
export const unpackReport = (packed: Uint8Array<ArrayBuffer>): string =>
  new TextDecoder().decode(Bun.zstdDecompressSync(packed))

type Waiver = typeof scanWaivers.$inferSelect
export type WaiverRow = AsText<Omit<Waiver, 'org_id' | 'created_by' | 'version'>, 'head'>

const waiverColumns = (sql: Reader) => sql`
  waiver_id, fingerprint, type, url, reason, expires_at, created_at, revoked_at, encode(head, 'hex') as head`

export type WaiverToStore = AsText<Omit<Waiver, 'created_at' | 'revoked_at' | 'head' | 'version'>, 'expires_at'>

/** Writes a waiver with the node that says so; one that is there already stays as it is. */
export async function insertWaiver(tx: Tx, waiver: WaiverToStore, node: NodeToAppend): Promise<WaiverRow> {
  const rows = await tx`
    insert into scan_waivers (waiver_id, org_id, fingerprint, type, url, reason, expires_at, created_at, created_by,
      head, version)
    values (${waiver.waiver_id}, ${waiver.org_id}, ${waiver.fingerprint}, ${waiver.type}, ${waiver.url}, ${waiver.reason},
      ${waiver.expires_at}, now(), ${waiver.created_by}, ${hexBytes(node.id)}::text::bytea, 0)
    on conflict (waiver_id) do nothing returning 1`
  if (rows.length > 0) await appendNodes(tx, [node])
  const [row] = await tx<WaiverRow[]>`
    select ${waiverColumns(tx)} from scan_waivers where waiver_id = ${waiver.waiver_id}`
  if (!row) throw new Error('the waiver did not come back')
  return row
}

export async function findWaiver(sql: Reader, orgId: string, waiverId: string): Promise<WaiverRow | undefined> {
  const [row] = await sql<WaiverRow[]>`
    select ${waiverColumns(sql)} from scan_waivers where waiver_id = ${waiverId} and org_id = ${orgId}`
  return row
}

/** A waiver, locked until the end of the transaction. */
export async function lockWaiver(tx: Tx, orgId: string, waiverId: string): Promise<WaiverRow | undefined> {
  const [row] = await tx<WaiverRow[]>`
    select ${waiverColumns(tx)} from scan_waivers where waiver_id = ${waiverId} and org_id = ${orgId} for update`
  return row
}

/** An organisation's waivers, newest first; those in force alone where asked. */
export async function listWaivers(sql: Reader, orgId: string, isInForce: boolean): Promise<WaiverRow[]> {
  return sql<WaiverRow[]>`
    select ${waiverColumns(sql)} from scan_waivers
    where org_id = ${orgId}
      ${isInForce ? sql`and revoked_at is null and (expires_at is null or expires_at > now())` : sql``}
    order by created_at desc, waiver_id limit 10000`
}

/** What waivers are looked for by: a page's address and path, and what was found on it. */
export type Waivable = { url: string; path: string; fingerprints: readonly string[]; types: readonly string[] }

/**
 * Of all the waivers in force, however many, those that cover what was found on a page: one for each fingerprint or type,
 * the oldest. In a pattern * stands for anything, as `fitsWildcard` has it.
 */
export async function waiversFor(
  sql: Reader,
  orgId: string,
  { url, path, fingerprints, types }: Waivable,
): Promise<WaiverRow[]> {
  return sql<WaiverRow[]>`
    select distinct on (fingerprint, type) ${waiverColumns(sql)}
    from scan_waivers, replace(replace(replace(replace(url, '!', '!!'), '%', '!%'), '_', '!_'), '*', '%') as pattern
    where org_id = ${orgId} and revoked_at is null and (expires_at is null or expires_at > now())
      and (fingerprint = any(${fingerprints as string[]}::text[])
        or fingerprint is null and type = any(${types as string[]}::text[]))
      and (url is null or ${url}::text like pattern escape '!' or ${path}::text like pattern escape '!')
    order by fingerprint, type, created_at, waiver_id desc`
}

/** Ends a locked waiver, with the node that says so. */
export async function revokeWaiver(tx: Tx, waiverId: string, node: NodeToAppend): Promise<WaiverRow | undefined> {
  await appendNodes(tx, [node])
  const [row] = await tx<WaiverRow[]>`
    update scan_waivers set revoked_at = now(), head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos}
    where waiver_id = ${waiverId} returning ${waiverColumns(tx)}`
  return row
}
