/** Remedies for tables: their headers, captions, and what is no table. */
import { type RemedyRow, written } from '#workers/scan-page/remedies/remedy'

export const tables: readonly RemedyRow[] = [
  [
    'td-headers-attr table_headers_ref_valid',
    (words) => `Name in ${written(words, 'headers')} only ids of header cells of the same table.`,
  ],
  ['th-has-data-cells', 'Give the header a cell that it heads, or make it a <td>.'],
  ['td-has-header table_headers_exists', 'Mark the cells that head a row or a column as <th>.'],
  ['table_headers_related', 'Say by scope on each <th>, or by headers on each <td>, which cells belong together.'],
  [
    'scope-attr-valid table_scope_valid',
    (words) => `Replace ${written(words, 'scope')} by scope="col" or scope="row" on a <th>.`,
  ],
  ['empty-table-header', 'Write into the header what its row or column holds, or make it a <td>.'],
  ['table-duplicate-name table_summary_redundant', 'Remove the summary, since the caption says the same.'],
  ['table-fake-caption', 'Put the title of the table into a <caption> instead of a cell.'],
  ['table_caption_empty', 'Write into the <caption> what the table shows, or remove it.'],
  ['table_caption_nested', 'Move the <caption> into its <table>, as its first child.'],
  ['table_layout_linearized', 'Lay the text out by CSS instead of a table.'],
  [
    'table_structure_misuse',
    'Remove the role that hides the table if it holds data, or its headers and caption if it is there for layout.',
  ],
  [
    'table_aria_descendants',
    (words) => `Remove ${written(words, 'role', 'the role')}: the table says already what its parts are.`,
  ],
]
