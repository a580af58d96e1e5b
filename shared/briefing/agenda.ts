/** What could be talked about in a meeting: made only of what was found, and never longer than the meeting. Pure. */
import type { Commitment, MeetingPrep, MeetingReference } from '#db/documents/briefing'

type Point = MeetingPrep['suggested_agenda'][number]

/** How long each kind of point takes, in minutes; a point is given less at the end, but never less than this. */
const minutes = { promise: 5, question: 5, reference: 10, least: 3 } as const
/** What lasts whole days is talked about for so long. */
const longest = 120
const pointsLimit = 12
const quoteLimit = 120

/** A few of its characters, as they are. */
export function quoted(text: string): string {
  const said = text.replace(/\s+/g, ' ').trim()
  return `“${
    said.length <= quoteLimit
      ? said
      : `${said
          .slice(0, quoteLimit)
          .replace(/[\uD800-\uDBFF]$/, '')
          .trimEnd()}…`
  }”`
}

/** The rest of the answer, as far as there is something in it to talk about. */
export type Topics = Pick<MeetingPrep, 'commitments' | 'open_questions'> & {
  pull_requests: readonly MeetingReference[]
  issues: readonly MeetingReference[]
}

/**
 * Overdue promises, open questions, pull requests and issues, then the other promises, until the time is used up.
 * @param eventMinutes how long the meeting is
 */
export function agendaOf(topics: Topics, eventMinutes: number): Point[] {
  const overdue = topics.commitments.filter((one) => one.overdue)
  const other = topics.commitments.filter((one) => !one.overdue)
  const wanted: Point[] = [
    ...overdue.map(promisePoint),
    ...topics.open_questions.map(questionPoint),
    ...topics.pull_requests.map((reference) => referencePoint(reference, 'Pull request')),
    ...topics.issues.map((reference) => referencePoint(reference, 'Issue')),
    ...other.map(promisePoint),
  ]
  let left = Math.min(eventMinutes, longest)
  const agenda: Point[] = []
  for (const point of wanted) {
    const given = Math.min(point.minutes, left)
    if (given < minutes.least || agenda.length === pointsLimit) break
    agenda.push({ ...point, minutes: given })
    left -= given
  }
  return agenda
}

function promisePoint({ signal_id: id, text, who, due, overdue }: Commitment): Point {
  const by = who === null ? 'my promise' : `a promise of ${who}`
  const until = due === null ? 'no day is named' : `due ${due.at.slice(0, 10)}`
  return {
    title: `${who === null ? 'Promise of mine' : `Promise of ${who}`}: ${quoted(text)}`,
    minutes: minutes.promise,
    why: `${by}, ${until}${overdue ? ', overdue' : ''}`,
    refs: [id],
  }
}

const questionPoint = ({ text, asked_by: by, asked_at: at, ref }: Topics['open_questions'][number]): Point => ({
  title: `Question${by === null ? '' : ` of ${by}`}: ${quoted(text)}`,
  minutes: minutes.question,
  why: `asked ${at.slice(0, 10)}, not answered in its thread`,
  refs: [ref],
})

const referencePoint = ({ id, title, why }: MeetingReference, kind: string): Point => ({
  title: `${kind}: ${quoted(title)}`,
  minutes: minutes.reference,
  why: why.map(({ because }) => because).join('; '),
  refs: [id],
})
