/** Design verification: snapshots, what is found in them and said of them, and what pages are held to. */
import { manyEndpoints } from '#api/designs/many'
import { pagesEndpoints } from '#api/designs/pages'
import { reportEndpoints } from '#api/designs/report'
import { verificationsEndpoints } from '#api/designs/verifications'
import { verifyEndpoints } from '#api/designs/verify'
import type { AppContext } from '#api/http/context'
import type { Endpoint } from '#api/http/endpoint'

export const designEndpoints = (room: AppContext): Endpoint[] => [
  ...verifyEndpoints(room),
  ...verificationsEndpoints(room),
  ...manyEndpoints(room),
  ...reportEndpoints(room),
  ...pagesEndpoints(room),
]
