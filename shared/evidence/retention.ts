/**
 * Erases by age what nodes are about: of traces, trees, scans, design verifications, analyses of content, briefings, feedback and ended tasks, an organisation's a piece at a time. It yields
 * after every piece, so that others have their turn, and goes on where it was left, whatever ended it.
 */
import type { Sql, Tx } from '#db/client'
import { agedFeedback } from '#db/queries/feedback'
import {
  type Aged,
  type AgedRow,
  agedTasks,
  agedTraces,
  deleteScansOfPages,
  deleteTaskPayloads,
} from '#db/queries/payloads'
import { deletePiece, type KeyPlace, markOf, setMark, type TableWalk } from '#db/queries/pieces'
import { lockPlans } from '#db/queries/plans'
import { noteErasures } from '#shared/evidence/erasure'
import { kinds } from '#shared/evidence/kinds'
import { type PayloadKind, takeTraces } from '#shared/evidence/payload-kinds'
import { eraseFeedback } from '#shared/evidence/sealed/feedback'
import type { Signer } from '#shared/evidence/signing'

type Pieces = AsyncGenerator<void, void>
/** Of an organisation, older than so many days. */
export type Old = { orgId: string; days: number }

/** Each erasure is a node that is signed: so many take some milliseconds. */
const erasedAtOnce = 100
/** Rows that are looked at for that. */
const rowsAtOnce = 1000

const keptFor = (days: number) => ({ reason: `kept for ${days} days`, request: null, governance: null })

/** Words, salts and trees of traces; their rows stay. */
export const eraseOldTraces = (sql: Sql, old: Old, signer: Signer): Pieces =>
  eraseAged(sql, old, signer, 'traces', agedTraces, (tx, rows) =>
    takeTraces(
      tx,
      rows.map(({ id }) => id),
      signer,
    ),
  )

/** What tasks may rest on: results, by what their streams are called before their id, and how long they are kept. */
export const restsOfTasks = Object.values(kinds).flatMap((kind) =>
  'action' in kind ? [{ stream: kind.stream, kept: kind.payload.kept }] : [],
)
type StreamOfRest = (typeof restsOfTasks)[number]['stream']

/**
 * What tasks that ended were asked, and what came of them; their rows stay.
 * @param restsOn only of those that have made such a thing, or were given it: they repeat it, and are kept no longer.
 */
export const eraseOldTasks = (sql: Sql, old: Old, signer: Signer, restsOn?: StreamOfRest): Pieces =>
  eraseAged(
    sql,
    old,
    signer,
    restsOn ? `tasks on ${restsOn.slice(0, -1)}` : 'tasks',
    (tx, aged) => agedTasks(tx, { ...aged, restsOn: restsOn ?? null }),
    async (tx, rows) => {
      // Whoever settles late holds them in this order.
      await lockPlans(tx, rows.map(({ id }) => id).sort())
      return deleteTaskPayloads(
        tx,
        rows.map(({ node }) => node),
      )
    },
  )

/** Goes through rows that stay, and notes how far it has come. @param take answers the nodes whose payloads it took. */
async function* eraseAged(
  sql: Sql,
  { orgId, days }: Old,
  signer: Signer,
  kind: string,
  look: (tx: Tx, aged: Aged) => Promise<AgedRow[]>,
  take: (tx: Tx, rows: readonly AgedRow[]) => Promise<string[]>,
): Pieces {
  let isOver = false
  while (!isOver) {
    await sql.begin(async (tx) => {
      const after = await markOf(tx, kind, orgId)
      const rows = await look(tx, { orgId, days, after, limit: rowsAtOnce })
      const due = rows.filter(({ is_due }) => is_due).slice(0, erasedAtOnce)
      const isCut = due.length === erasedAtOnce
      if (due.length > 0) await noteErasures(tx, await take(tx, due), keptFor(days), signer)
      const last = isCut ? due.at(-1) : rows.at(-1)
      if (last) await setMark(tx, kind, orgId, [last.at, last.id])
      isOver = !isCut && rows.length < rowsAtOnce
    })
    yield
  }
}

