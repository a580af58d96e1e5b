/** Area D: pages scanned for accessibility, one or many at a time. Mounts its endpoints; its rate headers come from the doors. */
import type { Mount } from '#api/doors/endpoint'
import type { AreaHeaders } from '#api/doors/request'
import type { Room } from '#api/room'
import { runEventsEndpoints } from '#api/scanning/run-events'
import { runsEndpoints } from '#api/scanning/runs'
import { scanEndpoints } from '#api/scanning/scan'
import { scansEndpoints } from '#api/scanning/scans'
import { waiversEndpoints } from '#api/scanning/waivers'

export function mountScanning(room: Room): Mount {
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
    ],
  }
}

/** The area has no headers of its own beyond those of its limits. */
export const scanningHeaders: AreaHeaders = () => ({})
