/** References from one step to what came of another: found in a value, and resolved. Pure. */
import type { CameOf } from '#shared/agents/plan'

export type StepReference = {
  step: string
  of: 'result' | 'error' | 'node' | 'state'
  /** A JSON pointer into it; empty for all of it. */
  pointer: string
  /** JSON pointer of the object that is the reference, from the root of the value that it stands in. */
  at: string
}

type Referred = Omit<StepReference, 'at'>

// As the contract has it, and a pointer's tildes are escapes.
const shape =
  /^steps\.([A-Za-z][A-Za-z0-9_-]{0,63})\.(result|error|node|state)(?:#((?:\/(?:[^~\n\r\u2028\u2029]|~[01])*)?))?$/

/** What the text of a `$ref` says; undefined for one that says nothing. */
export function readReference(text: string): Referred | undefined {
  const [, step, of, pointer = ''] = shape.exec(text) ?? []
  // Sound: the expression knows no other word.
  return step === undefined ? undefined : { step, of: of as StepReference['of'], pointer }
}

/** One more step down a JSON pointer. */
export const pointerPart = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** A JSON pointer's steps. */
export const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Every reference in a value, in order. */
export const referencesIn = (value: unknown): StepReference[] =>
  [...marksIn(value, '')].flatMap(({ at, referred }) => (referred ? [{ ...referred, at }] : []))

/** Whether it is a reference itself, not one in it. */
export const isReference = (value: unknown): boolean =>
  isBranch(value) && standsAlone(value) && readReference(markOf(value) ?? '') !== undefined

/** Everything in a value that has a reference somewhere below it, by identity. */
export function holdersIn(value: unknown): ReadonlySet<unknown> {
  const holders = new Set<unknown>()
  const look = (part: unknown): boolean => {
    if (!isBranch(part)) return false
    if (markOf(part) !== undefined) return isReference(part)
    let isHolder = false
    for (const member of Object.values(part)) if (look(member)) isHolder = true
    if (isHolder) holders.add(part)
    return isHolder
  }
  look(value)
  return holders
}

/** Where something wants to be a reference and is none, by JSON pointer. */
export const malformedIn = (value: unknown): string[] =>
  [...marksIn(value, '')].filter(({ referred }) => !referred).map(({ at }) => at)

/** What references put into one value at most, in characters of JSON: a plan of small steps must not grow without end. */
export const putInAtMost = 16_777_216

/**
 * A copy in which each reference is what it refers to; the value itself where it holds none. What was put in is not looked
 * through again. A reference to what is not there, or for which there is no more room, stays as it is, and is named.
 */
export function resolve(
  value: unknown,
  cameOf: (step: string) => CameOf | undefined,
): { value: unknown; missing: StepReference[] } {
  const missing: StepReference[] = []
  const sizes = new Map<unknown, number>()
  let room = putInAtMost

  function sizeOf(found: unknown): number {
    const size = sizes.get(found) ?? JSON.stringify(found).length
    sizes.set(found, size)
    return size
  }

  function resolved(part: unknown, at: string): unknown {
    if (!isBranch(part)) return part
    const mark = markOf(part)
    if (mark !== undefined) {
      const referred = standsAlone(part) ? readReference(mark) : undefined
      if (!referred) return part
      const found = room < 0 ? undefined : referredTo(referred, cameOf)
      if (found !== undefined) room -= sizeOf(found)
      if (found !== undefined && room >= 0) return found
      missing.push({ ...referred, at })
      return part
    }
    const entries = entriesOf(part)
    const members = entries.map(([key, member]) => resolved(member, `${at}/${pointerPart(key)}`))
    if (members.every((member, index) => member === entries[index]?.[1])) return part
    return Array.isArray(part) ? members : Object.fromEntries(entries.map(([key], index) => [key, members[index]]))
  }

  return { value: resolved(value, ''), missing }
}

/** What a reference refers to; undefined where there is no such thing. */
export function referredTo({ step, of, pointer }: Referred, cameOf: (step: string) => CameOf | undefined): unknown {
  const came = cameOf(step)?.[of]
  let value: unknown = of === 'error' && came === null ? undefined : came
  for (const part of partsOf(pointer)) value = memberOf(value, part)
  return value
}

function memberOf(value: unknown, part: string): unknown {
  if (!isBranch(value)) return undefined
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(part) ? value[Number(part)] : undefined
  return Object.hasOwn(value, part) ? value[part] : undefined
}

type Branch = Record<string, unknown> | unknown[]

const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null
const entriesOf = (value: Branch): [string, unknown][] => Object.entries(value)

/** The text by which an object wants to be a reference. Any other `$ref` is a value like all others. */
function markOf(value: Branch): string | undefined {
  const mark = !Array.isArray(value) && Object.hasOwn(value, '$ref') ? value['$ref'] : undefined
  return typeof mark === 'string' && mark.startsWith('steps.') ? mark : undefined
}

const standsAlone = (value: Branch) => Object.keys(value).length === 1

function* marksIn(value: unknown, at: string): Generator<{ at: string; referred: Referred | undefined }> {
  if (!isBranch(value)) return
  const mark = markOf(value)
  if (mark !== undefined) yield { at, referred: standsAlone(value) ? readReference(mark) : undefined }
  else for (const [key, member] of entriesOf(value)) yield* marksIn(member, `${at}/${pointerPart(key)}`)
}
