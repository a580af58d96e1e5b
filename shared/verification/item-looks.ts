/** Looks over what connections brought, for who has the key: each organisation has what it was brought, no less and no more. */

import { itemSealsBehind } from '#db/queries/source-items'
import { itemHeadRows, itemsFault } from '#shared/evidence/sealed/items'
import { isAskedFor } from '#shared/evidence/sealed-rows'
import type { Sealer } from '#shared/kernel/sealer'
import type { RowLook } from '#shared/verification/row-looks'

/** Some have a hundred thousand items. */
const organisationsAtOnce = 10

const told = {
  head: { table: 'item_heads', says: 'was brought items, and nothing says how many' },
  items: { table: 'source_items', says: 'has more items, or fewer, than it was brought' },
} as const

/** None while rows of before seals are still to be sealed. */
export const itemLooks = (sealer: Sealer): RowLook[] =>
  isAskedFor(sealer, itemHeadRows)
    ? [
        {
          name: 'what connections brought',
          async page(sql, after = '') {
            const rows = await itemSealsBehind(sql, after, organisationsAtOnce)
            const faults = rows.flatMap((row) => {
              const fault = itemsFault(sealer, row)
              if (fault === undefined) return []
              const { table, says } = told[fault]
              const place = { table, org: row.org_id, key: row.org_id, fault: `organisation ${row.org_id} ${says}` }
              return [{ ...place, ...{ node: null, stream: null, pos: null, ins: null } }]
            })
            const last = rows.length < organisationsAtOnce ? undefined : rows.at(-1)?.org_id
            return { faults, last, rows: rows.reduce((sum, { seals }) => sum + 1 + seals.length, 0) }
          },
        },
      ]
    : []
