/** Holidays by name: fixed days, weekdays of months, days counted from Easter, days of other calendars. */
import { dayMs, daysInMonth, type Grain, type Wall, wall, weekdayOf } from '#shared/language/dates/grains'
import { weekdayNumbers } from '#shared/language/dates/lexicon'
import { daysNamed, easterOf, type MoonCalendar, orthodoxEasterOf } from '#shared/language/dates/moons'
import { point, range, type Series, yearly } from '#shared/language/dates/series'

export type HolidayPhrase = { words: readonly string[]; series: Series; grain: Grain; isRange: boolean }

const onDays = (find: (year: number) => Wall | undefined): Series =>
  yearly((year) => {
    const start = find(year)
    return start === undefined ? undefined : point(start, 'day')
  })
/** So many days from one on. */
const during = (find: (year: number) => Wall | undefined, days: number): Series =>
  yearly((year) => {
    const start = find(year)
    return start === undefined ? undefined : range(start, start + days * dayMs, 'day')
  })

const fixed = (month: number, day: number) => onDays((year) => wall(year, month, day))
/** The `nth` weekday of a month, Monday is 1; counted from its end where it is negative. */
const weekdayDay = (year: number, month: number, weekday: number, nth: number): Wall => {
  if (nth < 0) {
    const last = wall(year, month, daysInMonth(year, month))
    return last - (((weekdayOf(last) - weekday + 7) % 7) - (nth + 1) * 7) * dayMs
  }
  const first = wall(year, month)
  return first + (((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7) * dayMs
}
const nth = (weekday: number, count: number, month: number, offset = 0) =>
  onDays((year) => weekdayDay(year, month, weekday, count) + offset * dayMs)
const fromEaster = (offset: number) => onDays((year) => easterOf(year) + offset * dayMs)
const fromOrthodox = (offset: number) => onDays((year) => orthodoxEasterOf(year) + offset * dayMs)
/** On the weekday nearest to a day that may be of a weekend. */
const nearestWorkday = (month: number, day: number) =>
  onDays((year) => {
    const at = wall(year, month, day)
    const weekday = weekdayOf(at)
    return at + (weekday === 6 ? -dayMs : weekday === 7 ? dayMs : 0)
  })
/** Days of the Hebrew calendar begin on the evening before: the day that they begin on. */
const moonDay =
  (calendar: MoonCalendar, name: string, offset = 0) =>
  (year: number) => {
    const day = daysNamed(calendar, year, name)[0]
    return day === undefined ? undefined : day + offset * dayMs
  }
const hebrew = (name: string, offset = -1) => onDays(moonDay('hebrew', name, offset))
const hebrewRange = (name: string, days: number) => during(moonDay('hebrew', name, -1), days)
const islamic = (month: number, day: number) => onDays(moonDay('islamic-umalqura', `${month} ${day}`))
const chinese = (month: number, day: number, offset = 0) => onDays(moonDay('chinese', `${month} ${day}`, offset))
/** From the first day of the ninth month to that of the tenth. */
const ramadan: Series = yearly((year) => {
  const start = daysNamed('islamic-umalqura', year, '9 1')[0]
  if (start === undefined) return undefined
  const end = [year, year + 1].flatMap((each) => daysNamed('islamic-umalqura', each, '10 1')).find((day) => day > start)
  return end === undefined ? undefined : range(start, end, 'day')
})
/** The last Friday of Ramadan. */
const lastFridayOfRamadan = onDays((year) => {
  const [end] = daysNamed('islamic-umalqura', year, '10 1')
  if (end === undefined) return undefined
  const last = end - dayMs
  return last - ((weekdayOf(last) - 5 + 7) % 7) * dayMs
})
function untilEaster(from: number, to: number, easter: (year: number) => Wall): Series {
  return yearly((year) => range(easter(year) + from * dayMs, easter(year) + to * dayMs, 'day'))
}

/**
 * "a|b" is either word, "?a" may be missing. Words stand without "'s"; of weekdays in full.
 * Where a name has several days in the world it is that of the United States.
 */
const table: readonly (readonly [names: string, series: Series, isRange?: boolean])[] = [
  ['new year|years day; new year|years', fixed(1, 1)],
  ['new year|years eve; silvester', fixed(12, 31)],
  ['epiphany; three kings day; twelfth night', fixed(1, 6)],
  ['orthodox christmas ?day', fixed(1, 7)],
  ['burns night', fixed(1, 25)],
  ['australia day', fixed(1, 26)],
  ['groundhog|groundhogs day', fixed(2, 2)],
  ['valentine|valentines day; st|saint valentine|valentines day', fixed(2, 14)],
  ['women|womens|woman day; international women|womens day', fixed(3, 8)],
  ['pi day', fixed(3, 14)],
  ['st|saint patrick|patricks|paddy|paddys day; st . patrick|patricks day', fixed(3, 17)],
  ["april fool|fools ?day; april fool|fools '", fixed(4, 1)],
  ['earth day', fixed(4, 22)],
  ['st|saint george|georges day', fixed(4, 23)],
  ['anzac day', fixed(4, 25)],
  ['labour day; international workers day; may day', fixed(5, 1)],
  ['star wars day', fixed(5, 4)],
  ['cinco de mayo', fixed(5, 5)],
  ['ve day; victory in europe day', fixed(5, 8)],
  ['juneteenth ?day', fixed(6, 19)],
  ['midsummer day', fixed(6, 24)],
  ['canada day', fixed(7, 1)],
  ['independence day; fourth of july', fixed(7, 4)],
  ['bastille day', fixed(7, 14)],
  ['swiss national day', fixed(8, 1)],
  ['assumption day; assumption of mary', fixed(8, 15)],
  ['patriot day', fixed(9, 11)],
  ['pirate day; talk like a pirate day', fixed(9, 19)],
  ['german unity day; day of german unity', fixed(10, 3)],
  ['boss|bosses day', nearestWorkday(10, 16)],
  ['united nations day', fixed(10, 24)],
  ['halloween ?day; all hallow|hallows eve', fixed(10, 31)],
  ['all saint|saints day; all hallow|hallows day; world vegan day', fixed(11, 1)],
  ['all soul|souls day; day of the dead; dia de los muertos', fixed(11, 2)],
  ['guy fawkes ?day; guy fawkes night; bonfire night', fixed(11, 5)],
  ['veteran|veterans day; remembrance day; armistice day; st|saint martin day; martinmas', fixed(11, 11)],
  ['men|mens day; international men|mens day', fixed(11, 19)],
  ['st|saint andrew|andrews day', fixed(11, 30)],
  ['st|saint nicholas day', fixed(12, 6)],
  ['pearl harbor day', fixed(12, 7)],
  ['immaculate conception', fixed(12, 8)],
  ['human rights day', fixed(12, 10)],
  ['winter solstice', fixed(12, 21)],
  ['festivus', fixed(12, 23)],
  ['christmas|xmas eve', fixed(12, 24)],
  ['christmas|xmas ?day', fixed(12, 25)],
  ['boxing day; st|saint stephen|stephens day', fixed(12, 26)],
  [
    'king|kings day; koningsdag',
    onDays((year) => (weekdayOf(wall(year, 4, 27)) === 7 ? wall(year, 4, 26) : wall(year, 4, 27))),
  ],
  ['martin luther king|kings ?jr ?. ?day; mlk ?jr ?. day; civil rights day', nth(1, 3, 1)],
  ['president|presidents day; washington birthday', nth(1, 3, 2)],
  ['mother|mothers day', nth(7, 2, 5)],
  ['memorial day; decoration day', nth(1, -1, 5)],
  ['father|fathers day', nth(7, 3, 6)],
  ['parent|parents day', nth(7, 4, 7)],
  ['labor day', nth(1, 1, 9)],
  ['grandparent|grandparents day', nth(1, 1, 9, 6)],
  ['columbus day; indigenous people|peoples day; canadian thanksgiving', nth(1, 2, 10)],
  ['election day', nth(1, 1, 11, 1)],
  ['thanksgiving ?day; turkey day', nth(4, 4, 11)],
  ['black friday', nth(4, 4, 11, 1)],
  ['small business saturday', nth(4, 4, 11, 2)],
  ['cyber monday', nth(4, 4, 11, 4)],
  ['giving tuesday', nth(4, 4, 11, 5)],
  ['super bowl sunday', nth(7, 1, 2)],
  ['kwanzaa', during((year) => wall(year, 12, 26), 7), true],
  ['easter ?sunday', fromEaster(0)],
  ['easter monday', fromEaster(1)],
  ['holy saturday; easter eve; black saturday', fromEaster(-1)],
  ['good friday; great friday; holy friday', fromEaster(-2)],
  ['maundy|covenant|holy thursday; thursday of mysteries', fromEaster(-3)],
  ['palm|branch sunday', fromEaster(-7)],
  ['ash wednesday', fromEaster(-46)],
  ['shrove tuesday; pancake day; pancake tuesday; mardi gras; fat tuesday', fromEaster(-47)],
  ['shrove monday; rose monday', fromEaster(-48)],
  ['ascension day; ascension thursday; ascension', fromEaster(39)],
  ['pentecost ?sunday; white|whit sunday', fromEaster(49)],
  ['whit|pentecost monday; monday of the holy spirit', fromEaster(50)],
  ['trinity sunday', fromEaster(56)],
  ['corpus christi', fromEaster(60)],
  ['lent', untilEaster(-46, 0, easterOf), true],
  ['orthodox easter ?sunday; pascha', fromOrthodox(0)],
  ['orthodox easter monday', fromOrthodox(1)],
  ['orthodox holy|great saturday', fromOrthodox(-1)],
  ['orthodox good|great friday', fromOrthodox(-2)],
  ['orthodox palm|branch sunday', fromOrthodox(-7)],
  ['lazarus saturday', fromOrthodox(-8)],
  ['clean monday; orthodox shrove monday; ash monday', fromOrthodox(-48)],
  ['orthodox ascension ?day', fromOrthodox(39)],
  ['orthodox pentecost; orthodox whit sunday', fromOrthodox(49)],
  ['great lent|fast', untilEaster(-48, -8, orthodoxEasterOf), true],
  ['yom kippur; day of atonement', hebrew('Tishri 10')],
  ['rosh hashanah|hashana|hashanna|hashannah; jewish new year', hebrewRange('Tishri 1', 3), true],
  [
    'sukkot|succos|sukkoth|succot; feast of tabernacles|booths; feast of the ingathering',
    hebrewRange('Tishri 15', 9),
    true,
  ],
  ['shemini atzeret', hebrew('Tishri 22')],
  ['simchat torah', hebrew('Tishri 23')],
  [
    'hanukkah|chanukah|hannukkah|hanukah|hanuka|chanukkah; feast of dedication; festival of lights',
    hebrewRange('Kislev 25', 8),
    true,
  ],
  ["tu bishvat; tu b'shevat", hebrew('Shevat 15')],
  ['purim', onDays((year) => moonDay('hebrew', 'Adar II 14', -1)(year) ?? moonDay('hebrew', 'Adar 14', -1)(year))],
  [
    'shushan purim',
    onDays((year) => moonDay('hebrew', 'Adar II 15', -1)(year) ?? moonDay('hebrew', 'Adar 15', -1)(year)),
  ],
  ['passover; pesach', hebrewRange('Nisan 15', 9), true],
  ['yom hashoah; holocaust remembrance day', hebrew('Nisan 27')],
  ["yom haatzmaut; yom ha ' atzmaut; israeli independence day", hebrew('Iyar 4')],
  ["lag b'omer; lag baomer", hebrew('Iyar 18')],
  ['shavuot; feast of weeks', hebrewRange('Sivan 6', 3), true],
  [
    "tisha b'av",
    onDays((year) => {
      const day = moonDay('hebrew', 'Av 9')(year)
      // On a Sabbath nobody fasts: the day after.
      return day === undefined ? undefined : weekdayOf(day) === 6 ? day : day - dayMs
    }),
  ],
  ['islamic|hijri new year; amun jadid; muharram', islamic(1, 1)],
  ['ashura; day of ashura', islamic(1, 10)],
  ['mawlid; mawlid al - nabawi; mawlid un nabi', islamic(3, 12)],
  ["isra and|& mi'raj; isra and miraj; prophet ascension; night journey; lailat al miraj", islamic(7, 27)],
  ["jamat ul - vida; jumu'atul - wida; jumu'atul wida; jamat ul vida", lastFridayOfRamadan],
  ['laylat al - qadr; laylat al qadr; night of power|measures|destiny|decree', islamic(9, 27)],
  ['ramadan|ramadhan|ramzan', ramadan, true],
  ['eid al - fitr; eid al fitr; eid ul - fitr', islamic(10, 1)],
  [
    'eid al - adha; eid al adha; id ul - adha; eid ul - adha; sacrifice feast; bakr id; feast of sacrifice',
    islamic(12, 10),
  ],
  ['chinese ?lunar new year|years ?day; lunar new year|years ?day', chinese(1, 1)],
  ['dragon boat festival', chinese(5, 5)],
  ['mid - autumn festival; moon festival', chinese(8, 15)],
]

/** Every way in which the words of a name may be written. */
function variants(name: string): string[][] {
  return name.split(' ').reduce<string[][]>(
    (made, word) => {
      const choices = word.startsWith('?') ? [word.slice(1), ''] : word.split('|')
      return made.flatMap((before) => choices.map((choice) => (choice === '' ? before : [...before, choice])))
    },
    [[]],
  )
}

const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** Weekdays in full: "easter mon" is Easter Monday. */
export const inFull = (word: string): string => weekdayNames[(weekdayNumbers.get(word) ?? 0) - 1] ?? word

export const holidayPhrases: readonly HolidayPhrase[] = table.flatMap(([names, series, isRange = false]) =>
  names
    .split('; ')
    .flatMap(variants)
    .map((words) => ({ words, series, grain: 'day' as const, isRange })),
)
