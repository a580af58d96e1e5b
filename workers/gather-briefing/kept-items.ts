/** What was read over an organisation's connections, and what it said of signals, in memory: only what changed is read again. */
import type { Reader } from '#db/client'
import type { FeedbackRow } from '#db/queries/feedback'
import { feedbackMark, feedbackOf } from '#db/queries/feedback'
import { type ChangedItem, itemsSince, itemText } from '#db/queries/source-items'
import { type History, historyOf } from '#shared/briefing/context'
import type { KeptItem } from '#shared/briefing/input'
import type { Weights } from '#shared/briefing/weights'
import { noSum, type SealSum } from '#shared/evidence/seal-sums'
import { requireProvenFeedback } from '#shared/evidence/sealed/feedback'
import { addSeal, isWhole, notAll, requireProvenItems } from '#shared/evidence/sealed/items'
import { type SignalStates, saidStates, weightsOf } from '#shared/feedback/learned'
import { type Cache, weighedCache } from '#shared/kernel/cache'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'
import { withoutSecrets } from '#shared/kernel/secrets'

/** An item in memory, with how many secrets were found in it after it had been stored. */
export type HeldItem = KeptItem & { secrets: number; weight: number }
type SealedItem = HeldItem & { seal: Uint8Array | null }

/** What feedback comes to. */
export type Learned = { mark: string; rows: readonly FeedbackRow[]; weights: Weights; states: SignalStates }

/** One organisation's. What it is read into is never changed afterwards: who has it may go on with it. */
export type Holding = {
  /** All that changed up to this number is in it. */
  seq: number
  readAt: number
  byId: ReadonlyMap<string, SealedItem>
  /** What the seals of all of them come to. */
  sum: SealSum
  items: readonly HeldItem[]
  weight: number
  learned: Learned
  /** Of this minute and those before. */
  histories: Map<string, History>
}

/** What is gone is told for a day: whoever has not looked for so long begins anew. */
const trustedMs = 12 * 3_600_000
/** Bytes of texts; in memory an item is some times its text. */
const heldAtMost = 200_000_000
const weightOfText = (text: string) => 500 + text.length * 3
/** Others have their turn while many are read. */
const readAtOnce = 500
/** What people did three days ago is what they did three days and some seconds ago. */
const historyMs = 60_000
const historiesAtMost = 8

export class KeptItems {
  private readonly sealer: Sealer
  private readonly holdings: Cache<Holding> = weighedCache(heldAtMost, ({ weight }) => weight)
  /** Whoever reads an organisation's, in turn: each finds what the one before has read. */
  private readonly turns = new Map<string, Promise<unknown>>()

  constructor(sealer: Sealer) {
    this.sealer = sealer
  }

  /** All that is committed when it is asked for. @param now milliseconds. @throws EVIDENCE_MISMATCH where any is not as it was written. */
  async read(sql: Reader, orgId: string, now: number): Promise<Holding> {
    const before = this.turns.get(orgId) ?? Promise.resolve()
    const turn = before.catch(() => undefined).then(() => this.refreshed(sql, orgId, now))
    this.turns.set(orgId, turn)
    try {
      return await turn
    } finally {
      if (this.turns.get(orgId) === turn) this.turns.delete(orgId)
    }
  }

  private async refreshed(sql: Reader, orgId: string, now: number): Promise<Holding> {
    const known = this.holdings.get(orgId)
    const before = known && now - known.readAt < trustedMs ? known : undefined
    if (before) {
      const next = await this.readOn(sql, orgId, now, before)
      if (next) return next
      // What was sealed since, or put back, is read anew.
      this.holdings.delete(orgId)
    }
    const anew = await this.readOn(sql, orgId, now, undefined)
    if (!anew) throw notAll()
    return anew
  }

  /** Undefined where what is there then is not all that was brought, or more. */
  private async readOn(
    sql: Reader,
    orgId: string,
    now: number,
    before: Holding | undefined,
  ): Promise<Holding | undefined> {
    const [{ rows, head }, { mark }] = await Promise.all([
      itemsSince(sql, orgId, before?.seq ?? 0),
      feedbackMark(sql, orgId),
    ])
    const learned = before?.learned.mark === mark ? before.learned : await learnedOf(sql, this.sealer, orgId, mark)
    const { seq } = head
    if (before && rows.length === 0) {
      if (!isWhole(this.sealer, head, before.sum)) return undefined
      const same = { ...before, seq, readAt: now, learned }
      this.holdings.set(orgId, same)
      return same
    }
    const byId = new Map(before?.byId)
    const sum = before ? new Uint8Array(before.sum) : noSum()
    for (let at = 0; at < rows.length; at += readAtOnce) {
      if (at > 0) await new Promise((resolve) => setImmediate(resolve))
      for (const row of requireProvenItems(this.sealer, rows.slice(at, at + readAtOnce))) {
        addSeal(sum, this.sealer, row.item_id, byId.get(row.item_id)?.seal ?? null)
        take(byId, row)
        addSeal(sum, this.sealer, row.item_id, byId.get(row.item_id)?.seal ?? null)
      }
    }
    if (!isWhole(this.sealer, head, sum)) return undefined
    const items = [...byId.values()]
    const weight = items.reduce((sum, item) => sum + item.weight, 1000)
    const holding = { seq, readAt: now, byId, sum, items, weight, learned, histories: new Map() }
    this.holdings.set(orgId, holding)
    return holding
  }
}

function take(byId: Map<string, SealedItem>, { item_id: id, document, digest, first_seen, seal }: ChangedItem): void {
  if (document === null) {
    byId.delete(id)
    return
  }
  const text = itemText(document)
  const { value, found } = withoutSecrets(JSON.parse(text) as HeldItem['item'])
  byId.set(id, {
    item: value,
    digest: found.length === 0 && digest !== null ? digest : sha256Hex(canonicalJson(value)),
    first_seen: first_seen.toISOString(),
    secrets: found.length,
    weight: weightOfText(text),
    seal,
  })
}

async function learnedOf(sql: Reader, sealer: Sealer, orgId: string, mark: string): Promise<Learned> {
  const rows = requireProvenFeedback(sealer, await feedbackOf(sql, orgId))
  return { mark, rows, weights: weightsOf(rows), states: saidStates(rows) }
}

/** What the items say of the past, as of the minute: the same for every page of one moment. @param items those of the holding that are shown. */
export function historyIn(
  { histories }: Pick<Holding, 'histories'>,
  items: readonly HeldItem[],
  at: Date,
  timezone: string,
): History {
  const minute = Math.floor(at.getTime() / historyMs) * historyMs
  const name = `${items.length} ${minute} ${timezone}`
  const known = histories.get(name)
  if (known) return known
  const documents = items.map(({ item }) => item)
  const history = historyOf(documents, new Date(minute), timezone)
  if (histories.size >= historiesAtMost) histories.clear()
  histories.set(name, history)
  return history
}
