/** A briefing as a page in a terminal, at any width. Pure: colours are handed in. */
import type { Briefing, BriefingSection, Commitment } from '#db/documents/briefing'
import type { Signal } from '#db/documents/signal'
import { personName } from '#shared/briefing/guests'
import { dateText } from '#shared/briefing/moments'
import {
  adapterText,
  conflictTexts,
  dayText,
  dueText,
  eventTime,
  factorText,
  linkOf,
  qualityTexts,
  titleText,
  unreadOf,
  whenText,
} from '#shared/briefing/wording'

type Tone = 'bold' | 'dim' | 'fail' | 'moderate' | 'pass'
export type BriefingTextStyle = {
  /** In columns; 0 or less: no line is broken. */
  width: number
  /** Without it there is no colour. */
  paint?: (text: string, as: Tone) => string
}

/** Narrower than this nothing can be read: lines are broken here then. */
const leastWidth = 20

/** A line of it: how far in it stands, and how far in what is left of it goes on. */
type Line = { text: string; tone?: Tone; indent?: number; hang?: number }

export function briefingText(briefing: Briefing, style: BriefingTextStyle): string {
  const { timezone, window, headline } = briefing
  const day = dayText(dateText(Date.parse(window.from), timezone))
  const lines: Line[] = [
    { text: `Briefing for ${day}`, tone: 'bold' },
    { text: `${timezone}, as of ${whenText(briefing.generated_at, briefing)}`, tone: 'dim' },
    ...unreadLines(briefing),
    { text: '' },
    { text: headline },
    ...scheduleLines(briefing),
    ...briefing.sections.flatMap((section) => sectionLines(section, briefing)),
    ...commitmentLines('Promises of mine', briefing.commitments.mine, briefing),
    ...commitmentLines('Promises of others', briefing.commitments.theirs, briefing),
    ...footLines(briefing),
  ]
  return `${lines.map((line) => laidOut(line, style)).join('\n')}\n`
}

function laidOut(
  { text, tone, indent = 0, hang = 0 }: Line,
  { width, paint = (text) => text }: BriefingTextStyle,
): string {
  const said = harmless(text)
  const painted = (line: string) => (tone === undefined || line === '' ? line : paint(line, tone))
  if (width <= 0) return `${' '.repeat(indent)}${painted(said)}`.trimEnd()
  const columns = Math.max(leastWidth, width)
  const room = Math.max(8, columns - indent - hang)
  return Bun.wrapAnsi(said, room, { hard: true, trim: true })
    .split('\n')
    .map((line, at) => `${' '.repeat(at === 0 ? indent : indent + hang)}${painted(line)}`.trimEnd())
    .join('\n')
}

/** On one line, and nothing in it an instruction to the terminal or to the direction of its text. */
const harmless = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061C\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]/g, '')

function unreadLines(briefing: Briefing): Line[] {
  const unread = unreadOf(briefing)
  if (briefing.adapters.length === 0) return [{ text: '' }, { text: 'Nothing is connected.', tone: 'fail' }]
  if (unread.length === 0) return []
  return [
    { text: '' },
    { text: 'Not up to date', tone: 'fail' },
    ...unread.map(
      (adapter): Line => ({
        text: `! ${adapter.label} (${adapter.kind}): ${adapterText(adapter, briefing)}`,
        tone: 'fail',
        indent: 2,
        hang: 2,
      }),
    ),
  ]
}

function scheduleLines(briefing: Briefing): Line[] {
  const { events, conflicts, free_slots: slots, focus_minutes: focus } = briefing.schedule
  const titles = new Map(events.map((event) => [event.signal_id, titleText(event.title)]))
  const named = (id: string) => titles.get(id) ?? id
  return [
    { text: '' },
    { text: `Schedule (${events.length})`, tone: 'bold' },
    ...events.map((event): Line => {
      const place = event.location === null ? '' : `, ${event.location}`
      return { text: `${eventTime(event, briefing)}  ${titleText(event.title)}${place}`, indent: 2, hang: 2 }
    }),
    ...conflicts.map(
      ({ a, b, kind, overlap_minutes: minutes }): Line => ({
        text: `! ${named(a)} and ${named(b)} ${conflictTexts[kind]}${minutes === 0 ? '' : `, ${minutes} min`}`,
        tone: 'moderate',
        indent: 2,
        hang: 2,
      }),
    ),
    ...slots.map(
      ({ start, end, minutes, quality }): Line => ({
        text: `free ${whenText(start, briefing)}–${whenText(end, briefing)}, ${minutes} min, ${qualityTexts[quality]}`,
        tone: 'pass',
        indent: 2,
        hang: 2,
      }),
    ),
    { text: `${focus} min in which to concentrate`, tone: 'dim', indent: 2, hang: 2 },
  ]
}

