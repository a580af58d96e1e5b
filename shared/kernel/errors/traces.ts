/** Traces, their annotations and the systems that they are about. */
import { ServiceError } from '#shared/kernel/errors'

export const annotationsNotUnderstood = () =>
  new ServiceError('NO_WORKER', 'a ledger of the release before runs, which knows no annotations: nothing was done', {
    details: { job: 'annotations' },
    headers: { 'Retry-After': '15' },
  })

export const traceNotFound = (traceId: string) =>
  new ServiceError('TRACE_NOT_FOUND', `no trace ${traceId}`, { details: { trace_id: traceId } })

export const traceErased = (traceId: string) =>
  new ServiceError('STATE_CONFLICT', `trace ${traceId} was erased: there is nothing left in it to judge`, {
    details: { trace_id: traceId },
  })

export const tooManyAnnotations = (traceId: string, limit: number) =>
  new ServiceError('STATE_CONFLICT', `trace ${traceId} has ${limit} annotations, and may have no more`, {
    details: { trace_id: traceId, limit },
  })

export const annotationErased = (annotationId: string) =>
  new ServiceError('STATE_CONFLICT', `annotation ${annotationId} was erased since`, {
    details: { annotation_id: annotationId },
  })

export const systemNotFound = (systemSource: string) =>
  new ServiceError('SYSTEM_NOT_FOUND', `no traces of system ${systemSource}`, {
    details: { system_source: systemSource },
  })

export const systemErased = (systemSource: string) =>
  new ServiceError(
    'STATE_CONFLICT',
    `what is asked for of system ${systemSource} was erased: nothing is left to measure`,
    {
      details: { system_source: systemSource },
    },
  )
