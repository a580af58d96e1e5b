/** Rows beside the nodes that stand behind them: V12. */

import type { Reader } from '#db/client'
import { statesOf } from '#db/queries/integrity'
import { type StatePrefix, statePrefixes } from '#db/queries/state-tables'
import { isUuid } from '#shared/kernel/schema/formats'
import type { Sealer } from '#shared/kernel/sealer'
import { agentLooks } from '#shared/verification/agent-looks'
import { artifactLooks } from '#shared/verification/artifact-looks'
import { claimLooks } from '#shared/verification/claim-looks'
import { componentLooks } from '#shared/verification/component-looks'
import { definitionLooks } from '#shared/verification/definition-looks'
import { endLooks } from '#shared/verification/end-looks'
import type { Findings } from '#shared/verification/findings'
import { notEvidence } from '#shared/verification/forgeries'
import { indexLooks } from '#shared/verification/index-looks'
import { itemLooks } from '#shared/verification/item-looks'
import { postgresLooks } from '#shared/verification/postgres-looks'
import { queueLooks } from '#shared/verification/queue-looks'
import { refusedLooks } from '#shared/verification/refused-looks'
import { resultLooks } from '#shared/verification/result-looks'
import { type RowFault, type RowLook, rowLooks } from '#shared/verification/row-looks'
import { runLooks } from '#shared/verification/run-looks'
import { saidLooks } from '#shared/verification/said-looks'
import { sealedLooks } from '#shared/verification/sealed-looks'
import { isNewestForged, stateFault, stepFaults } from '#shared/verification/state-rows'
import { tableLooks } from '#shared/verification/table-looks'
import { treeLooks } from '#shared/verification/tree-looks'
import { readablePage } from '#shared/verification/unreadable'

/** Rows that one statement walks: it ends in time however many there are. */
const rowsAtOnce = 20_000

/** Every look there is; with those that take the key, for who has it. */
export const looksOf = (sealer: Sealer | undefined): readonly RowLook[] => [
  // Before the rows: of what is read by others' functions, or hidden, nothing else is told.
  ...postgresLooks,
  ...tableLooks,
  ...rowLooks,
  ...saidLooks,
  ...resultLooks(sealer),
  // Before what is counted of sealed rows: which of both was changed, they know.
  ...(sealer ? sealedLooks(sealer) : []),
  ...treeLooks,
  ...refusedLooks,
  ...agentLooks,
  ...runLooks(sealer),
  ...artifactLooks(sealer),
  ...claimLooks(sealer),
  ...componentLooks(sealer),
  ...endLooks(sealer),
  ...(sealer ? queueLooks(sealer) : []),
  ...(sealer ? itemLooks(sealer) : []),
  ...indexLooks,
  // After the rows: what a hand has made of one with a guard turned off is told first.
  ...definitionLooks(sealer),
]

type RowTools = { sql: Reader; signer?: Sealer; pace?: () => Promise<void> }

/** V12 of all rows there are, whatever stands behind them, but for what nodes are gone through with and what the store can look at meanwhile. */
export const checkRows = (tools: RowTools, found: Findings): Promise<void> =>
  lookThrough(
    tools,
    found,
    looksOf(tools.signer).filter(({ isOfStore, isOfNodes }) => !isOfStore && !isOfNodes),
  )

/** The rest of it. */
export const checkRowsInStore = (tools: RowTools, found: Findings): Promise<void> =>
  lookThrough(
    tools,
    found,
    looksOf(tools.signer).filter(({ isOfStore }) => isOfStore),
  )

async function lookThrough({ sql, pace }: RowTools, found: Findings, looks: readonly RowLook[]): Promise<void> {
  for (const look of looks)
    for (let after: string | undefined, isMore = true; isMore; ) {
      const { faults, last, unheld } = await readablePage(look, sql, after, rowsAtOnce)
      for (const fault of faults) tellRow(found, fault)
      found.note('V12')
      if (unheld !== undefined) found.wait('V12', unheld, true)
      after = last
      isMore = last !== undefined
      await pace?.()
    }
}

export function tellRow(found: Findings, { table, key, org, node, stream, pos, ins, fault }: RowFault): void {
  found.fail('V12', { id: node, stream, pos, at: ins ?? Number.MAX_VALUE, row: { table, key }, org }, fault)
}

/** V12 of these streams. */
export async function checkStates(
  { sql, leavesForgedOut = false }: { sql: Reader; leavesForgedOut?: boolean },
  found: Findings,
  streams: readonly string[],
): Promise<void> {
  for (const prefix of statePrefixes) {
    const own = streams.filter((stream) => isOfPrefix(stream, prefix))
    if (own.length === 0) continue
    for (const row of await statesOf(sql, prefix, own)) {
      const fault = stateFault(row)
      if (fault && leavesForgedOut && (await isNewestForged(sql, row))) {
        found.wait('V12', notEvidence)
        continue
      }
      const spot = { id: row.newest, stream: row.stream, pos: row.newest_pos, at: row.newest_ins ?? Number.MAX_VALUE }
      if (fault) found.fail('V12', spot, fault)
      else found.note('V12')
    }
    if (prefix === 'task:') await checkSteps(sql, found, own)
  }
}

function isOfPrefix(stream: string, prefix: StatePrefix): boolean {
  if (!prefix.endsWith(':')) return stream === prefix
  return stream.startsWith(prefix) && (prefix !== 'task:' || isUuid(stream.slice(prefix.length)))
}

/** V12 of the steps of plans. */
async function checkSteps(sql: Reader, found: Findings, streams: readonly string[]): Promise<void> {
  const taskIds = streams.map((stream) => stream.slice('task:'.length))
  for await (const { step, stream, fault } of stepFaults(sql, taskIds))
    found.fail(
      'V12',
      { id: step?.node ?? null, stream, pos: step?.pos ?? null, at: step?.ins ?? Number.MAX_VALUE },
      fault,
    )
}
