/** What articles came to, hour by hour: counts of which no node speaks, each sealed anew by whoever adds to it, who also remembers it. */
import type { Sql } from '#db/client'
import {
  type ArticleCountRow,
  addArticleCounts,
  articleCountColumns,
  articleCountsOf,
  type CountedArticle,
  raiseArticleCounts,
  thisHour,
} from '#db/queries/governance'
import { type SealedTable, sealState } from '#shared/evidence/sealed-rows'
import { changeSealed, rowsOf } from '#shared/evidence/sealed-walks'
import type { Sealer } from '#shared/kernel/sealer'

const sealedArticleCounts: SealedTable<Omit<ArticleCountRow, 'seal'>> = {
  table: 'article_counts',
  generation: 16,
  columns: ['article', 'hour', 'shard', 'evaluations', 'failures', 'errors', 'last_at'],
  nodeOf: () => null,
}

export const articleCountRows = rowsOf(
  sealedArticleCounts,
  { article: 'text', hour: 'timestamptz', shard: 'smallint' },
  articleCountColumns,
)

/** Adds to this hour's counts of articles. */
export const keepArticleCounts = (
  sql: Sql,
  sealer: Sealer,
  shard: number,
  counts: readonly CountedArticle[],
): Promise<void> =>
  sql.begin(async (tx) => {
    const hour = (await thisHour(tx)).toISOString()
    const keys = counts.map(({ article }) => [article, hour, String(shard)])
    await changeSealed(tx, sealer, articleCountRows, keys, () => addArticleCounts(tx, shard, counts))
  })

/**
 * Counts as a process has read them, whoever adds to them, for as long as they are told: so those of a process that has ended are known to
 * the others. They only grow: what is less than it was, or is gone, was taken away by a hand or by a crash of the database, and is put back.
 */
export class SeenArticleCounts {
  private readonly at: { sql: Sql; sealer: Sealer }
  private seen: ReadonlyMap<string, ArticleCountRow> = new Map()

  constructor(at: { sql: Sql; sealer: Sealer }) {
    this.at = at
  }

  /** @returns how many rows were less than they had been. */
  async look(): Promise<number> {
    const { sql, sealer } = this.at
    const { seen, lacking } = await sql.begin(async (tx) => {
      const rows = await articleCountsOf(tx)
      const now = new Map(rows.map((row) => [placeOf(row), row]))
      const since = Date.now() - toldForMs
      const known = [...this.seen.values()].filter(({ hour }) => hour.getTime() > since)
      // Every process may find the same at once: each takes rows in one order.
      const lacking = known
        .filter((row) => isLess(now.get(placeOf(row)), row))
        .sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))
      const keys = lacking.map(({ article, hour, shard }) => [article, hour.toISOString(), String(shard)])
      if (keys.length > 0) await changeSealed(tx, sealer, articleCountRows, keys, () => raiseArticleCounts(tx, lacking))
      // What a hand has written is not remembered as ours.
      const ours = rows.filter((row) => sealState(sealer, sealedArticleCounts, row) === 'sealed')
      return { seen: new Map([...ours, ...lacking].map((row) => [placeOf(row), row])), lacking }
    })
    this.seen = seen
    return lacking.length
  }
}

const toldForMs = 24 * 3_600_000
const placeOf = ({ article, hour, shard }: ArticleCountRow) => `${article} ${hour.getTime()} ${shard}`
const isLess = (row: ArticleCountRow | undefined, than: ArticleCountRow) =>
  row === undefined ||
  row.evaluations < than.evaluations ||
  row.failures < than.failures ||
  row.errors < than.errors ||
  row.last_at < than.last_at
