/** Looks whether agents elsewhere were given tasks while they took none: who hides for a moment that one is suspended leaves the task behind. */
import { type AgentPlace, askedWhileSuspended } from '#db/queries/agents'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Of one there may be many tasks. */
const agentsAtOnce = 20

const asked: RowLook = {
  name: 'tasks of agents elsewhere',
  async page(sql, after, limit) {
    const from: AgentPlace | undefined = after === undefined ? undefined : JSON.parse(after)
    const { tasks, last, looked } = await askedWhileSuspended(sql, from, Math.min(limit, agentsAtOnce))
    const faults = tasks.map(
      ({ id, org_id: org, agent }): RowFault => ({
        ...{ table: 'tasks', key: id, org, node: null, stream: `task:${id}`, pos: null, ins: null },
        fault: `task ${id} was given to agent ${agent}, which was suspended then`,
      }),
    )
    return { faults, last: last && JSON.stringify(last), rows: looked }
  },
}

export const agentLooks: readonly RowLook[] = [asked]
