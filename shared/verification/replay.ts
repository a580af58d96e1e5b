/** Makes recorded decisions again, by the constitution that made them. V13. */
import type { NodeBody } from '#shared/contracts/node'
import { compileConstitution } from '#shared/governance/compile'
import type { Compiled } from '#shared/governance/compiled'
import { decide, decideUnread, unread } from '#shared/governance/decide'

/** @returns what is wrong with a record, if anything. @param textOf a constitution by its hash. */
export function openReplay(textOf: (hash: string) => string | undefined) {
  const compiled = new Map<string, Compiled>()
  const find = (hash: string): Compiled | undefined => {
    const kept = compiled.get(hash)
    if (kept) return kept
    const text = textOf(hash)
    const made =
      text === undefined ? undefined : compileConstitution(text, { isAnalysed: false, isInForce: true }).compiled
    if (made?.hash !== hash) return undefined
    compiled.set(hash, made)
    return made
  }
  return (record: NonNullable<NodeBody['governance']>): string | undefined => {
    const { action, phase, input } = record
    const constitution = find(record.constitution)
    if (!constitution && record.constitution !== unread) return `the constitution ${record.constitution} is not there`
    const again = constitution ? decide(constitution, action, phase, input) : decideUnread(action, phase, input)
    return JSON.stringify(again) === JSON.stringify(inOrderOf(again, record))
      ? undefined
      : 'decided again, it comes out otherwise'
  }
}

export type Replay = ReturnType<typeof openReplay>

/** The members of a record in the order in which another has them. */
const inOrderOf = <Value extends object>(model: Value, other: Value) =>
  Object.fromEntries(Object.keys(model).map((name) => [name, Reflect.get(other, name)]))
