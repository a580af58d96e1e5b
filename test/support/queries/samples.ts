/** Values of a shape: one that is whole, one that is as little as may be, and those that differ from either in one part. */
import type { Shape } from '#test/support/queries/shapes'

/** What stands for text where a name is asked for: these are there in every store. */
const names: Readonly<Record<string, string>> = {
  schema: 'public',
  name: 'violation_changes',
  table: 'job',
  risk_level: 'low',
}

const most = 60

export function samplesOf(shape: Shape, handle: unknown, name = ''): unknown[] {
  switch (shape.is) {
    case 'text':
      return [names[name] ?? 'x']
    case 'number':
      return [1]
    case 'boolean':
      return [true, false]
    case 'date':
      return [new Date(0)]
    case 'bytes':
      return [new Uint8Array(32)]
    case 'null':
      return [null]
    case 'undefined':
      return [undefined]
    case 'anything':
      return [{}]
    case 'literal':
      return [shape.value]
    case 'handle':
      return [handle]
    case 'function':
      return [() => undefined]
    case 'list':
      return samplesOf(shape.of, handle, name).map((each) => [each])
    case 'either':
      return eitherOf(shape.of).flatMap((each) => samplesOf(each, handle, name))
    case 'record':
      return recordsOf(shape.members, handle)
  }
}

/** What is there before what is not. */
const eitherOf = (shapes: readonly Shape[]): Shape[] =>
  shapes.toSorted((one, other) => Number(isNothing(one)) - Number(isNothing(other)))
const isNothing = ({ is }: Shape) => is === 'null' || is === 'undefined'

function recordsOf(members: Readonly<Record<string, Shape>>, handle: unknown): unknown[] {
  const names = Object.keys(members)
  const each = Object.entries(members).map(([name, shape]) => samplesOf(shape, handle, name))
  return variantsOf(each).map((values) => Object.fromEntries(names.map((name, at) => [name, values[at]])))
}

/** Calls with these parameters. */
export const callsOf = (parameters: readonly { name: string; shape: Shape }[], handle: unknown): unknown[][] =>
  variantsOf(parameters.map(({ name, shape }) => samplesOf(shape, handle, name)))

/** All that is whole, all that is least, and each of both with one of its parts otherwise. */
function variantsOf(each: readonly (readonly unknown[])[]): unknown[][] {
  const whole = each.map((samples) => samples[0])
  const least = each.map((samples) => samples.at(-1))
  const others = each.flatMap((samples, at) =>
    samples.flatMap((sample, nth) => [
      ...(nth > 0 ? [whole.with(at, sample)] : []),
      ...(nth < samples.length - 1 ? [least.with(at, sample)] : []),
    ]),
  )
  return [whole, least, ...others].slice(0, most)
}
