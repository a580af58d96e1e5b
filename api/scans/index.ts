/** Area D: pages scanned for accessibility, one or many at a time, and held to how they are to look. Mounts its endpoints; its rate headers come from the doors. */

import { componentsEndpoints } from '#api/components/index'
import { designEndpoints } from '#api/designs/index'
import type { AppContext } from '#api/http/context'
import type { Mount } from '#api/http/endpoint'
import type { AreaHeaders } from '#api/http/request'
import { questionsEndpoints } from '#api/scans/questions'
import { runEventsEndpoints } from '#api/scans/run-events'
import { runsEndpoints } from '#api/scans/runs'
import { scanEndpoints } from '#api/scans/scan'
import { scansEndpoints } from '#api/scans/scans'
import { waiversEndpoints } from '#api/scans/waivers'

export function mountScanning(room: AppContext): Mount {
  return {
    area: 'D',
    name: 'scanning',
    basePath: room.config.basePaths.D,
    endpoints: [
      ...scanEndpoints(room),
      ...scansEndpoints(room),
      ...runsEndpoints(room),
      ...runEventsEndpoints(room),
      ...waiversEndpoints(room),
      ...questionsEndpoints(room),
      ...designEndpoints(room),
      ...componentsEndpoints(room),
    ],
  }
}

/** The area has no headers of its own beyond those of its limits. */
export const scanningHeaders: AreaHeaders = () => ({})
