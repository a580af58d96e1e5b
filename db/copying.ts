/** Whole tables out of a database and into one, as Postgres's own COPY text: a stream each way, however large the table. */
import type { Readable, Writable } from 'node:stream'
import type { Sql, TransactionSql } from 'postgres'
import { endless, keepalive, off, ownSession } from '#db/client'
import { connect } from '#db/connect'
import type { CatalogueTable } from '#db/queries/catalogue'

export type CopyingSql = Sql
export type CopyingTx = TransactionSql

/** One connection that means the same by every text on every server, and that no deadline ends. */
export function openCopying(url: string, name: string): CopyingSql {
  return connect(url, {
    max: 1,
    idle_timeout: 0,
    max_lifetime: null,
    connect_timeout: 10,
    keep_alive: keepalive.tcp_keepalives_idle,
    onnotice: () => undefined,
    // As text: what is false is not sent, nor is 0.
    connection: {
      ...ownSession,
      application_name: name,
      statement_timeout: endless,
      idle_in_transaction_session_timeout: endless,
      extra_float_digits: 3,
      // A policy on rows would leave some out without a word.
      row_security: off,
      // Rows come as they lie, so that the same rows make the same text again.
      synchronize_seqscans: off,
      max_parallel_workers_per_gather: '0',
      enable_indexscan: off,
      enable_indexonlyscan: off,
      jit: off,
    },
  })
}

/** Every row of a table, a line each. */
export async function copyOut(tx: CopyingTx, table: CatalogueTable): Promise<Readable> {
  // Of a partitioned table only a query's rows can be copied.
  const rows = table.isPartitioned ? `(select ${columnsOf(table)} from ${qualifiedName(table)})` : inBrackets(table)
  return tx.unsafe(`copy ${rows} to stdout`).readable()
}

/** Takes lines as `copyOut` gives them. What Postgres refuses ends the stream with its error. */
export async function copyIn(tx: CopyingTx, table: CatalogueTable): Promise<Writable> {
  return tx.unsafe(`copy ${inBrackets(table)} from stdin`).writable()
}

const inBrackets = (table: CatalogueTable) => `${qualifiedName(table)} (${columnsOf(table)})`
const columnsOf = ({ columns }: CatalogueTable) => columns.map(quoted).join(', ')

export const qualifiedName = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
