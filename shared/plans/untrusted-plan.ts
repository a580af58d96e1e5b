/** What a plan that a model made holds though its goal does not ask for it. Pure. */
import type { StepRequest } from '#shared/contracts/tasks'
import { clausesOf } from '#shared/plans/goal-parser'
import { isPlannable } from '#shared/plans/prompt'

/** Each in words. */
export function foreignIn(steps: readonly StepRequest[], goal: string): string[] {
  const asked = new Set([goal, ...clausesOf(goal).flatMap(({ address }) => address)].flatMap(addressesIn))
  return steps.flatMap(({ id, type, payload = {}, when }) => {
    const texts = textsIn([payload, when])
    const foreign = texts.flatMap(addressesIn).filter((address) => !asked.has(address))
    const { url } = payload
    return [
      ...(isPlannable({ type }) ? [] : [`step ${id} plans`]),
      // Whatever a page or a stored trace says is not for a plan to visit.
      ...(type === 'accessibility.scan' && typeof url !== 'string' ? [`step ${id} visits what is not known yet`] : []),
      ...foreign.map((address) => `step ${id} speaks of ${address.slice(0, 200)}, which the goal does not`),
      ...(texts.every(isStorable) ? [] : [`step ${id} holds what cannot be stored`]),
      ...(numbersIn([payload, when]).every(isExact) ? [] : [`step ${id} holds a number that cannot be held exactly`]),
    ]
  })
}

/** As URL serialises them: what a text is, and what it holds. Ends of sentences and brackets are left out. */
function addressesIn(text: string): string[] {
  const whole = URL.parse(text)
  const held = [...text.matchAll(/[a-z][a-z0-9+.-]*:[/\\]+[^\s"'<>()“”]+/gi)].flatMap(([found]) => [
    URL.parse(found.replace(/[.,;:!?\]}]+$/, ''))?.href ?? found,
  ])
  return whole && /^(?:https?|ftp|file|wss?|data|javascript):$/.test(whole.protocol) ? [whole.href, ...held] : held
}

const nul = String.fromCharCode(0)
const isStorable = (text: string) => text.isWellFormed() && !text.includes(nul)
const isExact = (value: number) => !Number.isInteger(value) || Number.isSafeInteger(value)

const textsIn = (value: unknown): string[] => leavesIn(value).filter((leaf) => typeof leaf === 'string')
const numbersIn = (value: unknown): number[] => leavesIn(value).filter((leaf) => typeof leaf === 'number')

/** Names of members among them. */
function leavesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [value]
  const names: unknown[] = Array.isArray(value) ? [] : Object.keys(value)
  return [...names, ...Object.values(value).flatMap(leavesIn)]
}
