/** What of a text is taken at its word: not what stands where it tells a machine what to do. Pure. */
import type { ItemAct, ItemDocument, SourceSpan } from '#db/documents/item'

const overlaps = (a: SourceSpan, b: SourceSpan): boolean => a.field === b.field && a.start < b.end && b.start < a.end

/** Its acts, each with its place among all of them, without those whose characters are flagged as instructions. */
export function trustedActs(item: ItemDocument): { act: ItemAct; at: number }[] {
  const flagged = item.untrusted_instructions
  return item.acts.flatMap((act, at) => {
    const spans = act.due === null ? [act.span] : [act.span, act.due.span]
    return flagged.some((untrusted) => spans.some((span) => overlaps(span, untrusted))) ? [] : [{ act, at }]
  })
}
