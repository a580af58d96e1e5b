/** The parameters of an organisation, as they hold and as they came to. */
import type { Static } from '@sinclair/typebox'
import type { AppContext } from '#api/http/context'
import { pageCursor, readPageCursor } from '#api/http/cursor'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import type { HeldDocument } from '#db/documents/calibration'
import { listParameterVersions, type VersionRow } from '#db/queries/parameters'
import { checkedJoints, valueAt } from '#shared/calibration/grid'
import { stepsLeftToday } from '#shared/calibration/step'
import type { HeldParameter, ParameterVersion } from '#shared/contracts/calibrations'
import { unread } from '#shared/governance/decide'
import { ServiceError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import {
  type Declared,
  declaredNow,
  type HeldParameters,
  readHeld,
  requireSoundVersion,
  soundBefore,
  soundDocument,
} from '#shared/parameters/held'
import { attunementRoutes } from '#shared/routes/attunement'

export const parameterEndpoints = ({ read, governance, signer }: AppContext): Endpoint[] => [
  bind(attunementRoutes.listParameters, async (call) => {
    const declared = declaredNow(governance)
    const { orgId } = callerOf(call)
    const { limit, cursor } = call.query
    const before = cursor === undefined ? undefined : readPageCursor(cursor)
    const [held, rows] = await read((sql) =>
      Promise.all([readHeld({ sql, signer }, declared, orgId), listParameterVersions(sql, orgId, { before, limit })]),
    )
    requireUnbroken(rows, before ?? held.version + 1, limit)
    const joints = new Map(checkedJoints(declared.space, held.point).map((each) => [each.id, each]))
    const last = rows.length === limit ? rows.at(-1) : undefined
    const body = {
      version: held.version,
      changed_at: held.changedAt?.toISOString() ?? null,
      constitution: declared.hash,
      parameters: presentHeld(declared, held, new Date()),
      constraints: (declared.document.constraints ?? []).map((constraint) => ({
        ...constraint,
        ok: joints.get(constraint.id)?.ok ?? false,
        slack: joints.get(constraint.id)?.slack ?? null,
      })),
      history: rows.map(presentVersion),
      next_cursor: last && last.version > 1 ? pageCursor(last.version) : null,
    }
    return { ...json(200, body), nodeId: held.node?.hash }
  }),
]

/** @throws EVIDENCE_MISMATCH where a version lacks: there is one for each number up to the newest. */
function requireUnbroken(rows: readonly VersionRow[], below: number, limit: number): void {
  const newest = Math.max(below - 1, 0)
  const isWhole = rows.length === Math.min(limit, newest) && rows.every(({ version }, at) => version === newest - at)
  if (!isWhole) throw evidenceMismatch('parameter_versions', null)
}

function presentHeld({ space }: Declared, held: HeldParameters, now: Date): Static<typeof HeldParameter>[] {
  const { point, brought, document } = held
  const usedToday = document?.day === now.toISOString().slice(0, 10) ? document.used : {}
  return space.grids.map((grid, at) => ({
    name: grid.name,
    value: valueAt(grid, point[at] ?? 0),
    calibrated: brought.find(({ name }) => name === grid.name)?.from ?? null,
    left_today: (stepsLeftToday(grid, usedToday) * grid.stride) / grid.scale,
    bounds: grid.bounds,
  }))
}

/** What a row says, and whether its node says it too: one that was edited is shown, and is said to be. */
function presentVersion(row: VersionRow): Static<typeof ParameterVersion> {
  const { version, takes_back, taken_back_by, job_id, key_id, changed_at, node_id } = row
  const told = provenOf(row)
  const { before, document } = told ?? nothingProven
  const changed = Object.entries(document.values).flatMap(([name, to]) =>
    before[name] === to ? [] : [{ name, from: before[name] ?? null, to }],
  )
  return {
    version,
    changed,
    constitution: document.constitution,
    takes_back,
    taken_back_by,
    job_id,
    key_id,
    changed_at: changed_at.toISOString(),
    node: node_id,
    is_proven: told !== undefined,
  }
}

type Proven = { before: Readonly<Record<string, number>>; document: Pick<HeldDocument, 'constitution' | 'values'> }
const nothingProven: Proven = { before: {}, document: { constitution: unread, values: {} } }

function provenOf(row: VersionRow): Proven | undefined {
  try {
    requireSoundVersion(row)
    return { before: soundBefore(row), document: soundDocument(row, row.version) }
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}
