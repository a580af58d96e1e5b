/** Moves tasks from state to state: each move one statement, with the evidence node that says so. */
import type { Tx } from '#db/client'
import { findTaskHeads, moveTasks, readableNodes, type TaskHead, type TaskMove } from '#db/queries/tasks'
import { tamperedTask } from '#shared/agents/tampered'
import type { GovernanceRecord, Tier } from '#shared/contracts/decision'
import { isTerminal, mayMove, type TaskStatus } from '#shared/contracts/task-states'
import { type Actor, requestOf } from '#shared/evidence/actor'
import { asStored, contentFacts } from '#shared/evidence/content-facts'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { isAsWritten, requireTaskHead, sumOf, withTaskSeal } from '#shared/evidence/sealed/tasks'
import type { Signer } from '#shared/evidence/signing'
import { reportAll } from '#shared/governance/violations'
import type { StoredError } from '#shared/kernel/errors'

export type Transition = {
  taskId: string
  to: TaskStatus
  /** What the node says beside the state. */
  facts?: Record<string, string | number | boolean>
  governance?: GovernanceRecord | undefined
  tier?: Tier | undefined
  /** Nodes that this state rests on. */
  inputs?: readonly string[]
  /** JSON text. */
  result?: string | undefined
  resultDigest?: string | undefined
  error?: StoredError | undefined
  /** Who moves it, where it is not the task's own sender. */
  by?: Actor | undefined
}

const attemptsAtMost = 10

/**
 * Makes what transitions are legal from the states the tasks are in; answers the ids of the nodes, by task.
 * One that loses a race is decided anew from the state that won: it may not be legal any more. A task whose row is not as it
 * was written is left as it is, and that is a violation.
 */
export async function moveAll(
  tx: Tx,
  transitions: readonly Transition[],
  signer: Signer,
): Promise<Map<string, { node: string; status: TaskStatus }>> {
  const moved = new Map<string, { node: string; status: TaskStatus }>()
  let left = [...transitions]
  for (let attempt = 0; left.length > 0; attempt++) {
    if (attempt >= attemptsAtMost) throw new Error(`task ${left[0]?.taskId} is moved by too many at once`)
    const heads = new Map(
      (
        await findTaskHeads(
          tx,
          left.map(({ taskId }) => taskId),
        )
      ).map((head) => [head.id, head]),
    )
    const changed = [...heads.values()].filter((head) => !isAsWritten(() => requireTaskHead(signer, head)))
    for (const { id } of changed) heads.delete(id)
    await reportAll(tx, signer, changed.map(tamperedTask))
    left = left.filter(({ taskId, to }) => mayMove(heads.get(taskId)?.status ?? 'completed', to))
    if (left.length === 0) break
    const inputs = left.flatMap((transition) => transition.inputs ?? [])
    const orgIds = [...new Set([...heads.values()].map((head) => head.org_id))]
    const heights = inputs.length > 0 ? await readableNodes(tx, orgIds, inputs) : new Map<string, number>()
    const moves = left.flatMap((transition) => {
      const head = heads.get(transition.taskId)
      return head ? [{ transition, ...moveOf(transition, head, heights, signer) }] : []
    })
    const won = await moveTasks(
      tx,
      moves.map(({ move }) => move),
    )
    for (const { transition, move } of moves)
      if (won.has(transition.taskId)) moved.set(transition.taskId, { node: move.node.id, status: transition.to })
    left = left.filter(({ taskId }) => !won.has(taskId))
  }
  return moved
}

function moveOf(
  transition: Transition,
  head: TaskHead,
  heights: ReadonlyMap<string, number>,
  signer: Signer,
): { move: TaskMove } {
  const inputs = [...new Set(transition.inputs ?? [])].flatMap((hash) => {
    const height = heights.get(hash)
    return height === undefined ? [] : [{ hash, height }]
  })
  const { to, facts, governance, by, result = null, resultDigest } = transition
  const error = asStored(transition.error)
  const node = nodeOfKind(signer, {
    kind: 'task.state',
    id: head.id,
    orgId: head.org_id,
    agent: head.agent,
    at: new Date(),
    after: { id: head.head, pos: head.version, height: head.height, timestamp: head.head_at },
    inputs,
    result: { state: to, ...facts, ...contentFacts(head.salt, { result, error }) },
    governance: governance ?? null,
    request: requestOf(by ?? { keyId: head.key_id, requestId: head.request_id }),
  })
  const { height: _h, head_at: _a, is_overdue: _o, is_newest: _n, salt: _s, seal: was, ...row } = head
  const at = new Date(node.body.timestamp)
  const moved = {
    ...row,
    status: to,
    head: node.id,
    version: node.body.pos,
    tier: transition.tier ?? governance?.tier ?? row.tier,
    result_digest: resultDigest ?? row.result_digest,
    result_sum: result === null ? row.result_sum : sumOf(result),
    error: error ?? row.error,
    updated_at: at,
    started_at: to === 'working' ? (row.started_at ?? at) : row.started_at,
    completed_at: isTerminal(to) ? at : null,
  }
  return { move: { to: withTaskSeal(signer, moved), node, result, was } }
}
