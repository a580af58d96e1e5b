/** Traces, their annotations and the systems that they are about. */
import { ServiceError } from '#shared/kernel/errors'

export const traceNotFound = (traceId: string) =>
  new ServiceError('TRACE_NOT_FOUND', `no trace ${traceId}`, { details: { trace_id: traceId } })

export const traceErased = (traceId: string) =>
  new ServiceError('STATE_CONFLICT', `trace ${traceId} was erased: nothing is left in it to judge`, {
    details: { trace_id: traceId },
  })

export const tooManyAnnotations = (traceId: string, limit: number) =>
  new ServiceError('STATE_CONFLICT', `trace ${traceId} already has ${limit} annotations, the most that it may have`, {
    details: { trace_id: traceId, limit },
  })

export const annotationErased = (annotationId: string) =>
  new ServiceError('STATE_CONFLICT', `annotation ${annotationId} has been erased`, {
    details: { annotation_id: annotationId },
  })

export const systemNotFound = (systemSource: string) =>
  new ServiceError('SYSTEM_NOT_FOUND', `there are no traces of system ${systemSource}`, {
    details: { system_source: systemSource },
  })

export const systemErased = (systemSource: string) =>
  new ServiceError(
    'STATE_CONFLICT',
    `all traces of system ${systemSource} that this is about were erased: nothing is left to measure`,
    {
      details: { system_source: systemSource },
    },
  )
