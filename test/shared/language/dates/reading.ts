/** How dates of a sentence are read in tests: on a Wednesday morning in Zurich unless said otherwise, in a line each. */
import { datesIn } from '#shared/language/dates/index'
import { readText } from '#shared/language/read-text'

export const wednesday = {
  referenceTime: new Date('2026-03-11T10:20:00+01:00'),
  timezone: 'Europe/Zurich',
  knownPeople: [],
}

/** "2026-03-13T00:00:00+01:00 day", "start/end grain", "start/.. grain", "../end grain", the rule behind it. */
export function saidIn(content: string, context: Parameters<typeof datesIn>[1] = wednesday): string[] {
  return datesIn(readText({ content, format: 'text', language: 'en' }), context).map(
    ({ start, end, open, grain, recurrence }) => {
      const times = end === null && !open ? start : `${start ?? '..'}/${end ?? '..'}`
      return `${times} ${grain}${recurrence === null ? '' : ` ${recurrence}`}`
    },
  )
}

/** The same without seconds, midnights and offsets, for what does not turn on them. */
export const shortIn = (content: string, context?: Parameters<typeof datesIn>[1]): string[] =>
  saidIn(content, context).map((said) =>
    said
      .replace(/[+-]\d\d:\d\d(?=[/ ])/g, '')
      .replace(/T00:00:00(?=[/ ])/g, '')
      .replace(/(T\d\d:\d\d):00(?=[/ ])/g, '$1'),
  )
