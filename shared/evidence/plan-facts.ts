/** What the node of a plan says of its steps, so that their rows can be held to it. Pure. */
import type { StoredStep } from '#db/queries/plans'
import { canonicalJson, saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'

/** A step as it was planned. @param spec JSON text. */
type Planned = Pick<StoredStep, 'id' | 'type' | 'agent'> & { needs: readonly number[]; spec: string | null }

/** Which steps there are and what they need: nothing of what they are asked, so it can be held to for ever. */
export const shapeOf = (steps: readonly Planned[]): string =>
  sha256Hex(canonicalJson(steps.map(({ id, type, agent, needs }) => [id, type, agent, needs])))

/** What each of them is asked, as it is stored; under the salt with which that is erased. */
export const specsDigest = (salt: Uint8Array, steps: readonly Planned[]): string =>
  saltedTextDigest(salt, steps.map(({ spec }) => spec ?? '').join('\n')).digest

export const planFacts = (salt: Uint8Array, steps: readonly Planned[]) => ({
  shape: shapeOf(steps),
  specs_digest: specsDigest(salt, steps),
})

/** @param sum of the text that a step was given. */
export const inputDigest = (salt: Uint8Array, sum: Uint8Array): string =>
  saltedTextDigest(salt, Buffer.from(sum).toString('hex')).digest
