/** Looks over results: rows that no node stands behind, and totals beside what they count. */

import type { Reader } from '#db/client'
import { type ResultTable, resultTableNames, strayResults } from '#db/queries/result-rows'
import {
  type CountedPart,
  countMore,
  heldAnnotations,
  heldOrganisations,
  heldSystems,
  isHeldWith,
  type SystemPlace,
  settledMoment,
  type TraceSums,
} from '#db/queries/totals'
import { endsMissedDays } from '#shared/evidence/job-ends'
import { sealedOutcomes } from '#shared/evidence/sealed/jobs'
import { asksForEnds } from '#shared/jobs/standing'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const faultOf = (table: string, org: string, key: string, fault: string): RowFault => ({
  table,
  org,
  key,
  node: null,
  stream: null,
  pos: null,
  ins: null,
  fault,
})

const withoutNodes = (table: ResultTable, days: number): RowLook => ({
  name: `rows of ${table}`,
  async page(sql, after, limit) {
    const { rows, last, looked } = await strayResults(sql, table, after, { limit, days })
    const faults = rows.map(({ key, org_id, stream, lacks }) => ({
      ...(lacks === 'node'
        ? faultOf(table, org_id, key, `no node of ${stream} stands behind the row that says so`)
        : faultOf(sealedOutcomes.table, org_id, key, `job ${key} came to ${stream}, and how it ended is not there`)),
      stream,
    }))
    return { faults, last, rows: looked }
  },
})

/** Where the look over systems has come to; with a part of the next one, where that has more traces than one look counts. */
type SystemsPlace = SystemPlace & { part?: CountedPart }

const systemsAtOnce = 50
const astray = ({ org_id, system_source }: SystemPlace) =>
  faultOf(
    'system_totals',
    org_id,
    `${org_id}/${system_source}`,
    `the totals of ${system_source} are not what its traces come to`,
  )

/** Each system's totals are what its traces come to, to the last digit. */
const systemTotals: RowLook = {
  name: 'totals of systems',
  async page(sql, after, limit) {
    const place: SystemsPlace | undefined = after === undefined ? undefined : JSON.parse(after)
    if (place?.part) return pageOfSystem(sql, place, place.part, limit)
    const most = Math.ceil(limit / 10)
    const systems = await heldSystems(sql, place, { limit: systemsAtOnce, most })
    const large = systems.findIndex(({ is_large }) => is_large)
    const whole = large < 0 ? systems : systems.slice(0, large)
    const faults = whole.filter(({ is_held }) => !is_held).map(astray)
    const rows = whole.reduce((sum, { looked }) => sum + looked, whole.length)
    const next = systems[large] ?? (systems.length < systemsAtOnce ? undefined : systems.at(-1))
    if (!next) return { faults, last: undefined, rows }
    const { org_id, system_source } = next
    if (!next.is_large) return { faults, last: JSON.stringify({ org_id, system_source }), rows }
    const until = await settledMoment(sql)
    const part = { until, at: until, trace_id: '', sums: nothing }
    return { faults, last: JSON.stringify({ org_id, system_source, part }), rows }
  },
}

async function pageOfSystem(sql: Reader, place: SystemsPlace, part: CountedPart, limit: number) {
  const { org_id, system_source } = place
  const counted = await countMore(sql, place, part, limit)
  if (counted.more === limit)
    return { faults: [], last: JSON.stringify({ org_id, system_source, part: counted.part }), rows: limit }
  const isHeld = await isHeldWith(sql, place, counted.part)
  const last = JSON.stringify({ org_id, system_source })
  return { faults: isHeld ? [] : [astray(place)], last, rows: counted.more }
}

const nothing: TraceSums = {
  traces: 0,
  low: 0,
  medium: 0,
  high: 0,
  compliant: 0,
  risk_sum: '0',
  timed: 0,
  time_sum: '0',
  last: null,
}

const organisationsAtOnce = 20

const organisationTotals: RowLook = {
  name: 'totals of organisations',
  async page(sql, after = '') {
    const rows = await heldOrganisations(sql, after, organisationsAtOnce)
    const faults = rows
      .filter(({ is_held }) => !is_held)
      .map(({ org_id }) =>
        faultOf('trace_totals', org_id, org_id, `the totals of ${org_id} are not those of its systems`),
      )
    const last = rows.length < organisationsAtOnce ? undefined : rows.at(-1)?.org_id
    return { faults, last, rows: rows.length }
  },
}

const annotationCounts: RowLook = {
  name: 'annotations of systems',
  async page(sql, after) {
    const place: SystemPlace | undefined = after === undefined ? undefined : JSON.parse(after)
    const rows = await heldAnnotations(sql, place, systemsAtOnce)
    const faults = rows
      .filter(({ is_held }) => !is_held)
      .map(({ org_id, system_source }) =>
        faultOf(
          'annotated_systems',
          org_id,
          `${org_id}/${system_source}`,
          `${system_source} was annotated as often as its traces were, not otherwise`,
        ),
      )
    const end = rows.length < systemsAtOnce ? undefined : rows.at(-1)
    const last = end && JSON.stringify({ org_id: end.org_id, system_source: end.system_source })
    return { faults, last, rows: rows.length }
  },
}

/**
 * How long a round of them takes follows from how many rows there are: each page is bounded. How jobs ended is asked where all of
 * that has been kept as long.
 */
export const resultLooks = (sealer: Sealer | undefined): readonly RowLook[] => [
  ...resultTableNames.map((table) => withoutNodes(table, sealer && asksForEnds(sealer) ? endsMissedDays : 0)),
  systemTotals,
  organisationTotals,
  annotationCounts,
]
