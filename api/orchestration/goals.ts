/** Steps of a goal that is said in words. */
import type { Call } from '#api/doors/endpoint'
import type { AskedPlan } from '#api/orchestration/plan-work'
import type { Room } from '#api/room'
import { type Issue, invalidRequest } from '#shared/errors'

type Planned = Pick<AskedPlan, 'steps' | 'plannedBy' | 'goal' | 'told'>

export function openGoals(_: Room) {
  return {
    async plan(_call: Call, goal: string, _traceId: string | undefined): Promise<Planned> {
      throw invalidRequest([{ path: '/goal', message: goal, expected: '' }])
    },
  }
}

/** Whoever said a goal knows nothing of its steps. */
export const toldOfGoal = ({ path, message, expected }: Issue): Issue => ({
  path: '/goal',
  message: `its plan does not hold: ${path} ${message}`,
  expected,
})
