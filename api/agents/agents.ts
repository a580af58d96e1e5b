/** Agents: who they are, what they do, tasks for them. */
import type { Endpoint } from '#api/doors/endpoint'
import type { Room } from '#api/room'

export const agentEndpoints = (_room: Room): Endpoint[] => []
