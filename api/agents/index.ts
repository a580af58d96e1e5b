/** Area B: agents, the evidence graph, governance. */
import { agentEndpoints } from '#api/agents/agents'
import { evidenceEndpoints } from '#api/agents/evidence'
import { governanceEndpoints } from '#api/agents/governance'
import type { Mount } from '#api/doors/endpoint'
import type { Room } from '#api/room'

export const mountAgents = (room: Room): Mount => ({
  area: 'B',
  name: 'agents',
  basePath: room.config.basePaths.B,
  endpoints: [...agentEndpoints(room), ...evidenceEndpoints(room), ...governanceEndpoints(room)],
})
