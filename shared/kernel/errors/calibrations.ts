/** Calibrations that cannot be made, or not on what holds now. */
import { ServiceError } from '#shared/kernel/errors'

/** @param version of the constitution in force. */
export const nothingToCalibrate = (version: string) =>
  new ServiceError(
    'STATE_CONFLICT',
    `the constitution in force, ${version}, declares no parameters: what amends it waits to be enacted`,
    { details: { constitution: version } },
  )

/** @param version that holds. */
export const parametersMoved = (version: number) =>
  new ServiceError('STATE_CONFLICT', `the parameters have changed: version ${version} holds, and nothing was applied`, {
    details: { version },
  })

/** @param held of the parameters whose `current` is another, what they are. */
export const currentNotHeld = (version: number, held: Readonly<Record<string, number>>) =>
  new ServiceError(
    'STATE_CONFLICT',
    `version ${version} holds, with other values of ${Object.keys(held).join(', ')}: nothing was applied`,
    { details: { version, held } },
  )

export const calibrationTakenBack = (taken: number, by: number) =>
  new ServiceError('STATE_CONFLICT', `calibration ${taken} was taken back already, by version ${by}`, {
    details: { taken_back: taken, by },
  })

export const calibrationOvertaken = (taken: number, version: number) =>
  new ServiceError(
    'STATE_CONFLICT',
    `what calibration ${taken} made does not hold any more: version ${version} does, and nothing was taken back`,
    { details: { version } },
  )

/** A row says something else than its evidence: nobody calibrates, or takes back, by what nobody can prove. */
export const parametersAstray = (version: number) =>
  new ServiceError(
    'STATE_CONFLICT',
    `the row of version ${version} of the parameters does not say what its evidence node says: it has to be restored first`,
    { details: { version } },
  )
