/** One calibration: what is asked, held to what the constitution declares; and, where it changes something, that it holds from then on. */
import type { Db, Tx } from '#db/client'
import type { CalibratedParameter, Calibration } from '#db/documents/calibration'
import { findParameterVersion } from '#db/queries/parameters'
import { bringInside } from '#shared/calibration/bring'
import { inMillionths, millionths } from '#shared/calibration/decimals'
import { checkedJoints, type GridPoint, valueAt, valuesOf } from '#shared/calibration/grid'
import { type CalibrationFaults, judgeCalibration } from '#shared/calibration/judge'
import { type ParameterProposal, propose } from '#shared/calibration/propose'
import { reachFrom, type StepLimits, stepTowards } from '#shared/calibration/step'
import type { CalibrateRequest } from '#shared/contracts/calibrations'
import { requestOf } from '#shared/evidence/actor'
import type { InputNode } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import type { RecordedResult } from '#shared/governance/results'
import {
  calibrationOvertaken,
  calibrationTakenBack,
  currentNotHeld,
  parametersMoved,
} from '#shared/kernel/errors/calibrations'
import { invalidRequest } from '#shared/kernel/errors/request'
import { changeParameters, type ParameterChange } from '#shared/parameters/change'
import {
  type Declared,
  declaredNow,
  type HeldParameters,
  readHeld,
  requireSoundVersion,
  soundBefore,
  soundDocument,
} from '#shared/parameters/held'
import { notHeld, type ReadCalibration, readCalibration } from '#shared/parameters/read-request'
import { openRollbackTokens, type RollbackTokens } from '#shared/parameters/rollback-token'
import type { JobAttempt } from '#workers/runtime/worker'

type CalibrateTools = { db: Db; signer: Signer; governance: Pick<Governance, 'inForce'> }

export type MadeCalibration = {
  calibration: Calibration
  /** What A-06 decides on. */
  facts: CalibrationFaults & { is_rollback: boolean }
  previousVersion: number
  /** The node of what held. */
  inputs: readonly InputNode[]
  /** What is to be written; nothing of a dry run, and where nothing changes. */
  change: ParameterChange | undefined
}

/**
 * Calculates, and writes nothing. @param at when it is applied: its day is the one whose limit it counts against.
 * @throws INVALID_REQUEST, STATE_CONFLICT
 */
export async function calibrate(
  { db, signer, governance }: CalibrateTools,
  request: CalibrateRequest,
  { orgId }: Pick<JobAttempt, 'orgId'>,
  at: Date,
): Promise<MadeCalibration> {
  const declared = declaredNow(governance)
  const read = readCalibration(request, declared.space)
  const held = await readHeld({ sql: db.sql, signer }, declared, orgId)
  if (request.version !== undefined && request.version !== held.version) throw parametersMoved(held.version)
  const others = notHeld(read, declared.space, held.values)
  if (Object.keys(others).length > 0) throw currentNotHeld(held.version, others)
  const tokens = openRollbackTokens(signer)
  const takesBack = versionTaken(tokens, orgId, request)
  const asked = { declared, held, at: afterHeld(at, held), request, read }
  const step = takesBack === undefined ? stepFor(asked) : await stepBack(db, orgId, asked, takesBack)
  return made(asked, step, { orgId, takesBack, tokenOf: (version) => tokens.write(orgId, version) })
}

/** The version whose token the request brings. @throws INVALID_REQUEST of what is none of this organisation. */
function versionTaken(tokens: RollbackTokens, orgId: string, { rollback_token: token }: CalibrateRequest) {
  if (token === undefined) return undefined
  const version = tokens.read(orgId, token)
  if (version !== undefined) return version
  const fault = { path: '/rollback_token', message: 'is no token of this organisation' }
  throw invalidRequest([{ ...fault, expected: 'the rollback_token of a calibration that was applied' }])
}

