/** A briefing in a few sentences, made of what stands in it: every number can be counted again. Pure. */
import type { Briefing } from '#db/documents/briefing'
import { instantOf } from '#shared/briefing/instants'
import { clockText } from '#shared/briefing/moments'

type Facts = Pick<Briefing, 'sections' | 'schedule' | 'commitments' | 'adapters' | 'timezone'>

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** @param at the events after it are still to come */
export function headlineOf(facts: Facts, at: number): string {
  if (facts.adapters.length === 0) return 'Nothing is connected, so there is nothing to tell.'
  return [urgent(facts), waiting(facts), meetings(facts, at), promises(facts), unread(facts)]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** Zero where the section was not asked for. */
const totalOf = ({ sections }: Facts, key: Briefing['sections'][number]['key']): number =>
  sections.find((section) => section.key === key)?.total ?? 0

function urgent(facts: Facts): string {
  const [now, today] = [totalOf(facts, 'act_now'), totalOf(facts, 'today')]
  if (now === 0 && today === 0) return 'Nothing to act on now or today.'
  if (now === 0) return `Nothing to act on now; ${counted(today, 'thing')} for today.`
  return `${counted(now, 'thing')} to act on now${today === 0 ? '' : `, ${today} more for today`}.`
}

function waiting(facts: Facts): string {
  const [onMe, onOthers] = [totalOf(facts, 'waiting_on_me'), totalOf(facts, 'waiting_on_others')]
  if (onMe === 0 && onOthers === 0) return ''
  if (onOthers === 0) return `${onMe} waiting on me.`
  return onMe === 0 ? `${onOthers} waiting on others.` : `${onMe} waiting on me, ${onOthers} on others.`
}

function meetings({ schedule, timezone }: Facts, at: number): string {
  const { events, conflicts } = schedule
  if (events.length === 0) return 'No events.'
  const next = events
    .filter(({ occurrence }) => !occurrence.all_day)
    .map(({ occurrence }) => instantOf(occurrence.start, timezone))
    .find((startMs) => startMs >= at)
  const nextText = next === undefined ? '' : `, the next at ${clockText(next, timezone)}`
  const conflictText = conflicts.length === 0 ? '' : `; ${counted(conflicts.length, 'conflict')}`
  return `${counted(events.length, 'event')}${nextText}${conflictText}.`
}

function promises({ commitments }: Facts): string {
  const overdue = (list: Briefing['commitments']['mine']) => list.filter((one) => one.overdue).length
  const [mine, theirs] = [overdue(commitments.mine), overdue(commitments.theirs)]
  if (mine === 0 && theirs === 0) return ''
  if (theirs === 0) return `${counted(mine, 'promise')} of mine overdue.`
  return mine === 0
    ? `${counted(theirs, 'promise')} of others overdue.`
    : `${counted(mine, 'promise')} of mine overdue, ${theirs} of others.`
}

function unread({ adapters }: Facts): string {
  const missing = adapters.filter(({ status }) => status !== 'ok').length
  return missing === 0 ? '' : `${missing} of ${counted(adapters.length, 'connection')} not up to date.`
}
