/** scans, scan_findings, scan_waivers: finished scans, what they found, and what is waived. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import { erasedNode, type SaidErased } from '#db/queries/said-erased'
import type { AsText } from '#db/tables/columns'
import type { scanFindings, scans, scanWaivers } from '#db/tables/scans'

/** All but whether its page is told by it. */
type Scan = Omit<typeof scans.$inferSelect, 'sees' | 'sees_seal'>
/** A scan with its report and its picture packed, and its node's id in hex; the seal that it is not what its page is told by, where it is not. */
export type ScanToStore = AsText<Scan, 'created_at' | 'node_id'> & Pick<typeof scans.$inferSelect, 'sees_seal'>

const base64 = (bytes: Uint8Array | null) => (bytes === null ? null : Buffer.from(bytes).toString('base64'))

export async function insertScans(tx: Tx, scans: readonly ScanToStore[]): Promise<void> {
  const records = scans.map((scan) => ({
    ...scan,
    node_id: hexBytes(scan.node_id),
    payload_salt: hexBytes(scan.payload_salt),
    report: base64(scan.report),
    report_sha256: base64(scan.report_sha256),
    picture_sha256: base64(scan.picture_sha256),
    seal: base64(scan.seal),
    sees_seal: base64(scan.sees_seal),
    picture: base64(scan.picture),
  }))
  await tx`
    insert into scans (job_id, org_id, run_id, url, standard, score, compliance, issue_count, warning_count,
      include_warnings, created_at, node_id, payload_salt, report, picture, picture_type, report_sha256, picture_sha256, seal,
      sees_seal)
    select job_id, org_id, run_id, url, standard, score, compliance, issue_count, warning_count, include_warnings,
      created_at, node_id, payload_salt, decode(report, 'base64'), decode(picture, 'base64'), picture_type,
      decode(report_sha256, 'base64'), decode(picture_sha256, 'base64'), decode(seal, 'base64'),
      decode(sees_seal, 'base64')
    from json_to_recordset(${JSON.stringify(records)}::json) as r(
      job_id uuid, org_id text, run_id uuid, url text, standard text, score smallint, compliance text,
      issue_count int, warning_count int, include_warnings boolean, created_at timestamptz, node_id bytea,
      payload_salt bytea, report text, picture text, picture_type text, report_sha256 text, picture_sha256 text, seal text,
      sees_seal text)`
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

/** All of it but its report and its picture: of those the digests. */
export type ScanAbout = AsText<Omit<Scan, 'report' | 'picture'>, 'node_id'>
export type ScanRow = ScanAbout & Pick<Scan, 'report'>

const shownColumns = (sql: Reader): ReturnType<Tx> => sql`
  t.job_id, t.org_id, t.run_id, t.url, t.standard, t.score, t.compliance, t.issue_count, t.warning_count, t.include_warnings,
  t.created_at, encode(t.node_id, 'hex') as node_id, t.payload_salt, t.picture_type, t.seal`

/** Of the table `t`, without a look at what is large, but of rows that are older than its digests. */
export const scanColumns = (sql: Reader): ReturnType<Tx> => sql`
  ${shownColumns(sql)}, coalesce(t.report_sha256, sha256(t.report)) as report_sha256,
  coalesce(t.picture_sha256, sha256(t.picture)) as picture_sha256`

/** The same, held to what is there: no digest where that is another one. */
export const heldScanColumns = (sql: Reader): ReturnType<Tx> => sql`
  ${shownColumns(sql)},
  case when coalesce(t.report_sha256, sha256(t.report)) = sha256(t.report) then sha256(t.report) end as report_sha256,
  case when coalesce(t.picture_sha256, sha256(t.picture)) = sha256(t.picture) then sha256(t.picture) end as picture_sha256`

/** The same with its report, whose digest is that of what is there. */
const reportColumns = (sql: Reader): ReturnType<Tx> => sql`
  ${shownColumns(sql)}, t.report, sha256(t.report) as report_sha256,
  coalesce(t.picture_sha256, sha256(t.picture)) as picture_sha256`

export async function findScan(sql: Reader, jobId: string): Promise<(ScanRow & SaidErased) | undefined> {
  const [row] = await sql<(ScanRow & SaidErased)[]>`
    select ${reportColumns(sql)}, ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from scans t where t.job_id = ${jobId}`
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
): Promise<(ScanAbout & SaidErased)[]> {
  return sql<(ScanAbout & SaidErased)[]>`
    select ${scanColumns(sql)}, ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from scans t
    where org_id = ${orgId}
      ${url === undefined ? sql`` : sql`and md5(url) = md5(${url}) and url = ${url}`}
      ${before ? sql`and (created_at, job_id) < (${before.createdAt}::timestamptz, ${before.scanId}::uuid)` : sql``}
    order by created_at desc, job_id desc limit ${limit}`
}

/** The scans of these jobs with their reports, in no order. */
export async function findScans(sql: Reader, jobIds: readonly string[]): Promise<(ScanRow & SaidErased)[]> {
  return sql<(ScanRow & SaidErased)[]>`
    select ${reportColumns(sql)}, ${erasedNode(sql, "encode(t.node_id, 'hex')")} as erased_node
    from scans t where t.job_id = any(${jobIds as string[]}::uuid[])`
}

/** A report's JSON text as it is stored. */
export const packReport = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Bun.zstdCompressSync(text, { level: 3 }))

/** The JSON text again, byte for byte as it was digested. */
export const unpackReport = (packed: Uint8Array<ArrayBuffer>): string =>
  new TextDecoder().decode(Bun.zstdDecompressSync(packed))

type Waiver = typeof scanWaivers.$inferSelect
export type WaiverRow = AsText<Waiver, 'head'> & {
  /** Whether a node follows the one that its row names. */
  is_overtaken: boolean
}

const waiverColumns = (sql: Reader) => sql`
  waiver_id, org_id, fingerprint, type, url, reason, expires_at, created_at, created_by, revoked_at,
  encode(head, 'hex') as head, version, seal, exists (
    select 1 from edg_nodes where stream = 'waiver:' || waiver_id and pos = coalesce(scan_waivers.version + 1, 0)) as is_overtaken`

export type WaiverToStore = Omit<Waiver, 'revoked_at' | 'head' | 'version' | 'seal'> & { seal: Uint8Array }

/** Writes a waiver with the node that says so; one that is there already stays as it is. */
export async function insertWaiver(tx: Tx, waiver: WaiverToStore, node: NodeToAppend): Promise<WaiverRow> {
  const rows = await tx`
    insert into scan_waivers (waiver_id, org_id, fingerprint, type, url, reason, expires_at, created_at, created_by,
      head, version, seal)
    values (${waiver.waiver_id}, ${waiver.org_id}, ${waiver.fingerprint}, ${waiver.type}, ${waiver.url}, ${waiver.reason},
      ${waiver.expires_at}, ${waiver.created_at}, ${waiver.created_by}, ${hexBytes(node.id)}::text::bytea, 0,
      ${hexBytes(waiver.seal)}::text::bytea)
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
export async function revokeWaiver(
  tx: Tx,
  waiverId: string,
  { node, at, seal }: { node: NodeToAppend; at: Date; seal: Uint8Array },
): Promise<WaiverRow | undefined> {
  await appendNodes(tx, [node])
  const [row] = await tx<WaiverRow[]>`
    update scan_waivers set revoked_at = ${at}, head = ${hexBytes(node.id)}::text::bytea, version = ${node.body.pos},
      seal = ${hexBytes(seal)}::text::bytea
    where waiver_id = ${waiverId} returning ${waiverColumns(tx)}`
  return row
}
