/**
 * Erases by age what nodes are about: of traces, trees, scans, design verifications, analyses of content, briefings, feedback and ended tasks, an organisation's a piece at a time. It yields
 * after every piece, so that others have their turn, and goes on where it was left, whatever ended it.
 */
import type { Sql, Tx } from '#db/client'
import { agedFeedback } from '#db/queries/feedback'
import {
  type Aged,
  type AgedRow,
  agedResults,
  agedTasks,
  agedTraces,
  deleteResults,
  deleteTaskPayloads,
  scansOfPages,
} from '#db/queries/payloads'
import { type KeyPlace, timeBefore } from '#db/queries/pieces'
import { lockPlans } from '#db/queries/plans'
import { type JobResultTable, madeAt } from '#db/queries/result-rows'
import { noteErasures } from '#shared/evidence/erasure'
import { kinds } from '#shared/evidence/kinds'
import { type PayloadKind, takeTraces } from '#shared/evidence/payload-kinds'
import { keepMark, outcomesWalked, provenMark } from '#shared/evidence/retention-marks'
import { eraseFeedback } from '#shared/evidence/sealed/feedback'
import { sealedRowsOf } from '#shared/evidence/sealed-tables'
import { soundRows } from '#shared/evidence/sealed-walks'
import type { Signer } from '#shared/evidence/signing'

type Pieces = AsyncGenerator<void, void>
/** Of an organisation, older than so many days. */
export type Old = { orgId: string; days: number }

/** Each erasure is a node that is signed: so many take some milliseconds. */
const erasedAtOnce = 100
/** Rows that are looked at for that. */
const rowsAtOnce = 1000

const keptFor = (days: number) => ({ reason: `kept for ${days} days`, request: null, governance: null })

type Aging = {
  table: string
  /** The column of its row that says how old one is. */
  since: string
  look: (tx: Tx, aged: Aged) => Promise<AgedRow[]>
  /** @returns the nodes whose payloads it took. */
  take: (tx: Tx, rows: readonly AgedRow[]) => Promise<string[]>
  /** Where rows stay: what how far it has come is kept under. */
  mark?: string
}

/** Words, salts and trees of traces; their rows stay. */
export const eraseOldTraces = (sql: Sql, old: Old, signer: Signer): Pieces =>
  eraseAged(sql, old, signer, {
    table: 'traces',
    since: 'created_at',
    mark: 'traces',
    look: agedTraces,
    take: (tx, rows) =>
      takeTraces(
        tx,
        rows.map(({ id }) => id),
        signer,
      ),
  })

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
  eraseAged(sql, old, signer, {
    table: 'tasks',
    since: 'completed_at',
    mark: restsOn ? `tasks on ${restsOn.slice(0, -1)}` : 'tasks',
    look: (tx, aged) => agedTasks(tx, { ...aged, restsOn: restsOn ?? null }),
    take: async (tx, rows) => {
      // Whoever settles late holds them in this order.
      await lockPlans(tx, rows.map(({ id }) => id).sort())
      return deleteTaskPayloads(
        tx,
        rows.map(({ node }) => node),
        await outcomesWalked(tx, signer),
      )
    },
  })

/** By what is learned of feedback; that it was given stays. */
export const eraseOldFeedback = (sql: Sql, old: Old, signer: Signer): Pieces =>
  eraseAged(sql, old, signer, {
    table: 'signal_feedback',
    since: 'at',
    mark: 'feedback',
    look: agedFeedback,
    take: async (tx, rows) => {
      const taken: string[] = []
      for (const { id, node } of rows) if (await eraseFeedback(tx, signer, id)) taken.push(node)
      return taken
    },
  })

/** What jobs came to, whole rows: trees, analyses and briefings, with all that these were made of, and scans of no run, which go with it. */
const eraseOldResults =
  (table: JobResultTable) =>
  (sql: Sql, old: Old, signer: Signer): Pieces =>
    eraseAged(sql, old, signer, {
      table,
      since: madeAt(table),
      look: (tx, aged) => agedResults(tx, table, aged),
      take: (tx, rows) =>
        deleteResults(
          tx,
          table,
          rows.map(({ id }) => id),
        ),
    })

async function* eraseAged(sql: Sql, { orgId, days }: Old, signer: Signer, aging: Aging): Pieces {
  const { mark, look, take } = aging
  let place: KeyPlace | undefined
  let isOver = false
  while (!isOver) {
    await sql.begin(async (tx) => {
      const before = await timeBefore(tx, days)
      const after = mark === undefined ? place : await provenMark(tx, signer, mark, orgId)
      const rows = await look(tx, { orgId, before, after, limit: rowsAtOnce })
      const due = rows.filter(({ is_due }) => is_due).slice(0, erasedAtOnce)
      const isCut = due.length === erasedAtOnce
      // Of a row that somebody has changed it is not known how old it is: it stays, and verification names it.
      const old = await soundRows(tx, signer, sealedRowsOf(aging.table), due, (row) =>
        isBefore(row[aging.since], before),
      )
      if (old.length > 0) await noteErasures(tx, await take(tx, old), keptFor(days), signer)
      const last = isCut ? due.at(-1) : rows.at(-1)
      if (last) place = [last.at, last.id]
      if (last && mark !== undefined) await keepMark(tx, signer, mark, orgId, [last.at, last.id])
      isOver = !isCut && rows.length < rowsAtOnce
    })
    yield
  }
}

const isBefore = (at: unknown, limit: Date) => at instanceof Date && at < limit

/** For every setting that says how long payloads are kept: what erases those that are older. */
export const eraseOld: Record<PayloadKind['kept'], (sql: Sql, old: Old, signer: Signer) => Pieces> = {
  tasks: eraseOldTasks,
  scans: eraseOldResults('scans'),
  trees: eraseOldResults('trees'),
  traces: eraseOldTraces,
  designs: eraseOldResults('design_verifications'),
  analyses: eraseOldResults('analyses'),
  briefings: eraseOldResults('briefings'),
  feedback: eraseOldFeedback,
}
// Sound: they are the record's own names.
export const keptSettings = Object.keys(eraseOld) as readonly PayloadKind['kept'][]

/** The scans of a run. */
export async function* eraseScansOfRun(sql: Sql, runId: string, days: number, signer: Signer): Pieces {
  let after: number | undefined = -1
  while (after !== undefined) {
    await sql.begin(async (tx) => {
      const { scans, last } = await scansOfPages(tx, runId, { after: after ?? -1, limit: erasedAtOnce })
      const own = await soundRows(tx, signer, sealedRowsOf('scans'), scans, (row) => row['run_id'] === runId)
      const nodes = await deleteResults(
        tx,
        'scans',
        own.map(({ id }) => id),
      )
      await noteErasures(tx, nodes, keptFor(days), signer)
      after = last
    })
    yield
  }
}
