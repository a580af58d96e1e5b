/** Rows about the log itself: which keys sign, which logs began, what witnesses cosigned. V5, V10, V11. */
import type { Reader } from '#db/client'
import {
  checkpointsToCome,
  cosignaturesFrom,
  type RegisteredKey,
  type RegisteredLog,
  registeredKeys,
  registeredLogs,
} from '#db/queries/registers'
import type { NodeBody } from '#shared/contracts/node'
import { openNote } from '#shared/tlog/signed-note'
import type { StreamBeginning } from '#shared/verification/examiner'
import type { Findings } from '#shared/verification/findings'
import { kidOf } from '#shared/verification/keyring'
import { type LogTrust, messageOf } from '#shared/verification/log-checks'

/** Old rows have the database's time, which is not the node's to the millisecond. */
const logBeginsWithinMs = 300_000
const cosignaturesAtOnce = 1000
/** After every node. */
const at = Number.MAX_VALUE

/** @param beginnings nodes that register keys or begin logs, of those that were gone through. */
export async function checkRegisters(
  sql: Reader,
  beginnings: readonly StreamBeginning[],
  trust: LogTrust,
  found: Findings,
): Promise<void> {
  const [keys, logs] = await Promise.all([registeredKeys(sql), registeredLogs(sql)])
  for (const key of keys) {
    const fault = keyRowFault(key)
    const row = { table: 'edg_keys', key: key.kid }
    if (fault) found.fail('V5', { id: key.node, stream: key.stream, pos: 0, at, row }, fault)
  }
  for (const log of logs) {
    const fault = logRowFault(log)
    const row = { table: 'edg_logs', key: String(log.epoch) }
    if (fault) found.fail('V10', { id: log.node, stream: log.stream, pos: 0, at, row }, fault)
  }
  const streams = new Set([...keys.map(({ kid }) => `key:${kid}`), ...logs.map(({ origin }) => `log:${origin}`)])
  for (const { id, kind, stream } of beginnings.filter((each) => !streams.has(each.stream))) {
    const table = kind === 'genesis' ? 'edg_logs' : 'edg_keys'
    const spot = { id, stream, pos: 0, at, row: { table, key: stream.slice(stream.indexOf(':') + 1) } }
    found.fail(kind === 'genesis' ? 'V10' : 'V5', spot, `${table} lacks what ${stream} began`)
  }
  // By that the log is published without its witnesses, and thinned.
  for (const { origin, size } of await checkpointsToCome(sql)) {
    const row = { table: 'edg_checkpoints', key: `${origin} ${size}` }
    const fault = `the checkpoint of ${size} leaves is said to have been made at a time to come`
    found.fail('V10', { id: null, stream: null, pos: null, at, row, org: null }, fault)
  }
  await checkAllCosignatures(sql, trust, found)
}

function keyRowFault({ kid, public_key: raw, body }: RegisteredKey): string | undefined {
  if (kidOf(raw) !== kid) return `the key ${kid} in edg_keys is another one`
  return body === null ? `no node registers the key ${kid} in edg_keys` : undefined
}

function logRowFault({
  epoch,
  origin,
  reason,
  started_at: startedAt,
  stream,
  body,
}: RegisteredLog): string | undefined {
  if (body === null) return `no node says that log ${epoch} began`
  const { kind, result, timestamp }: NodeBody = JSON.parse(body)
  if (kind !== 'genesis' || stream !== `log:${origin}`) return `log ${epoch} names a node that did not begin it`
  if (result?.['epoch'] !== epoch) return `log ${epoch} is ${result?.['epoch']} by its node`
  if (result?.['reason'] !== reason) return `log ${epoch} began for another reason by its node`
  const apartMs = Math.abs(startedAt.getTime() - Date.parse(timestamp))
  // A time that is none is apart from every other.
  return apartMs <= logBeginsWithinMs ? undefined : `log ${epoch} began at ${timestamp} by its node`
}

/** V11: each is by the witness that it says, of the checkpoint beside which it stands. */
async function checkAllCosignatures(sql: Reader, { witnesses }: LogTrust, found: Findings): Promise<void> {
  const names = new Set(witnesses.map(({ name }) => name))
  for await (const rows of cosignaturesFrom(sql, cosignaturesAtOnce))
    for (const { origin, size, witness, line, note } of rows) {
      const row = { table: 'edg_cosignatures', key: `${origin} ${size} ${witness}` }
      const what = `the cosignature of ${size} by ${witness}`
      const fail = (why: string) => found.fail('V11', { id: null, stream: null, pos: null, at, row }, `${what} ${why}`)
      if (note === null) fail('is of no checkpoint that is there')
      else if (!line.startsWith(`\u2014 ${witness} `)) fail('is not by that witness')
      else if (names.has(witness)) {
        try {
          openNote(note + line, witnesses)
        } catch (error) {
          fail(messageOf(error))
        }
      }
    }
}
