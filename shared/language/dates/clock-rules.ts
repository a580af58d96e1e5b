/** Rules of clock times: half past three, 3 in the morning, at 10, noon in another zone. */
import { type DateRule, maybe, nodes, type RulePlace, rule, times, words } from '#shared/language/dates/chart'
import { type ClockTime, clock, inHalf } from '#shared/language/dates/clocks'
import { plainFollowers, units } from '#shared/language/dates/lexicon'
import {
  clockNode,
  isClock,
  isPart,
  isPlain,
  meet,
  partNode,
  strong,
  type TimeNode,
} from '#shared/language/dates/nodes'
import { type NamedZone, zoneNamed, zoneNames } from '#shared/language/dates/zones'

const clockOf = (node: TimeNode): ClockTime | undefined =>
  node.timeOfDay?.kind === 'clock' ? node.timeOfDay.at : undefined
/** An hour without its minutes, said alone or with am and pm. */
const hour = times((node) => isClock(node) && clockOf(node)?.minute === undefined)
const bareHour = times((node) => isClock(node) && node.isBare === true)
const clocks = times((node) => isClock(node) && !node.isBare)
const minutes = nodes(
  'number',
  ({ value, figures }) => value >= 1 && value <= 59 && Number.isInteger(value) && figures <= 2,
)
const twoFigures = nodes(
  'number',
  ({ value, figures }) => (figures === 0 || figures === 2) && value >= 10 && value <= 59 && Number.isInteger(value),
)
/** As in "at 1030". */
const military = nodes(
  'number',
  ({ value, figures }) => (figures === 3 || figures === 4) && value % 100 < 60 && value >= 100 && value < 2400,
)

/** Minutes before or after an hour, in the half of the day that the hour is in. */
function minutesFrom(node: TimeNode, offset: number): TimeNode | undefined {
  const at = clockOf(node)
  if (!at) return undefined
  const total = at.hour * 60 + (at.minute ?? 0) + offset
  if (total < 0) return undefined
  return clockNode({ ...clock(Math.floor(total / 60) % 24, total % 60), isHalf: at.isHalf })
}
const withMinute = (node: TimeNode, minute: number): TimeNode | undefined => {
  const at = clockOf(node)
  return at && clockNode({ ...at, minute })
}
const inHalfOf = (node: TimeNode, letter: string): TimeNode | undefined => {
  const at = clockOf(node)
  return at?.isHalf ? clockNode(inHalf(at, letter.startsWith('a') ? 'am' : 'pm')) : undefined
}
const figuresAsClock = (value: number) => clockNode(clock(Math.floor(value / 100), value % 100, undefined, true))

/** Whether an hour said as a number alone is one: "at 5 we leave", not "at 5 sites". */
function isFollowedPlainly({ run, to }: RulePlace): boolean {
  const next = run.pieces[to]?.word
  if (next !== undefined) return !units.has(next)
  return !/^\p{L}/u.test(run.after) || plainFollowers.has(run.after)
}
/** Whether a number begins what is said: "9 tomorrow", not "only 9 today", nor "won 2-1 yesterday". */
const beginsPlainly = ({ run, from }: RulePlace): boolean =>
  from > 0
    ? !(/^[-\u2013\u2014:/.]$/.test(run.pieces[from - 1]?.word ?? '') && run.pieces[from - 2]?.isFigure === true)
    : run.before === '' || plainFollowers.has(run.before)

const twelve = times((node) => isClock(node) && clockOf(node)?.hour === 12 && (clockOf(node)?.minute ?? 0) === 0)

