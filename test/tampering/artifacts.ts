/** What can be done to what was gathered of pages, and to the bytes that it names. */
import { readDrawing } from '#shared/jobs/compare-design'
import { resultOfJob } from '#shared/queue/results'
import type { Filled } from '#test/tampering/filled'
import type { Tampering } from '#test/tampering/tampering'

type Table = 'page_artifacts' | 'stored_blobs'

/** The artifact of the verification that waits, and its picture. */
const mine: Record<Table, string> = {
  page_artifacts: `digest = (select artifact from design_verifications where job_id = '$')`,
  stored_blobs: `digest = (
    select a.picture from design_verifications v join page_artifacts a on a.digest = v.artifact where v.job_id = '$')`,
}
const picture = ({ service, things }: Filled) =>
  service.call(`GET /api/verify-design/${things.waitingVerification}/actual`)

/** @param named whose key is told, where it is not that of the row as it was. */
function done(
  table: Table,
  columns: Tampering['columns'],
  change: string,
  { named, isShown = true }: { named?: { table: Table; key: (key: string) => string }; isShown?: boolean } = {},
): Tampering {
  return {
    table,
    columns,
    what: `${table}: ${change}`,
    async act(tx, { things }) {
      const where = mine[table].replace('$', String(things.waitingVerification))
      const [row] = await tx.unsafe<{ key: string }[]>(
        `select org_id || '/' || digest as key from ${table} where ${where}`,
      )
      const statement = change === 'delete' ? `delete from ${table}` : `update ${table} set ${change}`
      await tx.unsafe(`${statement} where ${where}`)
      const key = row?.key ?? ''
      return { check: 'V12', row: { table: named?.table ?? table, key: named?.key(key) ?? key } }
    },
    ...(isShown ? { door: { opens: picture } } : {}),
  }
}

/** No artifact names what differs: what its drawing came to does. */
const maskTakenAway: Tampering = {
  table: 'stored_blobs',
  columns: '*',
  what: 'stored_blobs: what differs as a picture, which only a drawing names, is deleted',
  async act(tx, { signer, things }) {
    const text = await resultOfJob(tx, signer, things.drawing)
    const { mask } = readDrawing(text ?? '{}')
    if (!mask) throw new Error('nothing was drawn')
    await tx`delete from stored_blobs where digest = ${mask.digest}`
    return { check: 'V12', row: { table: 'stored_blobs', key: `org_test/${mask.digest}` } }
  },
  door: {
    opens: async ({ service, signer, sql, things }) => {
      const { verificationId } = readDrawing((await resultOfJob(sql, signer, things.drawing)) ?? '{}')
      return service.call(`GET /api/verify-design/${verificationId}/diff`)
    },
  },
}

export const artifactTamperings: readonly Tampering[] = [
  done('page_artifacts', ['org_id'], "org_id = 'org_else'", {
    named: { table: 'page_artifacts', key: (key) => key.replace('org_test', 'org_else') },
  }),
  done('page_artifacts', ['digest'], "digest = repeat('0', 64)", {
    named: { table: 'page_artifacts', key: () => `org_test/${'0'.repeat(64)}` },
  }),
  done('page_artifacts', ['sightings'], 'sightings = sightings + 1', { isShown: false }),
  done('page_artifacts', ['seal'], 'seal = null', { isShown: false }),
  done('page_artifacts', ['document'], `document = (document::jsonb || '{"url":"https://elsewhere.test/"}')::json`),
  done('page_artifacts', ['original'], 'original = null', { isShown: false }),
  done('page_artifacts', ['picture'], 'picture = null', { isShown: false }),
  done('page_artifacts', ['tree'], "tree = repeat('0', 64)", {
    isShown: false,
  }),
  done('page_artifacts', '*', 'delete'),
  done('stored_blobs', ['org_id'], "org_id = 'org_else'", {
    named: { table: 'stored_blobs', key: (key) => key.replace('org_test', 'org_else') },
  }),
  done('stored_blobs', ['digest'], "digest = repeat('0', 64)", {
    named: { table: 'stored_blobs', key: () => `org_test/${'0'.repeat(64)}` },
  }),
  done('stored_blobs', ['type'], "type = 'text/plain'"),
  done('stored_blobs', ['bytes'], 'bytes = bytes + 1', { isShown: false }),
  done('stored_blobs', ['body'], "body = body || decode('00', 'hex')"),
  done('stored_blobs', ['body'], 'body = null'),
  done('stored_blobs', ['place'], "place = 'elsewhere'", { isShown: false }),
  done('stored_blobs', ['body_sha256'], "body_sha256 = sha256('x')", { isShown: false }),
  done('stored_blobs', ['seal'], 'seal = null', { isShown: false }),
  done('stored_blobs', '*', 'delete'),
  maskTakenAway,
]
