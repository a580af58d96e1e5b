/** Whether anything that is shown rests on characters that tell a machine what to do: of the document as it is answered. Pure. */
import type { Briefing, MeetingPrep, SignalList } from '#db/documents/briefing'
import type { ItemDocument, SourceSpan } from '#db/documents/item'
import { eventIdOf } from '#shared/briefing/event-id'
import { occurrenceSignalId } from '#shared/briefing/score'

export type BriefingDocument = Briefing | SignalList | MeetingPrep

/** How many instructions from outside there were among the items, and on how many of them something rests that is shown. */
export function instructionsShown(
  document: BriefingDocument,
  items: readonly ItemDocument[],
): { found: number; followed: string[] } {
  const found = items.reduce((sum, { untrusted_instructions: flags }) => sum + flags.length, 0)
  if (found === 0) return { found, followed: [] }
  const shown = new Map<string, SourceSpan[]>()
  for (const { of, span } of spansIn(document)) {
    const spans = shown.get(of)
    if (spans) spans.push(span)
    else shown.set(of, [span])
  }
  const followed = items.flatMap((item) => {
    const spans = namesOf(item).flatMap((name) => shown.get(name) ?? [])
    return item.untrusted_instructions.some((flag) => spans.some((span) => overlaps(flag, span))) ? [item.id] : []
  })
  return { found, followed }
}

const overlaps = (a: SourceSpan, b: SourceSpan) => a.field === b.field && a.start < b.end && b.start < a.end

/** By which what is shown may name an item: of an event, each time has a signal of its own. */
const namesOf = (item: ItemDocument): string[] =>
  item.source === 'calendar'
    ? [item.id, ...item.occurrences.flatMap((each) => [occurrenceSignalId(item, each), eventIdOf(item.id, each.id)])]
    : [item.id]

type Shown = { of: string; span: SourceSpan }

/** What is said to be asked, promised, decided, open or due, each with whose characters say it. */
function spansIn(document: BriefingDocument): Shown[] {
  if ('sections' in document)
    return [
      ...document.sections.flatMap(({ items }) => items.flatMap(ofSignal)),
      ...[...document.commitments.mine, ...document.commitments.theirs].flatMap(ofCommitment),
    ]
  if ('signals' in document) return document.signals.flatMap(ofSignal)
  return [
    ...document.commitments.flatMap(ofCommitment),
    ...document.open_questions.map(({ ref, span }) => ({ of: ref, span })),
    ...document.decisions.map(({ ref, span }) => ({ of: ref, span })),
  ]
}

const ofCommitment = ({ signal_id, span, due }: Briefing['commitments']['mine'][number]): Shown[] => [
  { of: signal_id, span },
  ...(due ? [{ of: signal_id, span: due.span }] : []),
]

const ofSignal = ({ id, due, priority }: SignalList['signals'][number]): Shown[] => [
  ...(due.span ? [{ of: id, span: due.span }] : []),
  // What is flagged is shown as a factor where it lowers a score: that is not to follow it.
  ...priority.factors.flatMap(({ points, evidence = [] }) =>
    points > 0 ? evidence.map((span) => ({ of: id, span })) : [],
  ),
]
