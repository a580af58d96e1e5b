/** What articles came to, hour by hour: counts of which no node speaks, each sealed anew by whoever adds to it. */
import type { Sql } from '#db/client'
import { type ArticleCountRow, addArticleCounts, type CountedArticle, thisHour } from '#db/queries/governance'
import type { SealedTable } from '#shared/evidence/sealed-rows'
import { changeSealed, rowsOf } from '#shared/evidence/sealed-walks'
import type { Sealer } from '#shared/kernel/sealer'

const sealedArticleCounts: SealedTable<Omit<ArticleCountRow, 'seal'>> = {
  table: 'article_counts',
  generation: 16,
  columns: ['article', 'hour', 'shard', 'evaluations', 'failures', 'errors', 'last_at'],
  nodeOf: () => null,
}

export const articleCountRows = rowsOf(sealedArticleCounts, {
  article: 'text',
  hour: 'timestamptz',
  shard: 'smallint',
})

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
