/** Looks over what was gathered of pages: each artifact is what its digest says, and nothing that is named of one is gone. */

import { artifactsBehind, artifactsGone, drawingsBehind, namedDeparting, picturesGone } from '#db/queries/blobs'
import { overtakenVerifications } from '#db/queries/designs'
import { artifactDigest } from '#shared/evidence/sealed/artifacts'
import { sealedResults } from '#shared/evidence/sealed/jobs'
import { isAskedFor, isAsWritten } from '#shared/evidence/sealed-rows'
import { compareDesign, drawnDays, readDrawing } from '#shared/jobs/compare-design'
import type { Sealer } from '#shared/kernel/sealer'
import { textOfResult } from '#shared/queue/results'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Each comes with its document. */
const atOnce = 500

const faultOf = (table: string, org: string, digest: string, fault: string): RowFault => ({
  ...{ table, org, key: `${org}/${digest}`, fault },
  ...{ node: null, stream: null, pos: null, ins: null },
})

const artifacts: RowLook = {
  name: 'artifacts of pages',
  async page(sql, after) {
    const rows = await artifactsBehind(sql, after === undefined ? undefined : JSON.parse(after), atOnce)
    const faults = rows.flatMap(({ org_id: org, digest, document, original, picture, tree, missing }) => {
      const named = [document.original, document.picture, document.tree].map((part) => part?.digest ?? null)
      const isOwn =
        artifactDigest(document) === digest && [original, picture, tree].every((part, at) => part === named[at])
      return [
        ...(isOwn ? [] : [faultOf('page_artifacts', org, digest, `artifact ${digest} is not what its digest says`)]),
        ...missing.map((part) =>
          faultOf('stored_blobs', org, part, `artifact ${digest} names bytes that are not there`),
        ),
      ]
    })
    const end = rows.length < atOnce ? undefined : rows.at(-1)
    return { faults, last: end && JSON.stringify({ org_id: end.org_id, digest: end.digest }), rows: rows.length }
  },
}

const gone: RowLook = {
  name: 'artifacts of verifications',
  async page(sql, after, limit) {
    const { rows, last, looked } = await artifactsGone(sql, after, limit)
    const faults = rows.map(({ org_id, artifact }) =>
      faultOf('page_artifacts', org_id, artifact, `a verification names artifact ${artifact}, which is not there`),
    )
    return { faults, last, rows: looked }
  },
}

const departing: RowLook = {
  name: 'objects that are to go',
  async page(sql, after, limit) {
    const { named, last, looked } = await namedDeparting(sql, after, limit)
    const faults = named.map((place) => ({
      ...{ table: 'departing_objects', org: null, key: place },
      ...{ node: null, stream: null, pos: null, ins: null },
      fault: `the object ${place} is said to be left, and a row names it`,
    }))
    return { faults, last, rows: looked }
  },
}

/** One that was put back as it once was, seal and all. */
const waiting: RowLook = {
  name: 'verifications that wait',
  async page(sql, after, limit) {
    const { rows, last, looked } = await overtakenVerifications(sql, after, limit)
    const faults = rows.map(({ job_id: key, org_id: org, node }) => ({
      ...{ table: 'design_verifications', key, org, node, stream: `design:${key}`, pos: 0, ins: null },
      fault: `verification ${key} is said to wait, and what it proposes was decided on`,
    }))
    return { faults, last, rows: looked }
  },
}

/** Each comes with what it came to, packed. */
const drawingsAtOnce = 2000

/** For who has the key: which pictures a drawing names stands in what its job came to, and what a hand has written there names none. */
const drawings = (sealer: Sealer): RowLook => ({
  name: 'pictures of drawings',
  async page(sql, after) {
    const page = { job: compareDesign.name, days: drawnDays, limit: drawingsAtOnce }
    const { rows, last, looked } = await drawingsBehind(sql, after, page)
    const named = rows
      .filter((row) => isAsWritten(sealer, sealedResults, row))
      .flatMap(({ org_id, body }) => {
        const { verificationId: verification, ...drawn } = readDrawing(textOfResult({ body }))
        return [drawn.before, drawn.after, drawn.mask].flatMap((one) =>
          one ? [{ org_id, verification, digest: one.digest }] : [],
        )
      })
    const lacking = await picturesGone(sql, named)
    const faults = lacking.map(({ org_id, verification, digest }) =>
      faultOf(
        'stored_blobs',
        org_id,
        digest,
        `what is to see of verification ${verification} names bytes that are not there`,
      ),
    )
    return { faults, last, rows: looked }
  },
})

export const artifactLooks = (sealer: Sealer | undefined): readonly RowLook[] => [
  gone,
  artifacts,
  ...(sealer && isAskedFor(sealer, sealedResults) ? [drawings(sealer)] : []),
  departing,
  waiting,
]
