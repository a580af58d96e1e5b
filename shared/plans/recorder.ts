/** Makes the evidence nodes of a plan's moves. */
import type { TaskHead } from '#db/queries/tasks'
import type { Tier } from '#shared/contracts/decision'
import { isTerminal, type TaskStatus } from '#shared/contracts/task-states'
import { requestOf } from '#shared/evidence/actor'
import { asStored, contentFacts } from '#shared/evidence/content-facts'
import { headOf, type SignedNode, type StreamHead } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { inputDigest } from '#shared/evidence/plan-facts'
import { sumOf } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import type { PlanMove, StepChange } from '#shared/plans/plan-world'

export type PlanRecorder = ReturnType<typeof openPlanRecorder>

/** Makes the nodes of a plan's moves, one behind the other. */
export function openPlanRecorder(
  plan: Pick<
    TaskHead,
    'id' | 'org_id' | 'key_id' | 'request_id' | 'agent' | 'height' | 'head_at' | 'head' | 'version' | 'salt'
  >,
  signer: Signer,
  heights: ReadonlyMap<string, number>,
  /** Of what steps were given, by their places. */
  inputSums: ReadonlyMap<number, Uint8Array | null> = new Map(),
) {
  const nodes: SignedNode[] = []
  const nodeOf = new Map<number, string>()
  const moved: Tier[] = []
  let head: StreamHead = { id: plan.head, pos: plan.version, height: plan.height, timestamp: plan.head_at }
  const now = new Date()

  const times = new Map<string, Date>()
  let begunAt: Date | null = null
  let endedAt: Date | null = null

  function record({ step, to, facts, inputs, governance, by, error }: PlanMove, status: TaskStatus): string {
    const known = inputs.filter((hash) => heights.has(hash))
    const node = nodeOfKind(signer, {
      kind: step ? 'step.state' : 'task.state',
      id: plan.id,
      orgId: plan.org_id,
      agent: step?.agent ?? plan.agent,
      at: now,
      after: head,
      inputs: known.map((hash) => ({ hash, height: heights.get(hash) ?? 0 })),
      subject: step ? { type: 'step', id: `${plan.id}/${step.id}` } : { type: 'task', id: plan.id },
      result: {
        state: to,
        ...(step ? { step: step.id, task_state: status } : {}),
        ...facts,
        ...(step ? inputFacts(plan.salt, to, step, inputSums.get(step.ord) ?? null) : {}),
        ...contentFacts(plan.salt, { result: step?.result, error: asStored(step?.error ?? error) }),
      },
      governance: governance ?? null,
      request: requestOf(by ?? { keyId: plan.key_id, requestId: plan.request_id }),
    })
    nodes.push(node)
    const at = new Date(node.body.timestamp)
    times.set(node.id, at)
    if (step) nodeOf.set(step.ord, node.id)
    else if (isTerminal(status)) endedAt = at
    else begunAt ??= at
    if (governance) moved.push(governance.tier)
    head = headOf(node)
    return node.id
  }
  return {
    nodes,
    nodeOf,
    moved,
    record,
    /** Of a node that was made here. */
    timeOf: (node: string): Date => times.get(node) ?? now,
    /** When the task was first at work, or waited; null where nothing was said of that. */
    begunAt: (): Date | null => begunAt,
    endedAt: (): Date | null => endedAt,
  }
}

/** Of what a step was given, where it is begun with it. */
function inputFacts(salt: Uint8Array | null, to: string, { input }: StepChange, sum: Uint8Array | null) {
  const own = input === undefined ? sum : sumOf(JSON.stringify(input))
  return salt && own && (to === 'working' || to === 'input-required') ? { input_digest: inputDigest(salt, own) } : {}
}
