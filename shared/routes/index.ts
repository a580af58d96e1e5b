/** Every route, by the name of its operation. */
import { aboutRoutes } from '#shared/routes/about'
import { agentTaskRoutes } from '#shared/routes/agent-tasks'
import { agentRoutes } from '#shared/routes/agents'
import { annotationRoutes } from '#shared/routes/annotations'
import { attunementRoutes } from '#shared/routes/attunement'
import { briefingRoutes } from '#shared/routes/briefings'
import { claimRoutes } from '#shared/routes/claims'
import { componentRoutes } from '#shared/routes/components'
import { connectionRoutes } from '#shared/routes/connections'
import { contentRoutes } from '#shared/routes/content'
import { designRoutes } from '#shared/routes/designs'
import { evidenceRoutes } from '#shared/routes/evidence'
import { governanceRoutes } from '#shared/routes/governance'
import { jobRoutes } from '#shared/routes/jobs'
import { logRoutes } from '#shared/routes/logs'
import { questionRoutes } from '#shared/routes/questions'
import { runRoutes } from '#shared/routes/runs'
import { scanRoutes } from '#shared/routes/scans'
import { serviceRoutes } from '#shared/routes/service'
import { systemRoutes } from '#shared/routes/systems'
import { taskRoutes } from '#shared/routes/tasks'
import { traceRoutes } from '#shared/routes/traces'
import { treeRoutes } from '#shared/routes/trees'
import { violationRoutes } from '#shared/routes/violations'
import { waiverRoutes } from '#shared/routes/waivers'

export const routes = {
  ...aboutRoutes,
  ...traceRoutes,
  ...annotationRoutes,
  ...treeRoutes,
  ...systemRoutes,
  ...claimRoutes,
  ...agentRoutes,
  ...agentTaskRoutes,
  ...evidenceRoutes,
  ...logRoutes,
  ...governanceRoutes,
  ...violationRoutes,
  ...taskRoutes,
  ...contentRoutes,
  ...attunementRoutes,
  ...connectionRoutes,
  ...briefingRoutes,
  ...scanRoutes,
  ...runRoutes,
  ...waiverRoutes,
  ...questionRoutes,
  ...designRoutes,
  ...componentRoutes,
  ...jobRoutes,
  ...serviceRoutes,
}