const spoken: DateRule[] = [
  rule([twelve, words('noon midday')], () => clockNode(clock(12))),
  rule([twelve, words('midnight')], () => clockNode(clock(24))),
  rule([bareHour, words("o'clock oclock")], ([node]) => strong(node)),
  rule([times((node) => clockOf(node)?.isHalf === true && isClock(node)), words('am pm')], ([node, half]) =>
    inHalfOf(node, half),
  ),
  rule(
    [
      times((node) => clockOf(node)?.isHalf === true && isClock(node)),
      words('a p'),
      maybe('.'),
      words('m'),
      maybe('.'),
    ],
    ([node, half]) => inHalfOf(node, half),
  ),
  rule(
    [times((node) => clockOf(node)?.isHalf === true && isClock(node)), words('in'), maybe('the'), words('am pm')],
    ([node, , , half]) => inHalfOf(node, half),
  ),
  rule([bareHour, twoFigures, words('am pm')], ([node, { value }, half]) => clockWith(node, value, half)),
  rule([bareHour, twoFigures, words('a p'), maybe('.'), words('m'), maybe('.')], ([node, { value }, half]) =>
    clockWith(node, value, half),
  ),
  rule([words('at @ around about approximately'), bareHour, twoFigures], ([, node, { value }]) =>
    withMinute(node, value),
  ),
  rule([words('half'), words('past'), hour], ([, , node]) => minutesFrom(node, 30)),
  rule([words('half'), bareHour], ([, node]) => halfOf(node)),
  rule([words('quarter'), words('past after'), hour], ([, , node]) => minutesFrom(node, 15)),
  rule([words('quarter'), words('to till before of'), hour], ([, , node]) => minutesFrom(node, -15)),
  rule([words('a'), words('quarter'), words('past after'), hour], ([, , , node]) => minutesFrom(node, 15)),
  rule([words('a'), words('quarter'), words('to till before of'), hour], ([, , , node]) => minutesFrom(node, -15)),
  rule([minutes, maybe('minutes minute mins min'), words('past after'), hour], ([{ value }, , , node]) =>
    minutesFrom(node, value),
  ),
  rule([minutes, words('minutes minute mins min'), words('to till before of'), hour], ([{ value }, , , node]) =>
    minutesFrom(node, -value),
  ),
  rule(
    [
      minutes,
      words('to till before'),
      times(
        (node) => isClock(node) && !node.isBare && clockOf(node)?.minute === undefined && clockOf(node)?.hour === 12,
      ),
    ],
    ([{ value }, , node]) => minutesFrom(node, -value),
  ),
  rule([words('for'), clocks], ([, node]) => node),
]
const clockWith = (node: TimeNode, minute: number, half: string) => {
  const made = withMinute(node, minute)
  return made && inHalfOf(made, half)
}
/** "Half three" is half past three; said so it may be half of something, too. */
const halfOf = (node: TimeNode): TimeNode | undefined => {
  const made = minutesFrom(node, 30)
  return made && { ...made, isWeak: true }
}

const wrapped: DateRule[] = [
  rule([words('at @'), maybe('about around approximately exactly'), bareHour], ([, , node], place) =>
    isFollowedPlainly(place) ? { ...strong(node) } : undefined,
  ),
  rule(
    [
      words('at @'),
      maybe('about around approximately'),
      times((node) => isPlain(node) && node.timeOfDay !== undefined && !node.isBare),
    ],
    ([, , node]) => strong(node),
  ),
  rule([words('at @ around about approximately'), military, maybe('ish')], ([, { value }], place) =>
    place.run.pieces[place.to]?.isGlued || !isFollowedPlainly(place) ? undefined : figuresAsClock(value),
  ),
  rule([clocks, words('ish approximately sharp exactly')], ([node]) => node),
  rule([bareHour, maybe('-'), words('ish'), words('am pm')], ([node, , , half]) => inHalfOf(node, half)),
  rule([bareHour, maybe('-'), words('ish')], ([node]) => strong(node)),
  rule([words('in during'), maybe('the'), times(isPart)], ([, , node]) => strong(node)),
  rule([words('mid'), maybe('-'), words('day')], () => clockNode(clock(12))),
  rule([words('after'), words('lunch')], () => partNode(13, 17, 'pm', false)),
  rule([words('after'), words('school')], () => partNode(15, 21, 'pm', false)),
  rule([words('end'), words('of'), maybe('the'), words('day')], () => partNode(17, 24, 'pm')),
  rule([words('close'), words('of'), words('business play')], () => clockNode(clock(17))),
  rule([words('end'), words('of'), words('business'), maybe('day')], () => clockNode(clock(17))),
  // A number beside a day that is said is an hour: "9 tomorrow", "8 this evening".
  rule(
    [bareHour, times((node) => isPlain(node) && node.date?.form === 'relativeDay' && node.date.grain === 'day')],
    ([node, day], place) => (beginsPlainly(place) ? meet(strong(node), day, place.reading) : undefined),
  ),
  rule([bareHour, words('in'), maybe('the'), times(isPart)], ([node, , , part], { reading }) =>
    meet(strong(node), part, reading),
  ),
]

