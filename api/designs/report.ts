/** What there is to see of a verification: the page that tells it, and what differs as a picture. Both are drawn by a worker when first asked for. */
import { designReportPolicy, renderDesignReport } from '#api/designs/report-page'
import { type PictureName, pictureBytes, type ReportPicture, type ReportPictures } from '#api/designs/report-pictures'
import type { AppContext } from '#api/http/context'
import { type AcceptedAnswer, type Answer, bind, type Call, callerOf, type Endpoint } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { callJob } from '#api/http/job-call'
import { streamText } from '#api/http/stream-text'
import { verbContext } from '#api/http/verb-context'
import type { Reader } from '#db/client'
import { type Blobs, openBlobs } from '#shared/designs/blobs'
import { readDesignReport, requireVerification } from '#shared/designs/review'
import { sealedBlobs } from '#shared/evidence/sealed/artifacts'
import { compareDesign, type Drawing, type DrawnPicture, drawingJobId, readDrawing } from '#shared/jobs/compare-design'
import { waitMsOf } from '#shared/jobs/contract'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { verificationNotFound } from '#shared/kernel/errors/verifications'
import { versions } from '#shared/kernel/version'
import { resultOfJob, whyWithoutResult } from '#shared/queue/results'
import { designRoutes } from '#shared/routes/designs'

type OneCall = Call<unknown, unknown, { verificationId: string }>

export function reportEndpoints(room: AppContext): Endpoint[] {
  const { log } = room
  const find = (call: OneCall) => requireVerification(verbContext(room, call, 'D'), call.params.verificationId)
  const present = differencePresenter(room)

  return [
    bind(designRoutes.getDifferencePicture, async (call) => {
      const { job_id: verificationId } = await find(call)
      return withDrawing(call, room, verificationId, (drawing) => present(call, drawing))
    }),
    bind(designRoutes.getVerificationPage, async (call) => {
      const row = await find(call)
      const etag = `"${row.job_id}-report-${versions.api}"`
      const headers = {
        ETag: etag,
        'Cache-Control': 'private, no-cache',
        'Content-Disposition': `inline; filename="design-${row.job_id}.html"`,
        'Content-Security-Policy': designReportPolicy,
      }
      if (isKnown(call.request, etag)) return { status: 304 as const, headers }
      const report = readDesignReport(row.report)
      return withDrawing(call, room, row.job_id, async (drawing) => {
        const pieces = inTurn(renderDesignReport(report, await picturesOf(room, callerOf(call).orgId, drawing)))
        const content = await streamText(pieces, { log, requestId: call.requestId, what: 'design report' })
        return { status: 200 as const, raw: { content, type: 'text/html; charset=utf-8' }, headers }
      })
    }),
  ]
}

/** Has it drawn, or presents what was drawn before. */
async function withDrawing<Shown extends Answer>(
  call: OneCall,
  room: AppContext,
  verificationId: string,
  show: (drawing: Drawing) => Promise<Shown>,
): Promise<Shown | AcceptedAnswer> {
  const jobId = drawingJobId(verificationId, new Date())
  const stored = () => room.read((sql) => resultOfJob(sql, room.signer, jobId))
  const known = await stored()
  if (known !== undefined) return show(readDrawing(known))
  return callJob(call, room, {
    contract: compareDesign,
    payload: { of: 'mask', verificationId },
    jobId,
    limitMs: waitMsOf(room.config, compareDesign),
    present: async (_, reply) => {
      const text = reply ?? (await stored())
      if (text === undefined) throw await room.read((sql) => whyWithoutResult(sql, jobId))
      return show(readDrawing(text))
    },
  })
}

/** Presents what differs, of whatever was drawn. */
function differencePresenter({ readLong, config, signer }: Pick<AppContext, 'readLong' | 'config' | 'signer'>) {
  const blobs = openBlobs(config, signer)
  return async (call: OneCall, { verificationId, mask }: Drawing) => {
    if (!mask) throw verificationNotFound(verificationId, 'difference picture of verification')
    const headers = { ETag: `"${mask.digest}"`, 'Cache-Control': 'private, no-cache' }
    if (isKnown(call.request, headers.ETag)) return { status: 304 as const, headers }
    const bytes = await readLong((sql) => drawnBytes(sql, blobs, callerOf(call).orgId, mask))
    return { status: 200 as const, raw: { content: new Blob([bytes]), type: mask.type }, headers }
  }
}

/** Those that the page draws; larger ones are named and not read. */
async function picturesOf(
  { readLong, config, signer }: AppContext,
  orgId: string,
  drawing: Drawing,
): Promise<ReportPictures> {
  const blobs = openBlobs(config, signer)
  const read = async (name: PictureName): Promise<ReportPicture | null> => {
    const picture = drawing[name]
    if (!picture) return null
    const { type, width, height } = picture
    if (picture.bytes > pictureBytes) return { bytes: null, type, width, height }
    return { bytes: await readLong((sql) => drawnBytes(sql, blobs, orgId, picture)), type, width, height }
  }
  return { before: await read('before'), after: await read('after'), mask: await read('mask') }
}

/** Of a picture that a drawing names: it is kept for longer than that is met. @throws EVIDENCE_MISMATCH where it is gone. */
async function drawnBytes(sql: Reader, blobs: Blobs, orgId: string, { digest }: DrawnPicture) {
  const bytes = await blobs.get(sql, orgId, digest)
  if (!bytes) throw evidenceMismatch(sealedBlobs.table, null)
  return bytes
}

async function* inTurn<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}
