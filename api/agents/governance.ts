/** Governance: the constitution in force and what breaks it. */
import type { Endpoint } from '#api/doors/endpoint'
import type { Room } from '#api/room'

export const governanceEndpoints = (_room: Room): Endpoint[] => []
