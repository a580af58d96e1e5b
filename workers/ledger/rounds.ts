/** Goes through all of the evidence again and again, a slice at a time: the log, nodes without a place in it, rows, and what stands beside. */
import type { Sql } from '#db/client'
import { insBehind, nodesWithoutLeaf, surelyPlaced } from '#db/queries/log'
import { latestCheckpoint } from '#shared/evidence/log'
import type { Signer } from '#shared/evidence/signing'
import { type Outcome, openFindings } from '#shared/verification/findings'
import { openForgeries } from '#shared/verification/forgeries'
import { type KeptMarks, readMark, setMark } from '#shared/verification/marks'
import type { RowLook } from '#shared/verification/row-looks'
import { looksOf, tellRow } from '#shared/verification/rows'
import { orNamed, readablePage } from '#shared/verification/unreadable'
import { type VerificationTools, verifyBeside, verifyGrown } from '#shared/verification/verify'
import { type WalkStart, walkStartAt } from '#shared/verification/whole-log'

const leavesInSlice = 1000
const placesInSlice = 20_000
const rowsInSlice = 2000
const markEveryMs = 5000

/** What a whole round came to; `isWhole` unless something could not be asked for. */
export type RoundEnd = { leaves: number; ms: number; failed: KeptMarks['round']['failed']; isWhole: boolean }

type Slice = {
  outcome: Outcome
  next: Pick<KeptMarks['round'], 'section' | 'position'>
  leaves?: number
  unheld?: string
  isUnasked?: boolean
}

export class Rounds {
  private readonly tools: VerificationTools & { sql: Sql }
  private readonly signer: Signer
  private mark: KeptMarks['round'] | undefined
  /** Where the log stands at the mark, where this process has gone through it up to there. */
  private start: WalkStart | undefined
  private markedAt = 0
  /** Whether something could not be asked for in this round: how far it came is not kept then, and the next process asks again. */
  private isUnasked = false

  constructor(tools: VerificationTools & { sql: Sql }, signer: Signer) {
    this.tools = tools
    this.signer = signer
  }

  /** The next slice. @returns what is wrong in it, why something could not be held, and, where the round is over with it, what that came to. */
  async step(): Promise<{ outcome: Outcome; unheld: string | undefined; round: RoundEnd | undefined } | undefined> {
    const { sql } = this.tools
    const newest = await latestCheckpoint(sql)
    if (!newest) return undefined
    const mark = await this.standing(newest.origin)
    // What is wrong is wrong the second time too, whoever just writes.
    let slice = await this.slice(mark)
    if (slice.outcome.verdict === 'invalid') {
      this.start = undefined
      slice = await this.slice(mark)
    }
    const { outcome, next, leaves = 0, unheld, isUnasked = false } = slice
    this.isUnasked ||= isUnasked
    const failed = mark.failed ?? (outcome.verdict === 'invalid' ? failureOf(outcome) : null)
    const moved = { ...mark, ...next, leaves: mark.leaves + leaves, failed }
    if (next.section !== 'over') {
      await this.keep(moved)
      return { outcome, unheld, round: undefined }
    }
    const ms = Date.now() - Date.parse(mark.began_at)
    const isWhole = !this.isUnasked
    this.isUnasked = false
    await this.keep({ ...begun(newest.origin), last: { ms, leaves: moved.leaves } }, true)
    return { outcome, unheld, round: { leaves: moved.leaves, ms, failed, isWhole } }
  }

  /** A round that a process before this one began goes on, unless it was of another log. */
  private async standing(origin: string): Promise<KeptMarks['round']> {
    this.mark ??= await readMark(this.tools.sql, this.signer.publicKey, 'round')
    if (this.mark?.origin !== origin) {
      this.mark = { ...begun(origin), last: this.mark?.last ?? null }
      this.start = undefined
    }
    // One that waits to begin begins now.
    if (isAtStart(this.mark)) this.mark = { ...this.mark, began_at: new Date().toISOString() }
    return this.mark
  }

