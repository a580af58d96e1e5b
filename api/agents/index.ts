/** Area B: agents, the evidence graph, governance. */
import { agentEndpoints } from '#api/agents/agents'
import { evidenceEndpoints } from '#api/evidence/evidence'
import { governanceEndpoints } from '#api/governance/governance'
import type { AppContext } from '#api/http/context'
import type { Mount } from '#api/http/endpoint'

export const mountAgents = (room: AppContext): Mount => ({
  area: 'B',
  name: 'agents',
  basePath: room.config.basePaths.B,
  endpoints: [...agentEndpoints(room), ...evidenceEndpoints(room), ...governanceEndpoints(room)],
})
