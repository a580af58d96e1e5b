/** Tells by NOTIFY, in the caller's transaction, so that whoever hears of it may read it: who waits for jobs, and who does them. */
import type { Tx } from '#db/client'
import type { Sealer } from '#shared/kernel/sealer'
import { announcements, cancelChannel, type Ending } from '#shared/queue/completions'

/** How a job ended, and the channel of the process that waits for it, if one does. */
export type EndingToTell = { ending: Ending; replyTo: string | undefined }

/** One message per waiting process, or a few. */
export async function announce(tx: Tx, sealer: Sealer, endings: readonly EndingToTell[]): Promise<void> {
  const messages = [...Map.groupBy(endings, ({ replyTo }) => replyTo)].flatMap(([channel, group]) =>
    channel
      ? announcements(
          group.map(({ ending }) => ending),
          sealer,
        ).map((payload) => ({ channel, payload }))
      : [],
  )
  for (let at = 0; at < messages.length; at += toldAtOnce) {
    const told = messages.slice(at, at + toldAtOnce)
    const calls = told.map((_, nth) => `pg_notify($${2 * nth + 1}, $${2 * nth + 2})`)
    // As parameters of their own: within a JSON text what is JSON itself would be written and read once more.
    await tx.unsafe(
      `select ${calls.join(', ')}`,
      told.flatMap(({ channel, payload }) => [channel, payload]),
      { prepare: true },
    )
  }
}

/** Messages in one statement: each number of them is a statement of its own, which Postgres keeps. */
const toldAtOnce = 16

/** Tells workers that jobs which they do are to stop. */
export async function tellToStop(tx: Tx, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  await tx`select pg_notify(${cancelChannel}, id) from unnest(${[...jobIds]}::text[]) as r(id)`
}
