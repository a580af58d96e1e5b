/** What the nodes of a task's stream say of it and of its steps, put together: what their rows have to say. Pure. */
import type { NodeOfTask } from '#db/queries/task-looks'
import { gravest, readTier, type Tier } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { isTerminal, type TaskStatus } from '#shared/contracts/task-states'

export type ToldNode = Pick<NodeOfTask, 'id' | 'pos' | 'ins'> & { at: string; inputs: ReadonlySet<string> }

/** Facts by their names; undefined of what was not said. */
type Facts = Readonly<Record<string, string | number | boolean | undefined>>

/** What was said of a task or of a step, the newest of each. */
type Told = {
  state: string
  head: ToldNode
  tier: Tier | undefined
  startedAt: string | null
  endedAt: string | null
  resultDigest: string | null
  /** Of the result, and of the error. */
  contents: { result?: string; error?: string }
  code: string | null
}

export type ToldStep = Told & {
  attempt: number
  /** Of the newest node. */
  facts: Facts
  inputDigest: string | undefined
  made: ReadonlySet<string>
}

export type ToldTask = Told & {
  first: ToldNode & { body: NodeBody; facts: Facts }
  planned: Facts | undefined
  steps: Map<string, ToldStep>
}

const textOf = (fact: Facts[string]): string | undefined => (typeof fact === 'string' ? fact : undefined)

/** Takes what a node says into what was told before. */
export function tell(told: ToldTask | undefined, node: NodeOfTask): ToldTask {
  const body: NodeBody = JSON.parse(node.body)
  const { id, pos, ins } = node
  const inputs = new Set(body.parents.flatMap(({ rel, hash }) => (rel === 'input' ? [hash] : [])))
  const head: ToldNode = { id, pos, ins, at: body.timestamp, inputs }
  const facts: Facts = body.result ?? {}
  const tier = body.governance ? readTier(body.governance.tier) : undefined
  if (told === undefined)
    return {
      ...nothingOf(String(facts['state']), head),
      tier: facts['tier'] === undefined ? tier : readTier(String(facts['tier'])),
      first: { ...head, body, facts },
      planned: undefined,
      steps: new Map(),
    }
  told.head = head
  if (body.kind === 'task.planned') told.planned = facts
  if (body.kind === 'task.state') tellTask(told, facts, head, tier)
  const stepId = textOf(facts['step'])
  if (body.kind === 'step.state' && stepId !== undefined) {
    told.steps.set(stepId, tellStep(told.steps.get(stepId), facts, head, tier))
    if (tier) told.tier = gravest([told.tier ?? 'T0', tier])
  }
  return told
}

const nothingOf = (state: string, head: ToldNode): Told => ({
  state,
  head,
  tier: undefined,
  startedAt: null,
  endedAt: null,
  resultDigest: null,
  contents: {},
  code: null,
})

/** A task of one job is of the tier of its newest decision, one of several steps of the gravest. */
function tellTask(told: ToldTask, facts: Facts, head: ToldNode, tier: Tier | undefined): void {
  // Sound: kinds.ts has the states of such nodes.
  const state = String(facts['state']) as TaskStatus
  tellMove(told, facts, head, state)
  if (state === 'working') told.startedAt ??= head.at
  told.endedAt = isTerminal(state) ? head.at : null
  if (tier) told.tier = told.planned ? gravest([told.tier ?? 'T0', tier]) : tier
}

function tellMove(told: Told, facts: Facts, head: ToldNode, state: string): void {
  told.state = state
  told.head = head
  told.resultDigest = textOf(facts['result_digest']) ?? told.resultDigest
  const content = textOf(facts['content_digest'])
  told.code = textOf(facts['code']) ?? null
  if (content !== undefined) told.contents = { ...told.contents, [told.code === null ? 'result' : 'error']: content }
}

const stepsOver = new Set(['completed', 'failed', 'canceled', 'skipped'])

function tellStep(before: ToldStep | undefined, facts: Facts, head: ToldNode, tier: Tier | undefined): ToldStep {
  const state = String(facts['state'])
  const told: ToldStep = before ?? {
    ...nothingOf(state, head),
    attempt: 0,
    facts,
    inputDigest: undefined,
    made: new Set(),
  }
  tellMove(told, facts, head, state)
  told.facts = facts
  told.inputDigest = textOf(facts['input_digest']) ?? told.inputDigest
  told.made = new Set([...told.made, ...head.inputs])
  if (state === 'working' || state === 'input-required') told.startedAt ??= head.at
  if (stepsOver.has(state)) told.endedAt = head.at
  if (state === 'working') told.attempt += 1
  if (facts['forgiven'] === true) told.attempt -= 1
  told.tier = tier ?? told.tier
  return told
}