/** Trees, of traces and of systems alike. */
export const eraseOldTrees = (sql: Sql, { orgId, days }: Old, signer: Signer): Pieces =>
  eraseRows(sql, days, signer, {
    table: 'trees',
    keys: { generated_at: 'timestamptz', job_id: 'uuid' },
    among: (tx) => tx`t.org_id = ${orgId} and t.generated_at < now() - make_interval(days => ${days})`,
    told: (tx) => tx`encode(t.node_id, 'hex')`,
  })

/** Scans of no run; those of a run go with it. */
export const eraseOldScans = (sql: Sql, { orgId, days }: Old, signer: Signer): Pieces =>
  eraseRows(sql, days, signer, {
    table: 'scans',
    keys: { created_at: 'timestamptz', job_id: 'uuid' },
    among: (tx) => tx`t.org_id = ${orgId} and t.created_at < now() - make_interval(days => ${days})`,
    isOld: (tx) => tx`t.run_id is null`,
    told: (tx) => tx`encode(t.node_id, 'hex')`,
  })

export const eraseOldDesigns = (sql: Sql, { orgId, days }: Old, signer: Signer): Pieces =>
  eraseRows(sql, days, signer, {
    table: 'design_verifications',
    keys: { created_at: 'timestamptz', job_id: 'uuid' },
    among: (tx) => tx`t.org_id = ${orgId} and t.created_at < now() - make_interval(days => ${days})`,
    told: (tx) => tx`encode(t.node_id, 'hex')`,
  })

/** What texts came to; the texts themselves were never kept. */
export const eraseOldAnalyses = (sql: Sql, { orgId, days }: Old, signer: Signer): Pieces =>
  eraseRows(sql, days, signer, {
    table: 'analyses',
    keys: { created_at: 'timestamptz', job_id: 'uuid' },
    among: (tx) => tx`t.org_id = ${orgId} and t.created_at < now() - make_interval(days => ${days})`,
    told: (tx) => tx`encode(t.node_id, 'hex')`,
  })

/** Briefings, scans of signals and preparations of meetings, with all that they were made of. */
export const eraseOldBriefings = (sql: Sql, { orgId, days }: Old, signer: Signer): Pieces =>
  eraseRows(sql, days, signer, {
    table: 'briefings',
    keys: { created_at: 'timestamptz', job_id: 'uuid' },
    among: (tx) => tx`t.org_id = ${orgId} and t.created_at < now() - make_interval(days => ${days})`,
    told: (tx) => tx`encode(t.node_id, 'hex')`,
  })

/** By what is learned of feedback; that it was given stays. */
export const eraseOldFeedback = (sql: Sql, old: Old, signer: Signer): Pieces =>
  eraseAged(sql, old, signer, 'feedback', agedFeedback, async (tx, rows) => {
    const taken: string[] = []
    for (const { id, node } of rows) if (await eraseFeedback(tx, signer, id)) taken.push(node)
    return taken
  })

async function* eraseRows(sql: Sql, days: number, signer: Signer, walk: TableWalk): Pieces {
  let after: KeyPlace | undefined
  do {
    await sql.begin(async (tx) => {
      const { told, last } = await deletePiece(tx, walk, after, erasedAtOnce)
      await noteErasures(tx, told, keptFor(days), signer)
      after = last
    })
    yield
  } while (after)
}

/** For every setting that says how long payloads are kept: what erases those that are older. */
export const eraseOld: Record<PayloadKind['kept'], (sql: Sql, old: Old, signer: Signer) => Pieces> = {
  tasks: eraseOldTasks,
  scans: eraseOldScans,
  trees: eraseOldTrees,
  traces: eraseOldTraces,
  designs: eraseOldDesigns,
  analyses: eraseOldAnalyses,
  briefings: eraseOldBriefings,
  feedback: eraseOldFeedback,
}
// Sound: they are the record's own names.
export const keptSettings = Object.keys(eraseOld) as readonly PayloadKind['kept'][]

/** The scans of a run. */
export async function* eraseScansOfRun(sql: Sql, runId: string, days: number, signer: Signer): Pieces {
  let after: number | undefined = -1
  while (after !== undefined) {
    await sql.begin(async (tx) => {
      const { nodes, last } = await deleteScansOfPages(tx, runId, { after: after ?? -1, limit: erasedAtOnce })
      await noteErasures(tx, nodes, keptFor(days), signer)
      after = last
    })
    yield
  }
}
