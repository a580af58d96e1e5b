/** generate-tree: builds the measurement tree of one stored trace or of a whole system, or compares two systems. */
import { type Static, Type as t } from '@sinclair/typebox'
import type { Comparison } from '#db/documents/comparison'
import type { SystemTree } from '#db/documents/system-tree'
import { unpackTree } from '#db/queries/trees'
import { defineJob } from '#shared/jobs/contract'

/** A system, or what was stored of it from a moment on, up to another one. */
const ComparedSide = t.Object({
  systemSource: t.String(),
  from: t.Optional(t.String()),
  to: t.Optional(t.String()),
})
export type ComparedSide = Static<typeof ComparedSide>

export const generateTree = defineJob({
  name: 'generate-tree',
  areas: ['A'],
  // 2: profiles, and comparisons, that a worker of the release before does not know.
  version: 2,
  payload: t.Union([
    t.Object({
      of: t.Literal('trace'),
      traceId: t.String(),
      depth: t.Integer({ minimum: 1, maximum: 6 }),
      includeRaw: t.Boolean(),
    }),
    t.Object({
      of: t.Literal('system'),
      systemSource: t.String(),
      /** `id@version`, or an id alone for the newest. */
      profile: t.String(),
      /** What the tree is of: its system, traces and profile. Asked for the same, the tree that is there is met again. */
      snapshot: t.Optional(t.String({ format: 'uuid' })),
    }),
    t.Object({
      of: t.Literal('comparison'),
      a: ComparedSide,
      b: ComparedSide,
      profile: t.String(),
      snapshot: t.String({ format: 'uuid' }),
    }),
  ]),
  waitMs: 10_000,
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 30 },
  streams: ['tree:'],
})

/** A system's tree is made of its newest traces, this many at most: more would keep the other seats waiting. */
export const madeOfAtMost = 10_000

/** And at most so many annotations of people, the newest. */
export const annotationsOfAtMost = 100_000

/**
 * Of how many traces a system's tree is, those among them that said nothing any more, and of how many annotations of people; of these it is
 * undefined where the tree's profile knows none. Undefined where it is no such tree.
 */
export function saidOfTree(
  body: Uint8Array<ArrayBuffer>,
): { traces: number; annotations: number | undefined } | undefined {
  try {
    // Sound: whatever else it is has no such members, or fails.
    const { level_1, level_4, level_6 } = JSON.parse(unpackTree(body)) as SystemTree
    const erased = level_1.interpretation.limitations.flatMap(
      (each) => /^(\d+) erased traces are/.exec(each)?.[1] ?? [],
    )
    const { people } = level_4
    return {
      traces: level_6.telemetry.traces + Number(erased[0] ?? 0),
      annotations: people === undefined ? undefined : people === null ? 0 : people.annotations + people.superseded,
    }
  } catch {
    return undefined
  }
}

export type ComparedCount = {
  traces: number
  /** The moments that it was asked for between. Undefined where a release before has not said whether it was. */
  asked: Pick<ComparedSide, 'from' | 'to'> | undefined
}

/** The same of a comparison, of either system. */
export function tracesOfComparison(body: Uint8Array<ArrayBuffer>): [a: ComparedCount, b: ComparedCount] | undefined {
  try {
    // Sound: as above.
    const { a, b, limitations } = JSON.parse(unpackTree(body)) as Comparison
    const erasedOf = (name: string) =>
      limitations.flatMap((each) => new RegExp(`^(\\d+) erased traces of ${name} are`).exec(each)?.[1] ?? [])
    const countOf = ({ n, asked_from: from, asked_to: to }: Comparison['a'], name: string): ComparedCount => ({
      traces: n + Number(erasedOf(name)[0] ?? 0),
      asked: from === undefined || to === undefined ? undefined : { ...(from && { from }), ...(to && { to }) },
    })
    return [countOf(a, 'a'), countOf(b, 'b')]
  } catch {
    return undefined
  }
}

/** What a finished job is presented from, whether told along with the ending or read from the store. */
export type MadeTree = {
  org_id: string
  trace_id: string | null
  system_source: string
  /** Of a comparison: the second system. Null of a tree. */
  compared_with: string | null
  /** ISO 8601. */
  generated_at: string
  validity_score: number | null
  schema_version: string
  /** The evidence node's id, hex. */
  node_id: string
  /** What the trace says, and what was decided on it; null for a system's tree. */
  constitutional_compliance: boolean | null
  governance_tier: string | null
  /** `none`: a task would be held until a person had looked at it, and nobody has. Null: it would not be held. */
  human_review: string | null
  /** The JSON text of the tree, packed as it is stored. */
  body: Uint8Array<ArrayBuffer>
}

/** A made tree as the text that rides with a job's ending. */
export const treeReply = (tree: MadeTree): string => JSON.stringify({ ...tree, body: tree.body.toBase64() })

export function readTreeReply(reply: string): MadeTree {
  const tree: Omit<MadeTree, 'body' | 'compared_with'> & { body: string; compared_with?: string | null } =
    JSON.parse(reply)
  // A worker of the release before says nothing of comparisons.
  return { compared_with: null, ...tree, body: Uint8Array.fromBase64(tree.body) }
}

/** What a made tree is answered as. The stored text goes out as it is: it is what was digested. */
export function treeAnswer(tree: MadeTree): string {
  if (tree.compared_with !== null) {
    const { system_source: a, compared_with: b, generated_at, schema_version } = tree
    return `{"comparison":${unpackTree(tree.body)},"metadata":${JSON.stringify({ a, b, generated_at, schema_version })}}`
  }
  const metadata = JSON.stringify({
    ...(tree.trace_id === null ? { system_source: tree.system_source } : { trace_id: tree.trace_id }),
    generated_at: tree.generated_at,
    validity_score: tree.validity_score,
    schema_version: tree.schema_version,
  })
  return `{"corix_tree":${unpackTree(tree.body)},"metadata":${metadata}}`
}
