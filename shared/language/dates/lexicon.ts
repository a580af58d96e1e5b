/** English words of dates: days, months, units, numerals. */
import type { Grain } from '#shared/language/dates/grains'

/** By number, Monday is 1. A dot may follow those that are short. */
const weekdays: readonly (readonly string[])[] = [
  ['monday', 'mondays', 'mon'],
  ['tuesday', 'tuesdays', 'tue', 'tues'],
  ['wednesday', 'wednesdays', 'wed', 'weds'],
  ['thursday', 'thursdays', 'thu', 'thur', 'thurs'],
  ['friday', 'fridays', 'fri'],
  ['saturday', 'saturdays', 'sat'],
  ['sunday', 'sundays', 'sun'],
]
const months: readonly (readonly string[])[] = [
  ['january', 'jan'],
  ['february', 'feb'],
  ['march', 'mar'],
  ['april', 'apr'],
  ['may'],
  ['june', 'jun'],
  ['july', 'jul'],
  ['august', 'aug'],
  ['september', 'sep', 'sept'],
  ['october', 'oct'],
  ['november', 'nov'],
  ['december', 'dec'],
]
const numbered = (lists: readonly (readonly string[])[]) =>
  new Map(lists.flatMap((names, at) => names.map((name) => [name, at + 1] as const)))
export const weekdayNumbers = numbered(weekdays)
export const monthNumbers = numbered(months)

/** Names of days and months that are words or names of people as well: they need company to count. */
export const weakNames = new Set([
  'mon',
  'wed',
  'sat',
  'sun',
  'jan',
  'mar',
  'march',
  'april',
  'may',
  'june',
  'august',
  'dec',
])

export type UnitName = { grain: Grain; count: number; isMark?: boolean }
const unitLists: readonly (readonly [grain: Grain, count: number, names: string])[] = [
  ['second', 1, 'second seconds sec secs'],
  ['minute', 1, 'minute minutes min mins'],
  ['hour', 1, 'hour hours hr hrs h'],
  ['day', 1, 'day days'],
  ['week', 1, 'week weeks wk wks'],
  ['day', 14, 'fortnight fortnights'],
  ['month', 1, 'month months mth mths'],
  ['quarter', 1, 'quarter quarters qtr qtrs'],
  ['year', 1, 'year years yr yrs'],
  ['year', 10, 'decade decades'],
  ['year', 100, 'century centuries'],
]
export const units = new Map<string, UnitName>([
  ...unitLists.flatMap(([grain, count, names]) => names.split(' ').map((name) => [name, { grain, count }] as const)),
  ["'", { grain: 'minute', count: 1, isMark: true }],
  ['"', { grain: 'second', count: 1, isMark: true }],
])

const list = (words: string) => words.split(' ')
const small = list(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)
const tens = list('twenty thirty forty fifty sixty seventy eighty ninety')
export const smallNumbers = new Map(small.map((word, value) => [word, value] as const))
export const tensNumbers = new Map(tens.map((word, at) => [word, (at + 2) * 10] as const))

const smallOrdinals = list(
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth',
)
export const ordinalNumbers = new Map<string, number>([
  ...smallOrdinals.map((word, at) => [word, at + 1] as const),
  ['thirtieth', 30],
])

/** A dot after one of these ends no sentence. */
export const abbreviations = new Set(
  list(
    'mon tue tues wed weds thu thur thurs fri sat sun jan feb mar apr jun jul aug sep sept oct nov dec st a p m am pm jr approx hr hrs min mins sec secs no',
  ),
)

/** Words that may follow a day or an hour said as a bare number: "on the 25th we ship", not "on the 3rd floor". */
export const plainFollowers = new Set(
  list(
    'and or but if so as because when while we i you he she they it is was are were will would can could should shall must may please sharp thanks to for with at on in by from until till then that this which the works work suits would due',
  ),
)
