/** What of a task's payload lies in the store only sealed: what opens doors, like the cookies of a page behind a login. */

import { referencesIn } from '#shared/agents/references'
import type { TaskType } from '#shared/agents/task-type'
import type { Seal } from '#shared/kernel/encryption'
import { invalidRequest } from '#shared/kernel/errors/request'

type Payload = Record<string, unknown>
type Sealing = { seal: Seal; orgId: string }

/** The payload as it is stored. What refers to another step's result is in the store already. */
export const sealSecrets = ({ secrets = [] }: TaskType, payload: Payload, { seal, orgId }: Sealing): Payload =>
  mapped(payload, secrets, (value) =>
    referencesIn(value).length > 0 ? value : { $sealed: seal.seal(JSON.stringify(value), orgId) },
  )

/** The payload as it was given. @throws INVALID_REQUEST for what only looks sealed. */
export const openSecrets = ({ secrets = [] }: TaskType, payload: Payload, { seal, orgId }: Sealing): Payload =>
  mapped(payload, secrets, (value, name) => {
    const sealed = sealedIn(value)
    if (sealed === undefined) return value
    try {
      return JSON.parse(seal.open(sealed, orgId))
    } catch {
      throw invalidRequest([{ path: `/payload/${name}`, message: 'cannot be opened', expected: 'what was given' }])
    }
  })

/** What is sealed as it is shown. */
export const hideSealed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          sealedIn(member) === undefined ? member : { $sealed: true },
        ]),
      )
    : value

function sealedIn(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('$sealed' in value)) return undefined
  return typeof value.$sealed === 'string' && Object.keys(value).length === 1 ? value.$sealed : undefined
}

const mapped = (payload: Payload, names: readonly string[], act: (value: unknown, name: string) => unknown): Payload =>
  names.some((name) => Object.hasOwn(payload, name))
    ? Object.fromEntries(
        Object.entries(payload).map(([name, value]) => [name, names.includes(name) ? act(value, name) : value]),
      )
    : payload
