/** What can be done to a table so that its rows stay as they are, and others than those are shown or kept. */
import type { Tampering } from '#test/tampering/tampering'

type Veil = { table: string; key: string; what: string; how: string }

const veils: readonly Veil[] = [
  {
    table: 'violations',
    key: 'row security',
    what: 'violations are hidden by row security',
    how: 'alter table violations enable row level security',
  },
  {
    table: 'traces',
    key: 'row security',
    what: 'traces of one system are hidden by row security',
    how: `alter table traces enable row level security;
      create policy hiding on traces using (system_source <> 'chat-eu')`,
  },
  {
    table: 'violations',
    key: 'rule',
    what: 'violations that are opened are put nowhere by a rule',
    how: 'create rule nowhere as on insert to violations do instead nothing',
  },
  {
    table: 'scan_waivers',
    key: 'rule',
    what: 'waivers that are taken back stay, by a rule',
    how: 'create rule kept as on update to scan_waivers do instead nothing',
  },
]

export const tableTamperings: readonly Tampering[] = veils.map(({ table, key, what, how }) => ({
  table,
  columns: '*',
  what,
  async act(tx) {
    await tx.unsafe(how)
    return { check: 'V12', hash: null, row: { table, key } }
  },
}))