/** In the transaction of its outcome. @throws STATE_CONFLICT where others were quicker: then nothing of it is written. */
export async function saveCalibration(
  tx: Tx,
  { change }: MadeCalibration,
  { job, recorded }: { job: Pick<JobAttempt, 'id' | 'keyId' | 'requestId'>; recorded: Pick<RecordedResult, 'node'> },
  signer: Signer,
): Promise<void> {
  if (!change) return
  await changeParameters(tx, change, {
    signer,
    input: { hash: recorded.node.id, height: recorded.node.body.height },
    request: requestOf(job),
    jobId: job.id,
    keyId: job.keyId,
  })
}

type Asked = {
  declared: Declared
  held: HeldParameters
  at: Date
  request: CalibrateRequest
  read: ReadCalibration
}

/** Where it leads, and what is told of it. */
type Step = {
  applied: GridPoint
  results: CalibratedParameter[]
  proposal: Calibration['proposal']
  next: Calibration['next_observation']
}

/** Whatever clocks say, days follow one another: a worker whose clock is behind opens none that has ended. */
const afterHeld = (at: Date, { changedAt }: HeldParameters): Date =>
  changedAt && at.getTime() <= changedAt.getTime() ? new Date(changedAt.getTime() + 1) : at

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

const usedOn = (at: Date, { document }: HeldParameters): Readonly<Record<string, number>> =>
  document?.day === dayOf(at) ? document.used : {}

function stepFor({ declared: { space }, held, at, request, read }: Asked): Step {
  const limits: StepLimits = { usedToday: usedOn(at, held), maxSteps: request.max_steps }
  const { wishes } = read
  const isRequested = [...wishes.values()].some((value) => value !== undefined)
  const tuned = [...wishes.keys()]
  const proposal = proposalFor({ space, held, request, limits, tuned })
  if (!proposal) return { ...stepTowards(space, { held: held.point, wishes, limits }), ...told(space, [], undefined) }
  const aimed = isRequested
    ? wishes
    : new Map(tuned.flatMap((place) => valueIn(space, place, proposal.point).map((value) => [place, value] as const)))
  const { applied, results } = stepTowards(space, { held: held.point, wishes: aimed, limits })
  const why = proposalReasons(proposal, request)
  return {
    applied,
    results: isRequested
      ? results
      : results.map((each) => ({ ...each, requested: null, reasons: [...why, ...each.reasons] })),
    ...told(space, tuned, proposal),
  }
}

function proposalFor({
  space,
  held,
  request: { objective, observations = [], seed = 0 },
  limits,
  tuned,
}: {
  space: Declared['space']
  held: HeldParameters
  request: CalibrateRequest
  limits: StepLimits
  tuned: readonly number[]
}): ParameterProposal | undefined {
  if (!objective) return undefined
  const box = reachFrom(space, held.point, new Set(tuned), limits)
  return propose(space, { from: held.point, box, tuned, objective, observations, seed })
}

function proposalReasons({ method, outside, leftOut }: ParameterProposal, { objective }: CalibrateRequest): string[] {
  const how =
    method === 'latin_hypercube' ? 'too few observations to learn from: a Latin hypercube' : 'a Gaussian process'
  return [
    `proposed for ${objective?.metric ?? 'the objective'} by ${how}`,
    ...(outside > 0 ? [`${outside} observations lie outside of the bounds and were left out`] : []),
    ...(leftOut > 0 ? [`${leftOut} places of observations were left out: the best and the nearest tell most`] : []),
  ]
}

const valueIn = ({ grids }: Declared['space'], place: number, point: GridPoint): number[] => {
  const grid = grids[place]
  return grid ? [valueAt(grid, point[place] ?? 0)] : []
}

/** A proposal as it is told: of the parameters that are tuned. */
function told(
  space: Declared['space'],
  tuned: readonly number[],
  proposal: ParameterProposal | undefined,
): Pick<Step, 'proposal' | 'next'> {
  if (!proposal) return { proposal: null, next: null }
  const ofTuned = (point: GridPoint): Record<string, number> => {
    const values = valuesOf(space, point)
    return Object.fromEntries(
      tuned.flatMap((place) => {
        const name = space.grids[place]?.name
        const value = name === undefined ? undefined : values[name]
        return name === undefined || value === undefined ? [] : [[name, value] as const]
      }),
    )
  }
  return {
    proposal: {
      parameters: ofTuned(proposal.point),
      expected_metric: proposal.expectedMetric,
      uncertainty: proposal.uncertainty,
      method: proposal.method,
    },
    next: ofTuned(proposal.mostTelling),
  }
}

