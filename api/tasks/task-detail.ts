/** A task with its steps, what came of it, what it violates and its evidence chain. */

import { openChainCursors, openChains } from '#api/evidence/cursors'
import { visibleTo } from '#api/evidence/nodes'
import { presentViolation } from '#api/governance/violations'
import type { AppContext } from '#api/http/context'
import { type Call, callerOf, type RawAnswer } from '#api/http/endpoint'
import { planResult, presentDetail, type WholeTask } from '#api/tasks/present'
import { tierOfViolations, violatedBy } from '#api/tasks/violated'
import { findNode, type GraphRow, logSize } from '#db/queries/graph'
import { type TaskRow, taskNodes } from '#db/queries/tasks'
import { taskTypeSubject } from '#shared/agents/task-type'
import { gravest, readTier } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { pageOfChain } from '#shared/evidence/chain'
import { presentedNode } from '#shared/evidence/present'
import { requireTrueNodes } from '#shared/evidence/true-nodes'
import { isWholeChain } from '#shared/evidence/whole-chain'
import { invalidRequest } from '#shared/kernel/errors/request'
import { readWholePlan, requireLine, resultOf } from '#shared/tasks/read-task'

type Page = { limit: number; cursor?: string | undefined }
export type ShowTask = (call: Call, row: TaskRow, page?: Page) => Promise<RawAnswer>

const firstPage: Page = { limit: 500 }

export function openTaskDetails(room: AppContext): ShowTask {
  const { read, readAtOnce, config, signer } = room
  const base = config.basePaths.C
  const chainPage = openChainPages(room)

  async function wholeOf(row: TaskRow): Promise<WholeTask> {
    if (row.steps_total === 0) {
      const result = row.status === 'completed' ? resultOf(row) : null
      const nodes = row.started_at ? await read((sql) => taskNodes(sql, row.id)) : []
      requireLine(nodes, 0, null, row)
      return { row, steps: [], result, attempt: row.started_at ? attemptsIn(nodes) : 0 }
    }
    const plan = await readAtOnce((sql) => readWholePlan(sql, signer, row))
    const isTold = plan.row.status === 'completed' && !plan.row.is_erased
    const result = isTold ? planResult(row.id, plan.results, base) : null
    return { ...plan, result, attempt: Math.max(0, ...plan.steps.map((step) => step.attempt)) }
  }

  return async (call, found, page = firstPage) => {
    const task = await wholeOf(found)
    const { row, steps } = task
    const agents = [...new Set([row.agent, ...steps.map(({ agent }) => agent)])]
    const subjects = agents.map((id) => ({ type: 'agent', id }))
    const typeNames = new Map((steps.length > 0 ? steps : [row]).map((each) => [`${each.agent}/${each.type}`, each]))
    const types = [...typeNames.values()].map(taskTypeSubject)
    const [violations, chain] = await Promise.all([
      violatedBy(room, callerOf(call).orgId, [{ type: 'task', id: row.id }, ...subjects, ...types]),
      chainPage(call, row, page),
    ])
    const tier = tierOfViolations(violations)
    call.concern({ nodeId: row.head, tier, subjects })
    const governance = { tier: gravest([readTier(row.tier), tier]), violations: violations.map(presentViolation) }
    const content = `${JSON.stringify(presentDetail(task, governance, base)).slice(0, -1)},"evidence_chain":${chain}}`
    return { status: 200, raw: { content, type: 'application/json; charset=utf-8' } }
  }
}

/** How many attempts a task's nodes tell of; they count from 0. */
function attemptsIn(nodes: readonly { body: string }[]): number {
  const told = nodes.map(({ body }) => (JSON.parse(body) as NodeBody).result?.['attempt'])
  return 1 + Math.max(0, ...told.filter((attempt) => typeof attempt === 'number'))
}

/** Pages of evidence chains as JSON text. A cursor goes on with the chain that it began in, wherever the task is by then. */
function openChainPages(room: AppContext) {
  const { read } = room
  const cursors = openChainCursors(room.signer)
  const chains = openChains(room)
  const subjectOf = (head: string) => `${head} task`

  async function headOf(call: Call, row: TaskRow, hash: string): Promise<GraphRow> {
    const head = await read((sql) => findNode(sql, hash, visibleTo(call)))
    if (head?.stream === `task:${row.id}`) return head
    if (hash === row.head) throw new Error(`the head of task ${row.id} is not there`)
    throw noCursor()
  }

  return async (call: Call, row: TaskRow, { limit, cursor }: Page): Promise<string> => {
    const [hash = '', place] = cursor === undefined ? [row.head] : split(cursor)
    const after = place === undefined ? undefined : cursors.read(place, subjectOf(hash))
    const head = await headOf(call, row, hash)
    const chain = await chains(head, visibleTo(call))
    const [rows, treeSize] = await Promise.all([
      read((sql) => pageOfChain(sql, chain, { order: 'desc', after, limit: limit + 1, kinds: undefined })),
      read((sql) => logSize(sql)),
    ])
    const nodes = rows.slice(0, limit)
    const last = nodes.at(-1)
    const isLast = rows.length <= limit
    requireTrueNodes(nodes)
    const asked = { orgIds: visibleTo(call), isOfKinds: false }
    const facts = {
      head: hash,
      count: nodes.length,
      total: chain.total,
      complete: isLast && after === undefined && (await read((sql) => isWholeChain(sql, chain, nodes, asked))),
      next_cursor: isLast || !last ? null : `${hash}.${cursors.write(last.ins, subjectOf(hash))}`,
    }
    return `${JSON.stringify(facts).slice(0, -1)},"nodes":[${nodes.map((node) => presentedNode(node, treeSize)).join(',')}]}`
  }
}

function split(cursor: string): [string, string] {
  const [, hash, place] = /^([0-9a-f]{64})\.(.+)$/.exec(cursor) ?? []
  if (hash === undefined || place === undefined) throw noCursor()
  return [hash, place]
}

const noCursor = () =>
  invalidRequest([
    { path: '?cursor', message: 'is no cursor of this chain', expected: 'next_cursor of the page before' },
  ])
