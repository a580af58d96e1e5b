/** Tables within a header cell. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readTables } from '#workers/scan-page/checks/in-page/data-tables'

export const tableInHeader: StaticCheck = {
  rule: 'table-in-header',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Move the inner table out; let the header cell hold words.',
  find: (elements) =>
    readTables(elements)
      .filter((table) => table.parentElement?.closest('th, td')?.localName === 'th')
      .map((element) => ({ element, message: 'This table stands within a header cell of another.' })),
}
