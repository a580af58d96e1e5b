/** A KMS as this service uses one: it wraps and unwraps small secrets by a key that never leaves it. */

export type Kms = {
  /** The key in it, as settings name it: `hashivault://assay`. */
  address: string
  /** @throws KeyUnavailable, as all of these do, in bounded time. */
  wrap: (plain: string) => Promise<string>
  unwrap: (wrapped: string) => Promise<string>
  /** The same secret under the newest version of the key; the KMS alone sees it. */
  rewrap: (wrapped: string) => Promise<string>
  /** Which version of the key something is wrapped by, in a word. */
  versionOf: (wrapped: string) => string
}

/** What a process ends with that cannot have its keys, and a command: both may be tried again later. */
export const keyUnavailableCode = 3

/** A key cannot be had, and no other may take its place: said in one sentence that has nothing secret in it. */
export const keyUnavailable = (message: string): Error => Object.assign(new Error(message), { name: 'KeyUnavailable' })

export const isKeyUnavailable = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'KeyUnavailable'
