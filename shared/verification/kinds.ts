/** Whether a text is a node of its kind: in its stream, about its subject, with its facts. */
import type { TSchema } from '@sinclair/typebox'
import '#shared/kernel/schema/formats'
import { NodeBody, nodeKinds } from '#shared/contracts/node'
import { kinds } from '#shared/evidence/kinds'
import { type Check, compiledLater } from '#shared/kernel/schema/compiled-later'

const bodyCheck = compiledLater(NodeBody)
const resultChecks: ReadonlyMap<string, Check<TSchema>> = new Map(
  nodeKinds.map((kind) => [kind, compiledLater<TSchema>(kinds[kind].result)]),
)

/** Why a value is no node of its kind; undefined for a sound one. */
export function shapeFault(value: unknown): string | undefined {
  if (!bodyCheck.Check(value)) {
    const error = bodyCheck.Errors(value).First()
    return `the body's ${error?.path || 'shape'} does not fit`
  }
  const { stream, subjects }: { stream: string; subjects: readonly string[] } = kinds[value.kind]
  const isInStream = stream.endsWith(':') ? value.stream.startsWith(stream) : value.stream === stream
  if (!isInStream) return `a ${value.kind} does not stand in the stream ${value.stream}`
  if (!subjects.includes(value.subject.type)) return `a ${value.kind} is not about a ${value.subject.type}`
  const check = resultChecks.get(value.kind)
  if (!check?.Check(value.result)) {
    const error = check?.Errors(value.result).First()
    return `the result's ${error?.path || 'shape'} does not fit a ${value.kind}`
  }
  return undefined
}
