/** Looks over the component library: each library that was imported is there, has all that it says it has, and as much was seen on an artifact as that says. */

import { importsBehind, strayLibraries, straySightings, unscannedLibraries } from '#db/queries/components'
import { scansBehind, toldByNone } from '#db/queries/seen-scans'
import { isSeeingAskedFor, isSeenAsSaid, seeingScans } from '#shared/evidence/sealed/seen-scans'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Some have twenty thousand stories. */
const librariesAtOnce = 5
const artifactsAtOnce = 1000
const importsAtOnce = 1000

const faultOf = (table: string, [org = '', ...rest]: readonly string[], fault: string): RowFault => ({
  ...{ table, org, key: [org, ...rest].join('/'), fault },
  ...{ node: null, stream: null, pos: null, ins: null },
})

const libraries: RowLook = {
  name: 'libraries of components',
  async page(sql, after) {
    const from: readonly string[] = after === undefined ? [] : JSON.parse(after)
    const { rows, last } = await strayLibraries(sql, { after: from }, librariesAtOnce)
    const faults = rows.map(({ org_id, library, is_there }) =>
      is_there
        ? faultOf(
            'components',
            [org_id, library],
            `library ${library} does not have the components and stories that it says`,
          )
        : faultOf('component_libraries', [org_id, library], `library ${library} has components, and is not there`),
    )
    return { faults, last: last && JSON.stringify(last), rows: librariesAtOnce }
  },
}

const sightings: RowLook = {
  name: 'components seen on artifacts',
  async page(sql, after) {
    const from: readonly string[] = after === undefined ? [] : JSON.parse(after)
    const { rows, last } = await straySightings(sql, from, artifactsAtOnce)
    const faults = rows.map(({ org_id, digest }) =>
      faultOf('component_sightings', [org_id, digest], `other components were seen on artifact ${digest} than it says`),
    )
    return { faults, last: last && JSON.stringify(last), rows: artifactsAtOnce }
  },
}

const imports: RowLook = {
  name: 'libraries that were imported',
  async page(sql, after = '') {
    const rows = await importsBehind(sql, after, importsAtOnce)
    const faults = rows
      .filter(({ is_missed, is_undone }) => is_missed || is_undone)
      .map(({ org_id, library, node, stream, pos, is_missed }) => ({
        ...faultOf(
          'component_libraries',
          [org_id, library],
          `library ${library} was imported, and is ${is_missed ? 'not there' : 'what it was before'}`,
        ),
        ...{ node, stream, pos },
      }))
    return { faults, last: rows.length < importsAtOnce ? undefined : rows.at(-1)?.stream, rows: rows.length }
  },
}

const scanned: RowLook = {
  name: 'stories that were scanned',
  async page(sql, after) {
    const from: readonly string[] = after === undefined ? [] : JSON.parse(after)
    const { rows, last } = await unscannedLibraries(sql, from, librariesAtOnce)
    const faults = rows.map(({ org_id, library, node, stream, pos }) => ({
      ...faultOf(
        'component_stories',
        [org_id, library],
        `stories of ${library} are as they were before they were scanned last`,
      ),
      ...{ node, stream, pos },
    }))
    return { faults, last: last && JSON.stringify(last), rows: librariesAtOnce }
  },
}

/** Of one that was erased, too. */
const unscanned: RowLook = {
  name: 'pages that are told by a scan',
  async page(sql, after, limit) {
    const from: readonly string[] = after === undefined ? [] : JSON.parse(after)
    const { rows, last } = await toldByNone(sql, from, limit)
    const faults = rows.map(({ org_id, page }) =>
      faultOf(
        seeingScans.table,
        [org_id, page],
        `what was seen of components on ${page} is of a scan that is not there`,
      ),
    )
    return { faults, last: last && JSON.stringify(last), rows: limit }
  },
}

/** For who has the key: of each scan that says that its page is told by what it saw that is told, and of no other. */
const seen = (sealer: Sealer): RowLook => ({
  name: 'scans that saw components last',
  async page(sql, after, limit) {
    const rows = await scansBehind(sql, after, limit)
    const faults = rows
      .filter((row) => !isSeenAsSaid(sealer, row))
      .map(({ job_id, org_id, node }) => ({
        ...faultOf(
          seeingScans.table,
          [org_id, job_id],
          `what scan ${job_id} saw of components is not what it says of that`,
        ),
        node,
        stream: `scan:${job_id}`,
        pos: 0,
      }))
    return { faults, last: rows.length < limit ? undefined : rows.at(-1)?.job_id, rows: rows.length }
  },
})

/** Of scans none while some of before are still to say so. */
export const componentLooks = (sealer: Sealer | undefined): readonly RowLook[] => [
  libraries,
  sightings,
  imports,
  scanned,
  unscanned,
  ...(sealer && isSeeingAskedFor(sealer) ? [seen(sealer)] : []),
]