function sectionLines({ key, title, items, total, truncated }: BriefingSection, briefing: Briefing): Line[] {
  const head: Line[] = [{ text: '' }, { text: `${title} (${total})`, tone: key === 'act_now' ? 'fail' : 'bold' }]
  // They stand above with their reasons, or in the schedule with their times.
  const isReference = key === 'meetings' || key === 'changed_since_last' || key === 'noise_folded'
  const told = items.flatMap((signal) => signalLines(signal, briefing, isReference))
  const left = total - items.length
  const foot: Line[] = truncated ? [{ text: `and ${left} more`, tone: 'dim', indent: 2 }] : []
  return total === 0 ? [...head, { text: 'nothing', tone: 'dim', indent: 2 }] : [...head, ...told, ...foot]
}

function signalLines(signal: Signal, briefing: Briefing, isShort: boolean): Line[] {
  const { priority, title, action, who, when, url, duplicates, safety } = signal
  const link = linkOf(url)
  const from = personName(who[0] ?? null)
  const source = [from, whenText(when, briefing), signal.adapter].filter((part) => part !== null).join(', ')
  const head: Line = { text: `${String(priority.score).padStart(3)}  ${titleText(title)}`, indent: 1, hang: 5 }
  const flagged: Line[] =
    safety.untrusted_instructions.length === 0
      ? []
      : [{ text: 'It holds instructions to a machine; none was followed.', tone: 'moderate', indent: 6 }]
  if (isShort) return [head, ...flagged]
  return [
    head,
    { text: action.text, indent: 6, hang: 2 },
    { text: source, tone: 'dim', indent: 6, hang: 2 },
    ...(link === undefined ? [] : [{ text: link, tone: 'dim', indent: 6 } satisfies Line]),
    { text: `why: ${priority.factors.map(factorText).join('; ')}`, tone: 'dim', indent: 6, hang: 5 },
    ...(duplicates.length === 0
      ? []
      : [{ text: `and ${duplicates.length} more about it`, tone: 'dim', indent: 6 } satisfies Line]),
    ...flagged,
  ]
}

function commitmentLines(title: string, commitments: readonly Commitment[], briefing: Briefing): Line[] {
  if (commitments.length === 0) return []
  return [
    { text: '' },
    { text: `${title} (${commitments.length})`, tone: 'bold' },
    ...commitments.flatMap((commitment): Line[] => {
      const { text, who, to_whom: toWhom, overdue } = commitment
      const people = [who === null ? undefined : `by ${who}`, toWhom === null ? undefined : `to ${toWhom}`]
      const about = [dueText(commitment, briefing), ...people].filter((part) => part !== undefined).join(', ')
      return [
        { text: `“${text}”`, indent: 2, hang: 1 },
        { text: about, tone: overdue ? 'fail' : 'dim', indent: 4, hang: 2 },
      ]
    }),
  ]
}

function footLines({ completeness, adapters, diff, evidence }: Briefing): Line[] {
  const changes = `${diff.added.length} new, ${diff.moved.length} moved, ${diff.resolved.length} resolved since the last briefing`
  return [
    { text: '' },
    {
      text: `Completeness ${completeness.score}: ${adapters.map(({ label, items }) => `${label} ${items}`).join(', ') || 'no connection'}`,
      tone: 'dim',
    },
    ...(diff.previous_id === null ? [] : [{ text: changes, tone: 'dim' } satisfies Line]),
    {
      text: `${evidence.considered.count} items considered, ${evidence.considered.digest.slice(0, 16)}, rules ${evidence.rules_version}`,
      tone: 'dim',
    },
  ]
}