  private async keep(mark: KeptMarks['round'], isDue = false): Promise<void> {
    this.mark = mark
    if (!isDue && (this.isUnasked || performance.now() - this.markedAt < markEveryMs)) return
    await setMark(this.tools.sql, this.signer, 'round', mark)
    this.markedAt = performance.now()
  }

  /** With those that take the key, once all is sealed. */
  private looks(): readonly RowLook[] {
    return looksOf(this.signer)
  }

  private async slice({ section, position }: KeptMarks['round']): Promise<Slice> {
    if (section === 'log') return this.sliceOfLog(Number(position))
    if (section === 'places') return this.sliceOfPlaces(Number(position))
    if (section === 'beside')
      return { outcome: await verifyBeside(this.tools), next: { section: 'over', position: '' } }
    const at = this.looks().findIndex(({ name }) => name === section)
    return this.sliceOfRows(Math.max(0, at), position)
  }

  private async sliceOfLog(from: number): Promise<Slice> {
    const { sql } = this.tools
    const newest = await latestCheckpoint(sql)
    const size = newest?.size ?? 0
    const to = Math.min(size, from + leavesInSlice)
    if (this.start?.frontier.size !== from)
      this.start = await walkStartAt(sql, Math.min(from, size)).catch(() => undefined)
    const start = this.start ?? { frontier: { size: from, hashes: [] }, edge: [] }
    const { stands, ...outcome } = await verifyGrown(this.tools, start, to)
    this.start = stands
    const next = to >= size ? { section: 'places', position: '0' } : { section: 'log', position: String(to) }
    return { outcome, next, leaves: Math.max(0, to - from) }
  }

  /** V9 of nodes that were given no place in the log, though it has long gone on. */
  private async sliceOfPlaces(position: number): Promise<Slice> {
    const { sql } = this.tools
    const found = openFindings()
    const placed = await surelyPlaced(sql)
    // Whoever can set the numbers on can set them back behind the first.
    const after = position === 0 ? Number.MIN_SAFE_INTEGER : position
    const to = Math.min(placed, (await insBehind(sql, after, placesInSlice)) ?? placed)
    await orNamed(found, { check: 'V9', what: 'a node without a place in the log' }, async () => {
      const homeless = to > after ? await nodesWithoutLeaf(sql, after, to) : []
      const forged = await openForgeries(sql).amongStored(homeless.map(({ id }) => id))
      for (const { id, ins } of homeless) {
        const hash = Buffer.from(id).toString('hex')
        if (!forged.has(hash))
          found.fail('V9', { id: hash, stream: null, pos: null, at: ins }, 'it has no place in the log')
      }
    })
    const next =
      to >= placed
        ? { section: this.looks()[0]?.name ?? 'beside', position: '' }
        : { section: 'places', position: String(to) }
    return { outcome: found.outcome(), next }
  }

  private async sliceOfRows(at: number, position: string): Promise<Slice> {
    const look = this.looks()[at]
    const found = openFindings()
    const startedAt = performance.now()
    const { faults, last, unheld, isUnasked } = look
      ? await readablePage(look, this.tools.sql, position || undefined, rowsInSlice)
      : nothing
    for (const fault of faults) tellRow(found, fault)
    await this.tools.pace?.(look?.isOfStore ? performance.now() - startedAt : 0)
    const next =
      last === undefined
        ? { section: this.looks()[at + 1]?.name ?? 'beside', position: '' }
        : { section: look?.name ?? 'beside', position: last }
    return { outcome: found.outcome(), next, ...(unheld !== undefined && { unheld }), ...(isUnasked && { isUnasked }) }
  }
}

const nothing: Awaited<ReturnType<typeof readablePage>> = { faults: [], last: undefined, rows: 0 }

const begun = (origin: string): KeptMarks['round'] => ({
  origin,
  began_at: new Date().toISOString(),
  section: 'log',
  position: '0',
  leaves: 0,
  failed: null,
  last: null,
})

const isAtStart = ({ section, position, leaves }: KeptMarks['round']) =>
  section === 'log' && position === '0' && leaves === 0

function failureOf({ first_failure: first }: Outcome): KeptMarks['round']['failed'] {
  return first && { check: first.check, hash: first.hash, stream: first.stream, pos: first.pos }
}
