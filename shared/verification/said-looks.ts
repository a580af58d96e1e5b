/** Looks over rows of which one node each says all: texts of constitutions, versions of parameters. */

import { type StrayText, strayConstitutions } from '#db/queries/governance'
import { organisationsLackingVersions, type PlacedVersion, versionsBehind } from '#db/queries/parameters'
import { astrayInVersion } from '#shared/evidence/proven-parameters'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

/** Few there are, and each was put in force by hand. */
const constitutions: RowLook = {
  name: 'texts of constitutions',
  async page(sql) {
    const rows = await strayConstitutions(sql)
    return { faults: rows.map(ofConstitution), last: undefined, rows: rows.length }
  },
}

const ofConstitution = ({ hash, node, pos, ins }: StrayText): RowFault => ({
  ...{ table: 'constitution_texts', key: hash, org: null, node, stream: 'constitution', pos, ins },
  fault: `constitution ${hash} is not what its node says`,
})

/** Each comes with its node. */
const versionsAtOnce = 200

const versions: RowLook = {
  name: 'versions of parameters',
  async page(sql, after) {
    const rows = await versionsBehind(sql, after === undefined ? undefined : JSON.parse(after), versionsAtOnce)
    const faults = rows.flatMap((row) => {
      const column = astrayInVersion(row)
      return column === undefined ? [] : [ofVersion(row, column)]
    })
    const end = rows.length < versionsAtOnce ? undefined : rows.at(-1)
    const last = end && JSON.stringify({ org_id: end.org_id, version: end.version })
    return { faults, last, rows: rows.length }
  },
}

const ofVersion = (
  { org_id: org, version, said, node_id, stream, pos, ins }: PlacedVersion,
  column: string,
): RowFault => ({
  ...{
    table: 'parameter_versions',
    key: `${org}/${version}`,
    org,
    node: said === null ? null : node_id,
    stream,
    pos,
    ins,
  },
  fault: `version ${version} of the parameters of ${org} has another ${column} than its node says`,
})

const lackingVersions: RowLook = {
  name: 'versions of parameters that lack',
  async page(sql) {
    const rows = await organisationsLackingVersions(sql)
    const faults = rows.map(
      ({ org_id: org }): RowFault => ({
        ...{ table: 'parameter_versions', key: org, org, node: null, stream: null, pos: null, ins: null },
        fault: `there are not as many versions of the parameters of ${org} as were put in force`,
      }),
    )
    return { faults, last: undefined, rows: rows.length }
  },
}

export const saidLooks: readonly RowLook[] = [constitutions, versions, lackingVersions]