const isUpper = ({ run, from, to }: RulePlace, name: string): boolean => {
  for (let at = to - 1; at >= from; at -= 1) {
    const piece = run.pieces[at]
    if (piece?.word === name) return run.text.slice(piece.start, piece.end) === name.toUpperCase()
  }
  return false
}
/** Short names of zones that are words too count in capitals alone. */
const wordsToo = new Set(['et', 'ct', 'mt', 'pt', 'z', 'art', 'wet', 'west', 'ist', 'est'])
const zoned = (node: TimeNode, zone: NamedZone | undefined): TimeNode | undefined =>
  zone !== undefined && node.timeOfDay && node.timeOfDay.kind !== 'part'
    ? strong({ ...node, timeOfDay: { ...node.timeOfDay, zone } })
    : undefined
const untimed = times(
  (node) =>
    isPlain(node) &&
    node.timeOfDay !== undefined &&
    node.timeOfDay.kind !== 'part' &&
    node.timeOfDay.zone === undefined &&
    !node.isBare,
)
const abbreviations = words(zoneNames.filter((name) => name.length <= 4).join(' '))
const places = words('eastern central mountain pacific')
const named = (node: TimeNode, name: string, place: RulePlace) =>
  wordsToo.has(name) && name !== 'ist' && name !== 'est' && !isUpper(place, name)
    ? undefined
    : zoned(node, zoneNamed(name))
const hoursOff = nodes('number', ({ value, figures }) => figures > 0 && figures <= 2 && value <= 14)
/** "+0530", "+5:30". */
const figuresOff = nodes('number', ({ value, figures }) => figures === 4 && value <= 1400 && value % 100 < 60)
const clockOff = times(
  (node) => isClock(node) && clockOf(node)?.minute !== undefined && (clockOf(node)?.hour ?? 24) < 15,
)
const minutesEast = (node: TimeNode): number => (clockOf(node)?.hour ?? 0) * 60 + (clockOf(node)?.minute ?? 0)
const signed = (sign: string, value: number) => (sign === '-' ? -value : value)

const zones: DateRule[] = [
  rule([untimed, abbreviations], ([node, name], place) => named(node, name, place)),
  rule([untimed, words('('), abbreviations, words(')')], ([node, , name], place) => named(node, name, place)),
  rule([untimed, maybe('us'), places, maybe('standard daylight'), words('time')], ([node, , name]) =>
    zoned(node, zoneNamed(name)),
  ),
  // "5pm Eastern", not "5pm Central Station".
  rule([untimed, places], ([node, name], place) =>
    place.run.pieces[place.to - 1]?.isCapital && isFollowedPlainly(place) ? zoned(node, zoneNamed(name)) : undefined,
  ),
  rule([untimed, words('utc gmt'), words('+ -'), hoursOff], ([node, , sign, { value }]) =>
    zoned(node, signed(sign, value * 60)),
  ),
  rule([untimed, words('('), words('utc gmt'), words('+ -'), hoursOff, words(')')], ([node, , , sign, { value }]) =>
    zoned(node, signed(sign, value * 60)),
  ),
  rule([untimed, words('utc gmt'), words('+ -'), figuresOff], ([node, , sign, { value }]) =>
    zoned(node, signed(sign, Math.floor(value / 100) * 60 + (value % 100))),
  ),
  rule([untimed, words('utc gmt'), words('+ -'), clockOff], ([node, , sign, off]) =>
    zoned(node, signed(sign, minutesEast(off))),
  ),
  rule([untimed, words('('), words('utc gmt'), words('+ -'), clockOff, words(')')], ([node, , , sign, off]) =>
    zoned(node, signed(sign, minutesEast(off))),
  ),
]

export const clockRules: readonly DateRule[] = [...spoken, ...wrapped, ...zones]
