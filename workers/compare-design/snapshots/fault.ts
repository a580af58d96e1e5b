/** How a snapshot's faults are told: by what of it, what is wrong, and what would fit; and what its format loses. */
import type { ArtifactNote } from '#db/documents/page-artifact'
import type { ServiceError } from '#shared/kernel/errors'
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'

/** @param what goes on from "/snapshot:". */
export const faultIn = (what: string, message: string, expected: string): ServiceError =>
  unsupportedSnapshot({ path: '/snapshot', message: `${what} ${message}`, expected })

/** Of a format that keeps style sheets as a browser writes them anew. */
export const sheetsRewritten: ArtifactNote = {
  code: 'sheets-rewritten',
  message:
    'This format keeps style sheets as a browser writes them anew: shorthands with var(), and in MHTML styles of shadow trees, may be lost. HTML keeps them.',
}
