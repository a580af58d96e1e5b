/** How a log begins: the first one of itself, any other when an operator accepts that the last is lost. */
import type { Sql, Tx } from '#db/client'
import { currentLog, emptyLog, holdEpoch, insertLog, streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import { headOfRow } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import { registerKey, serviceOrg } from '#shared/evidence/signing-keys'
import { breachFingerprint, move, passOf } from '#shared/governance/violations'
import { noteVerifier } from '#shared/tlog/signed-note'

/** The article that asks for a log that only grows. */
export const logArticle = 'A-02'

/** The first log's name, from which the names of later ones are made. */
export const baseOrigin = (configured: string | undefined, { kid }: Signer): string => configured ?? `assay-${kid}`

/** What a violation by any of these logs is about. */
export const logSubject = (base: string) => ({ type: 'log', id: base })

/** What a violation is about that a look through all of the evidence found: rows of state apart from all else. */
export const storeSubject = (id: 'evidence' | 'state') => ({ type: 'store', id })

/** What a violation is about that the continuous evaluation found of the log. */
export const judgedLogSubject = { type: 'log', id: 'store' }

const originOf = (base: string, epoch: number): string => (epoch === 1 ? base : `${base}/${epoch}`)

export type Beginning = { epoch: number; origin: string }

/** Begins the first log of a database that has none. */
export async function beginFirstLog(sql: Sql, signer: Signer, base: string): Promise<Beginning> {
  await registerKey(sql, signer)
  return sql.begin(async (tx) => {
    await holdEpoch(tx)
    const log = await currentLog(tx)
    return log ?? begin(tx, signer, { base, epoch: 1, reason: 'the first log of this database', facts: {} })
  })
}

/**
 * Gives the log up and begins another over every node that is there, which witnesses know by a name of its own. The
 * violations that the loss was, as the ledger saw it, a look through everything and the continuous evaluation, are thereby
 * resolved: what is wrong with the evidence that is left, the next look finds again.
 * @param known the greatest epoch that is known outside of the database, and what was lost with it.
 */
export async function beginNextLog(
  sql: Sql,
  signer: Signer,
  {
    base,
    reason,
    known,
  }: { base: string; reason: string; known: { epoch: number; size: number; root: string } | undefined },
): Promise<Beginning & { resolved: string[] }> {
  await registerKey(sql, signer)
  return sql.begin(async (tx) => {
    await holdEpoch(tx)
    const last = await currentLog(tx)
    const epoch = Math.max(last?.epoch ?? 0, known?.epoch ?? 0) + 1
    const facts = known ? { lost_epoch: known.epoch, lost_size: known.size, lost_root: known.root } : {}
    const begun = await begin(tx, signer, { base, epoch, reason, facts, ...(last && { after: last.origin }) })
    await emptyLog(tx)
    const subjects = [logSubject(base), storeSubject('evidence'), judgedLogSubject]
    const resolved = await Promise.all(subjects.map((subject) => resolveLoss(tx, signer, subject, reason)))
    return { ...begun, resolved: resolved.filter((id) => id !== undefined) }
  })
}

async function begin(
  tx: Tx,
  signer: Signer,
  {
    base,
    epoch,
    reason,
    facts,
    after,
  }: { base: string; epoch: number; reason: string; facts: Record<string, string | number>; after?: string },
): Promise<Beginning> {
  const origin = originOf(base, epoch)
  const head = after === undefined ? undefined : await streamHead(tx, `log:${after}`)
  const node = nodeOfKind(signer, {
    kind: 'genesis',
    id: origin,
    orgId: serviceOrg,
    agent: 'assay-ledger',
    at: new Date(),
    inputs: head ? [{ rel: 'supersedes', hash: head.id, height: head.height }] : [],
    result: { epoch, reason, key: noteVerifier(origin, signer.publicKey).key, ...facts },
  })
  await appendNodes(tx, [node])
  await insertLog(tx, { epoch, origin, nodeId: node.id, reason })
  return { epoch, origin }
}

/** Says in the graph where the log stands. */
export async function publishCheckpoint(
  sql: Sql,
  signer: Signer,
  { origin, size, root }: { origin: string; size: number; root: string },
): Promise<void> {
  await sql.begin(async (tx) => {
    const head = await streamHead(tx, `log:${origin}`)
    if (!head) return
    const node = nodeOfKind(signer, {
      kind: 'checkpoint.published',
      id: origin,
      orgId: serviceOrg,
      agent: 'assay-ledger',
      at: new Date(),
      after: headOfRow(head),
      result: { size, root },
    })
    await appendNodes(tx, [node])
  })
}

async function resolveLoss(
  tx: Tx,
  signer: Signer,
  subject: { type: string; id: string },
  reason: string,
): Promise<string | undefined> {
  const row = await passOf(tx, signer, serviceOrg, breachFingerprint(serviceOrg, logArticle, subject))
  if (!row) return undefined
  await move(tx, signer, row, {
    status: 'resolved',
    facts: { how: 'manual', reason },
    resolution: { by: 'operator', how: 'manual', reason },
  })
  return row.id
}
