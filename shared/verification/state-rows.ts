/** Whether rows of state say what the nodes say that stand behind them. */
import type { Reader } from '#db/client'
import { type PlanCounts, planCountsOf, type StateRow, type StepStateRow, stepStatesOf } from '#db/queries/integrity'
import { findLeaf } from '#db/queries/log'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { openForgeries } from '#shared/verification/forgeries'
import { type TaskFault, taskFaults } from '#shared/verification/task-rows'

/** What is wrong with a row beside the newest node of its stream. */
export function stateFault({
  stream,
  status,
  version,
  head,
  newest,
  newest_pos,
  newest_body,
  first_body,
  facts,
}: StateRow): string | undefined {
  if (status === null) return `there is no row of state for ${stream}`
  if (newest === null || newest_body === null) return `the row of ${stream} has no node`
  if (head !== newest || version !== newest_pos) return `the row of ${stream} names ${head} as its newest node`
  const state = stateIn(newest_body)
  if (state !== undefined && state !== status) return `the row of ${stream} says ${status}, its newest node ${state}`
  const { first, counted, ...newestFacts } = facts ?? {}
  const less = countedLess(counted ?? {}, newest_body)
  if (less !== undefined) return `the row of ${stream} counts fewer ${less} than its newest node says`
  const astray = factAstray(newestFacts, newest_body, head) ?? factAstray(first ?? {}, first_body, head)
  return astray === undefined ? undefined : `the row of ${stream} has another ${astray} than its nodes say`
}

/** What of a row is counted on without a node, and is less than it was when the newest was made. */
function countedLess(counted: object, text: string): string | undefined {
  const said: Readonly<Record<string, unknown>> = saidBy(text)?.result ?? {}
  return Object.entries(counted).find(([name, count]) => {
    const least = said[name]
    return typeof least === 'number' && !(count >= least)
  })?.[0]
}

/** What of a row is not as a node says it. Nodes of an earlier release say less. */
function factAstray(facts: object, text: string | null, head: string): string | undefined {
  const body = text === null ? undefined : saidBy(text)
  const said: Readonly<Record<string, unknown>> = { org: body?.org, timestamp: body?.timestamp, ...body?.result }
  return Object.entries(facts).find(
    ([name, value]) => said[name] !== undefined && said[name] !== factOf(value, head),
  )?.[0]
}

/** An object is told by its digest, in which nothing names the node that says so. */
function factOf(value: unknown, head: string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withoutNode(member, head)])
  return sha256Hex(canonicalJson(Object.fromEntries(members)))
}

function withoutNode(member: unknown, head: string): unknown {
  if (typeof member !== 'object' || member === null || !('node' in member) || member.node !== head) return member
  const { node: _, ...rest } = member
  return rest
}

/** Whether the newest node of a row's stream is one that gets no place in the log: the row is looked at again without it. */
export async function isNewestForged(sql: Reader, { newest }: Pick<StateRow, 'newest'>): Promise<boolean> {
  if (newest === null || (await findLeaf(sql, newest)) !== undefined) return false
  return (await openForgeries(sql).amongStored([Buffer.from(newest, 'hex')])).size > 0
}

/** A step's own state is not its task's, which stands beside it. */
function stateIn(text: string): unknown {
  const said = saidBy(text)
  return said?.kind === 'step.state' ? said.result?.task_state : said?.result?.state
}

type Said = {
  kind: string
  org?: string
  timestamp?: string
  result: { state?: unknown; step?: unknown; task_state?: unknown } | null
}
function saidBy(text: string): Said | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type StepFault = TaskFault | { stream: string; step: StepStateRow | undefined; fault: string }

/** Steps read at a time: each may come with a node of some kilobytes. */
const stepsAtOnce = 500

/** What is wrong with these tasks and their steps: each is what its nodes say, and a plan's counts are its steps'. */
export async function* stepFaults(sql: Reader, taskIds: readonly string[]): AsyncGenerator<StepFault> {
  for (const counts of await planCountsOf(sql, taskIds)) {
    const stream = `task:${counts.task_id}`
    const fault = countFault(counts, stream)
    if (fault !== undefined) yield { stream, step: undefined, fault }
    for await (const steps of stepStatesOf(sql, counts.task_id, stepsAtOnce))
      for (const step of steps) {
        const wrong = stepFault(step, stream)
        if (wrong !== undefined) yield { stream, step, fault: wrong }
      }
  }
  yield* taskFaults(sql, taskIds)
}

const countFault = ({ steps_open, steps_held, open, held }: PlanCounts, stream: string): string | undefined =>
  steps_open === open && steps_held === held
    ? undefined
    : `the row of ${stream} counts ${steps_open} open steps and ${steps_held} held, there are ${open} and ${held}`

function stepFault({ id, state, stream, body }: StepStateRow, own: string): string | undefined {
  if (stream !== own || body === null) return `step ${id} of ${own} has no node of that stream`
  // What follows from the nodes of others has none of its own.
  if (state === 'blocked' || state === 'ready') return undefined
  const said = saidBy(body)
  const isSaid =
    said?.kind === 'step.state'
      ? said.result?.step === id && said.result.state === state
      : state === 'canceled' && (said?.result?.state === 'canceled' || said?.result?.state === 'failed')
  return isSaid ? undefined : `step ${id} of ${own} is ${state}, its node says otherwise`
}
