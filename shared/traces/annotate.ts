/** Takes in what a person says of a trace: beside all that was said of it before, with the node that records it. */
import { randomBytes } from 'node:crypto'
import type { Answers } from '#db/documents/annotation'
import {
  type AnnotationPlace,
  type AnnotationRow,
  type AnnotationSaid,
  findAnnotation,
  holdForAnnotation,
  insertAnnotation,
} from '#db/queries/annotations'
import { findTraces } from '#db/queries/traces'
import { annotationsOfTrace, type PersonAnnotationInput } from '#shared/contracts/annotations'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import type { SignedNode } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { annotationText } from '#shared/evidence/payload-kinds'
import { requireProvenAnnotations, sealedAnnotations } from '#shared/evidence/sealed/annotations'
import { requireProvenTraces } from '#shared/evidence/sealed/traces'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type Requester, type VerbContext } from '#shared/evidence/verb-context'
import { annotationErased, tooManyAnnotations, traceErased, traceNotFound } from '#shared/kernel/errors/traces'

/**
 * The annotation, also when the same request made it before.
 * @throws NO_WORKER while the ledger knows no annotations, TRACE_NOT_FOUND also for a trace that is somebody else's, STATE_CONFLICT
 * when the trace was erased, has all it may have, or the annotation was erased since.
 */
export async function annotateTrace(
  { actor, read, writing, tools }: VerbContext<{ signer: Signer }>,
  { traceId, input }: { traceId: string; input: PersonAnnotationInput },
): Promise<AnnotationRow> {
  const { orgId } = actor
  await requireKnownToLedger(read, 'annotations')
  const annotationId = newIdFor(actor, 'annotation')
  const now = new Date()
  // One name, however its letters are put together.
  const rater = input.rater.normalize('NFC')
  const row = await writing({ kind: 'annotation', id: annotationId, traceId }).begin(async (tx) => {
    const place = await holdForAnnotation(tx, { traceId, orgId, rater })
    if (!place) throw traceNotFound(traceId)
    const known = await findAnnotation(tx, annotationId)
    if (known) {
      requireProvenAnnotations(tools.signer, [known])
      if (known.payload_salt.length === 0) throw annotationErased(annotationId)
      return known
    }
    // Its system goes into the node: it is the one that the trace came in with.
    requireProvenTraces(tools.signer, await findTraces(tx, [traceId]))
    if (place.trace.is_erased) throw traceErased(traceId)
    if (place.ord >= annotationsOfTrace) throw tooManyAnnotations(traceId, annotationsOfTrace)
    const said = { annotation_id: annotationId, trace_id: traceId, rater, answers: input.answers }
    const annotation = { ...said, comment: input.comment ?? null, payload_salt: randomBytes(16) }
    const { ord, rater_id, trace } = place
    const node = nodeOf(annotation, place, { actor, now, signer: tools.signer })
    const about = { ...annotation, ord, rater_id, org_id: orgId, system_source: trace.system_source, created_at: now }
    const seal = sealOf(tools.signer, sealedAnnotations, { ...about, status: 'recorded', node_id: node.id, version: 0 })
    await insertAnnotation(tx, { ...about, seal }, node)
    return findAnnotation(tx, annotationId)
  })
  if (!row) throw new Error(`annotation ${annotationId} is not there after it was written`)
  return row
}

function nodeOf(
  annotation: AnnotationSaid & Pick<AnnotationRow, 'payload_salt'>,
  { trace, ord, rater_id, before }: AnnotationPlace,
  { actor, now, signer }: { actor: Requester; now: Date; signer: Signer },
): SignedNode {
  const { annotation_id: id, trace_id, answers, payload_salt: salt } = annotation
  const { system_source } = trace
  return nodeOfKind(signer, {
    kind: 'annotation.recorded',
    id,
    orgId: actor.orgId,
    agent: 'assay-api',
    at: now,
    inputs: [
      { hash: trace.node_id, height: trace.height },
      ...(before ? [{ rel: 'supersedes' as const, hash: before.node_id, height: before.height }] : []),
    ],
    payload: { salt, text: annotationText(annotation) },
    result: { state: 'recorded', org: actor.orgId, system_source, trace_id, ord, rater_id, ...answersSaid(answers) },
    request: requestOf(actor),
  })
}

/** What its node says of every category, and verification holds its row to; empty where nothing was answered. */
const answersSaid = (answers: Answers) => ({
  appropriateness: answers.appropriateness ?? '',
  factuality: answers.factuality ?? '',
  response_quality: answers.response_quality ?? '',
  safety: answers.safety ?? '',
  user_experience: answers.user_experience ?? '',
})
