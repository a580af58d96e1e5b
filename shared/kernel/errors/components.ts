/** Components of a library. */
import { ServiceError } from '#shared/kernel/errors'

export const componentNotFound = (id: string) =>
  new ServiceError('COMPONENT_NOT_FOUND', `no component ${id}`, { details: { id } })
