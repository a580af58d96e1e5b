/** Has nodes say how often violations were seen: a row whose counts are put back to what they once were says less than they do. */
import type { Sql } from '#db/client'
import { type CountedViolation, countedSince, type UnresolvedPlace, violationsOf } from '#db/queries/continuous'
import { readTier } from '#shared/contracts/decision'
import { isProvenViolation } from '#shared/evidence/sealed/violations'
import type { Signer } from '#shared/evidence/signing'
import { sayCounts } from '#shared/governance/violations'

const rowsAtOnce = 2000
/** Nodes of one look: as many as there are at once, others wait for the next. */
const nodesAtOnce = 200
const hourMs = 3_600_000
/** Of the gravest, few as they are, sooner: that one was seen again keeps a halt from ending. */
const graveMs = 300_000

const beforeAll: UnresolvedPlace = { org_id: '', fingerprint: '' }

/** Looks at some behind those of the look before. @returns where the next look goes on, and those that were looked at. */
export async function sayNewCounts(
  sql: Sql,
  signer: Signer,
  after = beforeAll,
): Promise<{ last: UnresolvedPlace | undefined; looked: readonly CountedViolation[] }> {
  const { last, all, counted } = await countedSince(sql, after, rowsAtOnce)
  const due = counted.filter((one) => isDue(one, Date.now())).slice(0, nodesAtOnce)
  if (due.length === 0) return { last, looked: all }
  const rows = await violationsOf(
    sql,
    due.map(({ id }) => id),
  )
  for (const row of rows.filter((each) => isProvenViolation(signer, each)))
    await sql.begin((tx) => sayCounts(tx, signer, row))
  return { last, looked: all }
}

/** How often violations were seen, as this process has read it: none was ever seen less often since. */
export class SeenCounts {
  private epoch: number | undefined
  private before: ReadonlyMap<string, number> = new Map()
  private now = new Map<string, number>()

  /**
   * @param epoch of the log in force: what was seen under another says nothing, it may have been restored from a copy.
   * @returns those that were seen more often before.
   */
  fewer(looked: readonly Pick<CountedViolation, 'id' | 'occurrences'>[], epoch: number | undefined): string[] {
    if (this.epoch !== epoch) {
      this.before = new Map()
      this.now = new Map()
      this.epoch = epoch
    }
    return looked.flatMap(({ id, occurrences }) => {
      const known = Math.max(this.before.get(id) ?? 0, this.now.get(id) ?? 0)
      this.now.set(id, Math.max(known, occurrences))
      return occurrences < known ? [id] : []
    })
  }

  /** All were looked at: what was not among them is resolved. */
  over(): void {
    this.before = this.now
    this.now = new Map()
  }
}

/** As often again as was said, or a while later: so many nodes as a logarithm, and a few a day. */
function isDue({ tier, occurrences, said, said_at: saidAt }: CountedViolation, now: number): boolean {
  if (occurrences >= 2 * said) return true
  return now - Date.parse(saidAt) > (readTier(tier) >= 'T4' ? graveMs : hourMs)
}
