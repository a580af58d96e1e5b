/** What cannot be read though the store is there to be read: it is named like whatever else is wrong, and the look goes on behind it. */
import { isOutcomeUnknown, isStoreAway, type Reader } from '#db/client'
import type { CheckId } from '#shared/verification/checks'
import type { Findings } from '#shared/verification/findings'
import type { RowLook } from '#shared/verification/row-looks'

/** Whether it says nothing of what is stored: the store is away, nobody waits for it any more, or there is nothing to ask. */
function isAnotherMatter(error: unknown): boolean {
  if (isStoreAway(error) || isOutcomeUnknown(error) || isOfDefinitions(error)) return true
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')
}

/** Whether a table or a column is not there, or may not be read: a release before this one beside a newer database meets it, too. */
const isOfDefinitions = (error: unknown): boolean => codeOf(error).startsWith('42')

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** By its kind alone: the words of an error may hold what stands in the row. */
const reasonOf = (error: unknown): string => codeOf(error) || (error instanceof Error ? error.name : 'unknown')

/** Looks at something whole; where it cannot be read, the check fails by that. @throws what is another matter. */
export async function orNamed(
  found: Pick<Findings, 'fail'>,
  { check, what }: { check: CheckId; what: string },
  look: () => Promise<void>,
): Promise<void> {
  try {
    await look()
  } catch (error) {
    if (isAnotherMatter(error)) throw error
    found.fail(check, undefined, `${what} cannot be read: ${reasonOf(error)}`)
  }
}

/** Looks at things in one go, and where that fails at ever fewer: those that cannot be looked at alone are told. @throws what is another matter. */
export async function orEach<Thing>(
  things: readonly Thing[],
  look: (things: readonly Thing[]) => Promise<void>,
  tell: (thing: Thing, why: string) => void,
): Promise<void> {
  try {
    await look(things)
  } catch (error) {
    if (isAnotherMatter(error)) throw error
    const [first] = things
    if (first === undefined) return
    if (things.length === 1) {
      tell(first, `cannot be read: ${reasonOf(error)}`)
      return
    }
    const half = Math.ceil(things.length / 2)
    await orEach(things.slice(0, half), look, tell)
    await orEach(things.slice(half), look, tell)
  }
}

/**
 * As many rows of a page as can be read. One that cannot ends its look, and is named by the last one before it. `isUnasked` where there
 * is nothing to ask, so that its rows were not looked at. @throws what is another matter.
 */
export async function readablePage(
  look: RowLook,
  sql: Reader,
  after: string | undefined,
  limit: number,
): Promise<Awaited<ReturnType<RowLook['page']>> & { isUnasked?: boolean }> {
  for (let rows = limit; ; rows = Math.ceil(rows / 2)) {
    try {
      return await look.page(sql, after, rows)
    } catch (error) {
      const ended = { last: undefined, rows: 0 }
      if (isOfDefinitions(error)) {
        const unheld = `${look.name} could not be asked for: ${reasonOf(error)}`
        return { ...ended, faults: [], unheld, isUnasked: true }
      }
      if (isAnotherMatter(error)) throw error
      if (rows > 1) continue
      const key = after === undefined ? 'the first' : `the first behind ${after}`
      const fault = `a row of ${look.name} cannot be read: ${reasonOf(error)}`
      return { ...ended, faults: [{ table: look.name, key, ...nobodys, fault }] }
    }
  }
}

const nobodys = { node: null, stream: null, pos: null, ins: null }