/** Back to what was before a calibration, as far as the constitution in force has it inside. */
async function stepBack(db: Db, orgId: string, { declared, held }: Asked, version: number): Promise<Step> {
  const row = await findParameterVersion(db.sql, orgId, version)
  if (!row) throw calibrationOvertaken(version, held.version)
  requireSoundVersion(row)
  if (row.taken_back_by !== null) throw calibrationTakenBack(version, row.taken_back_by)
  const isHeld = Bun.deepEquals(soundDocument(row, version).values, held.document?.values)
  if (!isHeld) throw calibrationOvertaken(version, held.version)
  const { space } = declared
  const before = { ...held.values, ...soundBefore(row) }
  const { point } = bringInside(space, before)
  const results = space.grids.flatMap((grid, place): CalibratedParameter[] => {
    const [requested, steps] = [before[grid.name] ?? null, point[place] ?? 0]
    const [previous, applied] = [valueAt(grid, held.point[place] ?? 0), valueAt(grid, steps)]
    if (applied === previous && applied === requested) return []
    const { min, max, step, max_delta, max_daily_delta, principle } = grid.bounds
    return [
      {
        name: grid.name,
        previous,
        requested,
        applied,
        status: applied === requested ? 'accepted' : applied === previous ? 'rejected' : 'clamped',
        reasons: [
          `version ${version} is taken back`,
          ...(applied === requested ? [] : ['the constitution in force does not declare what held before']),
        ],
        bounds: { min, max, step, max_delta, max_daily_delta, principle },
      },
    ]
  })
  return { applied: point, results, proposal: null, next: null }
}

type Beside = { orgId: string; takesBack: number | undefined; tokenOf: (version: number) => string }

function made(
  { declared, held, at, request }: Asked,
  step: Step,
  { orgId, takesBack, tokenOf }: Beside,
): MadeCalibration {
  const { space, document, hash } = declared
  const after = valuesOf(space, step.applied)
  const usedToday = usedOn(at, held)
  const faults = judgeCalibration({
    parameters: document.parameters ?? {},
    constraints: document.constraints ?? [],
    before: held.values,
    after,
    usedToday,
  })
  const isDry = request.dry_run === true
  const isApplied = !isDry && faults.changed > 0
  const version = isApplied ? held.version + 1 : held.version
  return {
    calibration: {
      results: withBrought(step.results, held),
      proposal: step.proposal,
      constraints: checkedJoints(space, step.applied),
      next_observation: step.next,
      dry_run: isDry,
      version,
      rollback_token: isApplied && takesBack === undefined ? tokenOf(version) : null,
      constitution: hash,
    },
    facts: { ...faults, is_rollback: takesBack !== undefined },
    previousVersion: held.version,
    inputs: held.node ? [held.node] : [],
    change: isApplied
      ? {
          orgId,
          head: held.node?.hash,
          before: held.values,
          document: {
            constitution: hash,
            day: dayOf(at),
            used: usedAfter(usedToday, held.values, after),
            values: after,
          },
          takesBack,
          at,
        }
      : undefined,
  }
}

/** What the changes of the day add up to with this one. */
function usedAfter(
  usedToday: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, number> {
  const used = { ...usedToday }
  const whole = (value: number | undefined) => inMillionths(value ?? 0) ?? 0
  for (const [name, value] of Object.entries(after))
    if (value !== before[name])
      used[name] = (whole(used[name]) + Math.abs(whole(value) - whole(before[name]))) / millionths
  return used
}

/** Says of parameters that were calibrated under other bounds that they lie inside of these now. */
const withBrought = (results: readonly CalibratedParameter[], { brought }: HeldParameters): CalibratedParameter[] =>
  results.map((each) => {
    const found = brought.find(({ name }) => name === each.name)
    return found
      ? {
          ...each,
          reasons: [`${found.from} was brought to ${found.to}: the constitution was amended`, ...each.reasons],
        }
      : each
  })
