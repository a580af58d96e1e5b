/** Looks whether all that was put aside is there: the violations that name it count each. */
import { standingRefusals } from '#db/queries/refused'
import { refusedSubject } from '#shared/evidence/refused'
import { serviceOrg } from '#shared/evidence/signing-keys'
import type { RowFault, RowLook } from '#shared/verification/row-looks'

const table = 'edg_refused'

const refused: RowLook = {
  name: 'nodes that were put aside',
  async page(sql) {
    const { there, said, lacking } = await standingRefusals(sql, { orgId: serviceOrg, ...refusedSubject })
    const faultOf = (key: string, fault: string): RowFault => ({
      ...{ table, key, fault, org: null, node: null, stream: null, pos: null, ins: null },
    })
    const named = lacking.map((id) => faultOf(id, `node ${id} was put aside, and is not there`))
    const isAstray = there !== said && named.length === 0
    const counted = isAstray ? [faultOf('', `${said} nodes were put aside, and ${there} are there`)] : []
    return { faults: [...named, ...counted], last: undefined, rows: there }
  },
}

export const refusedLooks: readonly RowLook[] = [refused]
