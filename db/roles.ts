/** The database's roles: what each kind of process may do to which table, and no more. The owner alone makes and changes tables. */
import type { Sql } from 'postgres'

/** The witness has none: it has no database. */
export const serviceRoles = ['api', 'worker', 'ledger', 'maintenance'] as const
export type ServiceRole = (typeof serviceRoles)[number]

/** The name of the account; one server has it for all of its databases. */
export const roleName = (role: ServiceRole): string => `assay_${role}`

type Right = 'insert' | 'update' | 'delete'
type Rights = Partial<Record<ServiceRole, readonly Right[]>>

/** The variable that tells one kind of process's own account. */
export const roleVariable = (role: ServiceRole): string => `DATABASE_URL_${role.toUpperCase()}`

const append = ['insert'] as const
const write = ['insert', 'update', 'delete'] as const
const everybody = (rights: readonly Right[]): Rights => ({
  api: rights,
  worker: rights,
  ledger: rights,
  maintenance: rights,
})

/**
 * Who writes what; everybody reads everything. What only grows is changed and taken away by nobody, but for the ledger, which
 * puts aside a node that nobody signed who may, and thins checkpoints with what witnesses signed of them. No role may
 * truncate, or touch a trigger.
 */
const rightsOf: Readonly<Record<string, Rights>> = {
  edg_nodes: { ...everybody(append), ledger: ['insert', 'delete'] },
  edg_edges: { ...everybody(append), ledger: ['insert', 'delete'] },
  edg_crossings: { ...everybody(append), ledger: ['insert', 'delete'] },
  edg_keys: everybody(append),
  edg_leaves: { ledger: append },
  edg_tiles: { ledger: ['insert', 'update'] },
  edg_checkpoints: { ledger: ['insert', 'delete'] },
  edg_cosignatures: { ledger: ['insert', 'delete'] },
  edg_witnesses: { ledger: write },
  edg_logs: { ledger: append },
  edg_refused: { ledger: append },
  integrity_passes: { worker: ['insert', 'delete'], ledger: ['insert', 'delete'], maintenance: ['update'] },
  verified_marks: { worker: write, ledger: write, maintenance: write },
  migrations: {},
  constitutions: everybody(['insert', 'update']),
  constitution_texts: everybody(append),
  api_keys: { api: ['update'], maintenance: ['update'] },
  idempotency_keys: { api: write, maintenance: write },
  rate_windows: { api: write, maintenance: write },
  claim_pieces: { ledger: write, maintenance: write },
  claim_points: { ledger: write, maintenance: write },
  claim_progress: { ledger: write, maintenance: write },
  retention_marks: { maintenance: write },
  log_archives: { maintenance: write },
  violations: everybody(['insert', 'update']),
}

/** Of a table that is not named above: written by those who do the service's work, never by the ledger. */
const workRights: Rights = { api: write, worker: write, maintenance: write }
/** Of what the ledger writes beside the log: claims that it keeps, what it counts, what it erases and holds. */
const ledgerWork = new Set(['article_counts', 'claims', 'process_reports', 'tasks', 'task_steps', 'traces'])

export const tableRights = (table: string, role: ServiceRole): readonly Right[] => {
  const rights = rightsOf[table] ?? (ledgerWork.has(table) ? { ...workRights, ledger: write } : workRights)
  return rights[role] ?? []
}

/** Accounts with what they need of the server itself: to see which sessions are silent, and to end those. */
export const roleStatements = (passwords: Readonly<Partial<Record<ServiceRole, string>>> = {}): string[] => [
  ...serviceRoles.map((role) => {
    const name = roleName(role)
    return `do $$ begin if not exists (select from pg_roles where rolname = '${name}') then create role ${name} login; end if; end $$;`
  }),
  ...serviceRoles.flatMap((role) => {
    const password = passwords[role]
    return password === undefined ? [] : [`alter role ${roleName(role)} password '${password}';`]
  }),
  `grant pg_read_all_stats, pg_signal_backend to ${serviceRoles.map(roleName).join(', ')};`,
]

type Relation = { schema: string; name: string; kind: 'table' | 'sequence' }

/** What each role may do in a database that has these. */
export function grantStatements(relations: readonly Relation[]): string[] {
  const all = serviceRoles.map(roleName).join(', ')
  const nameOf = ({ schema, name }: Relation) => `${schema}.${name}`
  const tables = relations.filter(({ kind }) => kind === 'table')
  const sequences = relations.filter(({ kind }) => kind === 'sequence')
  const schemas = new Set(relations.map(({ schema }) => schema))
  return [
    ...[...schemas].map((schema) => `grant usage on schema ${schema} to ${all};`),
    `revoke all on ${tables.map(nameOf).join(', ')} from ${all};`,
    `grant select on ${tables.map(nameOf).join(', ')} to ${all};`,
    `grant usage on sequence ${sequences.map(nameOf).join(', ')} to ${all};`,
    ...serviceRoles.flatMap((role) => {
      const groups = Map.groupBy(tables, (table) => rightsOn(table, role).join(', '))
      return [...groups].flatMap(([rights, group]) =>
        rights === '' ? [] : [`grant ${rights} on ${group.map(nameOf).join(', ')} to ${roleName(role)};`],
      )
    }),
  ]
}

/** What of the queue's own is statements for whoever migrates next, by the rights that one has, and jobs at times, which nobody sends. */
const readOfQueue: ReadonlySet<string> = new Set(['bam', 'schedule'])

/** The queue's other tables are the queue's affair; the ledger sends nothing. */
const rightsOn = ({ schema, name }: Relation, role: ServiceRole): readonly Right[] => {
  if (schema === 'public') return tableRights(name, role)
  return role === 'ledger' || readOfQueue.has(name) ? [] : write
}

/** Whatever of the service a database has, and its asker owns. */
export const relationsThere = (sql: Sql): Promise<Relation[]> => sql`
  select n.nspname::text as schema, quote_ident(c.relname) as name,
    case when c.relkind = 'S' then 'sequence' else 'table' end as kind
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'pgboss') and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
  order by 1, 2`

/** Says anew who may do what, where the roles are there: whoever migrates, grants. In one transaction: nobody is ever without. */
export async function grantRoles(sql: Sql): Promise<void> {
  const [there] = await sql<{ roles: number }[]>`
    select count(*)::int as roles from pg_roles where rolname = any(${serviceRoles.map(roleName)}::text[])`
  if (there?.roles !== serviceRoles.length) return
  const statements = grantStatements(await relationsThere(sql))
  await sql.begin(async (tx) => {
    await tx.unsafe(statements.join('\n'))
  })
}
