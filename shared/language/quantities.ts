/** Numbers with a unit, and what they come to in units of the SI. In every language for signs, in four for names. Pure, linear. */
import type { Quantity } from '#db/documents/meaning'
import { numberOf, numeral } from '#shared/language/numerals'
import { isInOneSegment, segmentAt } from '#shared/language/segment-at'
import { spanOf } from '#shared/language/span'
import type { Range, ReadText } from '#shared/language/text'

type Unit = { unit: string; toSi: ((value: number) => number) | undefined }

const units = new Map<string, Unit>()
/** Signs as they are written, case told apart; names in any case. `factor` null: there is no unit of the SI for it. */
function define(unit: string, factor: number | null | ((value: number) => number), signs: string, names = ''): void {
  const toSi = factor === null ? undefined : typeof factor === 'function' ? factor : (value: number) => value * factor
  for (const sign of signs.split('|')) if (sign !== '') units.set(sign, { unit, toSi })
  for (const name of names.split('|')) if (name !== '') units.set(name, { unit, toSi })
}

// Factors to m, kg, s, m2, m3, m/s, K, J, W, Pa, Hz, V, A, Ω, C, N, rad. Source: NIST SP 811, appendix B.
define('nm', 1e-9, 'nm', 'nanometre|nanometres|nanometer|nanometers|nanomètre|nanomètres')
define('µm', 1e-6, 'µm|μm', 'micrometre|micrometres|micrometer|micrometers|micron|microns|mikrometer')
define('mm', 1e-3, 'mm', 'millimetre|millimetres|millimeter|millimeters|millimètre|millimètres|milímetro|milímetros')
define(
  'cm',
  1e-2,
  'cm',
  'centimetre|centimetres|centimeter|centimeters|zentimeter|centimètre|centimètres|centímetro|centímetros',
)
define('dm', 1e-1, 'dm', 'decimetre|decimetres|dezimeter')
define('m', 1, 'm', 'metre|metres|meter|meters|mètre|mètres|metro|metros')
define('km', 1e3, 'km', 'kilometre|kilometres|kilometer|kilometers|kilomètre|kilomètres|kilómetro|kilómetros')
define('in', 0.0254, '″', 'inch|inches|zoll|pouce|pouces|pulgada|pulgadas')
define('ft', 0.3048, 'ft', 'foot|feet')
define('yd', 0.9144, 'yd|yds', 'yard|yards')
define('mi', 1609.344, 'mi', 'mile|miles|meile|meilen|milla|millas')
define('nmi', 1852, 'nmi', 'nautical mile|nautical miles|seemeile|seemeilen')
define('mg', 1e-6, 'mg', 'milligram|milligrams|milligramm|milligramme|milligrammes|miligramo|miligramos')
define('g', 1e-3, 'g', 'gram|grams|gramme|grammes|gramm|gramo|gramos')
define('kg', 1, 'kg|kgs', 'kilo|kilos|kilogram|kilograms|kilogramm|kilogramme|kilogrammes|kilogramo|kilogramos')
define('t', 1e3, 't', 'tonne|tonnes|metric ton|metric tons|tonnen|tonelada|toneladas')
define('lb', 0.45359237, 'lb|lbs', 'pound|pounds')
define('oz', 0.028349523125, 'oz', 'ounce|ounces|unze|unzen')
define('ns', 1e-9, 'ns', 'nanosecond|nanoseconds')
define('µs', 1e-6, 'µs|μs', 'microsecond|microseconds')
define(
  'ms',
  1e-3,
  'ms',
  'millisecond|milliseconds|millisekunde|millisekunden|milliseconde|millisecondes|milisegundo|milisegundos',
)
define('s', 1, 's', 'sec|secs|second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos')
define('min', 60, 'min', 'mins|minute|minutes|minuten|minuto|minutos')
define('h', 3600, 'h', 'hr|hrs|hour|hours|stunde|stunden|heure|heures|hora|horas')
define('d', 86_400, '', 'day|days|tag|tage|tagen|jour|jours|día|días')
define('wk', 604_800, '', 'week|weeks|woche|wochen|semaine|semaines|semana|semanas')
define('mo', null, '', 'month|months|monat|monate|monaten|mois|mes|meses')
define('a', null, '', 'year|years|yr|yrs|jahr|jahre|jahren|an|ans|année|années|año|años')
define(
  'm2',
  1,
  'm²|m2|qm|sqm',
  'square metre|square metres|square meter|square meters|quadratmeter|mètres carrés|metros cuadrados',
)
define('cm2', 1e-4, 'cm²|cm2', 'square centimetres|square centimeters')
define('km2', 1e6, 'km²|km2', 'square kilometre|square kilometres|square kilometers|quadratkilometer')
define('ha', 1e4, 'ha', 'hectare|hectares|hektar|hectárea|hectáreas')
define('ac', 4046.8564224, '', 'acre|acres')
define('ft2', 0.09290304, 'ft²|sqft', 'sq ft|square foot|square feet')
define('ml', 1e-6, 'ml|mL', 'millilitre|millilitres|milliliter|milliliters|mililitro|mililitros')
define('cl', 1e-5, 'cl|cL', 'centilitre|centilitres')
define('dl', 1e-4, 'dl|dL', 'decilitre|decilitres|deziliter')
define('l', 1e-3, 'l|L', 'litre|litres|liter|liters|litro|litros')
define('m3', 1, 'm³|m3', 'cubic metre|cubic metres|cubic meter|cubic meters|kubikmeter')
define('gal', 0.003785411784, 'gal', 'gallon|gallons')
define('cup', 2.365882365e-4, '', 'cup|cups')
define('tbsp', 1.478676478125e-5, 'tbsp', 'tablespoon|tablespoons|esslöffel')
define('tsp', 4.92892159375e-6, 'tsp', 'teaspoon|teaspoons|teelöffel')
define('fl oz', 2.95735295625e-5, '', 'fl oz|fluid ounce|fluid ounces')
define('m/s', 1, 'm/s', 'metres per second|meters per second')
define('km/h', 1 / 3.6, 'km/h|kph|kmh', 'kilometres per hour|kilometers per hour|km per hour')
define('mph', 0.44704, 'mph', 'miles per hour')
define('kn', 1852 / 3600, 'kn', 'knot|knots|knoten')
define('°C', (value) => value + 273.15, '°C|℃', 'degrees celsius|degree celsius|grad celsius|celsius')
define('°F', (value) => ((value - 32) * 5) / 9 + 273.15, '°F|℉', 'degrees fahrenheit|fahrenheit')
define('K', 1, '', 'kelvin')
define('J', 1, 'J', 'joule|joules')
define('kJ', 1e3, 'kJ', 'kilojoule|kilojoules')
define('MJ', 1e6, 'MJ', 'megajoule|megajoules')
define('Wh', 3600, 'Wh', 'watt hour|watt hours')
define('kWh', 3.6e6, 'kWh', 'kilowatt hour|kilowatt hours|kilowattstunden')
define('MWh', 3.6e9, 'MWh')
define('GWh', 3.6e12, 'GWh')
define('kcal', 4184, 'kcal', 'calories|calorie|kilokalorien')
define('mW', 1e-3, 'mW')
define('W', 1, 'W', 'watt|watts')
define('kW', 1e3, 'kW', 'kilowatt|kilowatts')
define('MW', 1e6, 'MW', 'megawatt|megawatts')
define('GW', 1e9, 'GW', 'gigawatt|gigawatts')
define('hp', 745.6998715822702, 'hp', 'horsepower')
define('PS', 735.49875, 'PS')
define('Pa', 1, 'Pa', 'pascal|pascals')
define('hPa', 100, 'hPa')
define('kPa', 1e3, 'kPa')
define('MPa', 1e6, 'MPa')
define('bar', 1e5, 'bar')
define('mbar', 100, 'mbar')
define('psi', 6894.757293168361, 'psi|PSI')
define('Hz', 1, 'Hz', 'hertz')
define('kHz', 1e3, 'kHz')
define('MHz', 1e6, 'MHz')
define('GHz', 1e9, 'GHz')
define('mV', 1e-3, 'mV')
define('V', 1, 'V', 'volt|volts')
define('kV', 1e3, 'kV')
define('mA', 1e-3, 'mA')
define('A', 1, 'A', 'ampere|amperes|amps')
define('Ah', 3600, 'Ah')
define('mAh', 3.6, 'mAh')
define('Ω', 1, 'Ω|Ω', 'ohm|ohms')
define('kΩ', 1e3, 'kΩ|kΩ')
define('N', 1, 'N', 'newton|newtons')
define('kN', 1e3, 'kN')
define('Nm', 1, 'Nm|N·m')
define('°', Math.PI / 180, '°', 'degrees|degree|grad')
// Amounts of data and ratios of loudness have no unit in the SI.
for (const size of [
  'bit',
  'B',
  'kB',
  'KB',
  'MB',
  'GB',
  'TB',
  'PB',
  'KiB',
  'MiB',
  'GiB',
  'TiB',
  'kbps',
  'Mbps',
  'Gbps',
  'dB',
])
  define(size, null, size)
define('B', null, '', 'byte|bytes')
define('bit', null, '', 'bits')
define('MB', null, '', 'megabyte|megabytes')
define('GB', null, '', 'gigabyte|gigabytes')
define('TB', null, '', 'terabyte|terabytes')
define('px', null, 'px', 'pixel|pixels')

const letters = "A-Za-zÀ-ɏµμΩΩ°²³℃℉″·'"
const measured = new RegExp(
  `(?<![\\w.,:/#$€£¥^–-])([-−+]?)(${numeral})([ \\u00a0\\u202f-]?)([${letters}]{1,20}[23]?(?:/[a-z]{1,2})?(?: [${letters}]{1,12}){0,2})`,
  'g',
)

/** By start; none over another; not in code, markup or headers. `value` is in `unit`, `si_value` in the base unit of its kind. */
export function quantitiesIn(text: ReadText): Quantity[] {
  return measuresIn(text).map(({ start, end, value, unit, si }) => ({
    span: spanOf(text, { start, end }),
    value,
    unit,
    si_value: si,
  }))
}

export type MeasuredPart = Range & { value: number; unit: string; si: number | null }

export function measuresIn(text: ReadText): MeasuredPart[] {
  const found: MeasuredPart[] = []
  for (const { 0: match, 1: sign = '', 2: written = '', 3: between = '', 4: words = '', index } of text.plain.matchAll(
    measured,
  )) {
    const known = unitOf(words, between)
    if (known === undefined || isDecade(written, between, known.unit)) continue
    const range = { start: index, end: index + match.length - words.length + known.length }
    if (/[\p{L}\d²³^]/u.test(text.plain[range.end] ?? '') || !isRead(text, range)) continue
    const size = numberOf(written, text.language.code)
    const value = sign === '-' || sign === '−' ? -size : size
    if (!Number.isFinite(value)) continue
    // Twelve digits: what a factor of a binary fraction adds behind them says nothing.
    const si = known.toSi === undefined ? null : Number(known.toSi(value).toPrecision(12))
    found.push({ ...range, value, unit: known.unit, si })
  }
  return found
}

/** "1990s". */
const isDecade = (written: string, between: string, unit: string) =>
  unit === 's' && between === '' && /^\d{3}0$/.test(written)

const isRead = (text: ReadText, range: Range) => {
  const type = segmentAt(text, range.start)?.type
  return type !== 'code' && type !== 'markup' && type !== 'header' && isInOneSegment(text, range)
}

/** The longest row of words that is a unit, from the first on. */
function unitOf(words: string, between: string): (Unit & { length: number }) | undefined {
  for (let end = words.length; end > 0; end = words.lastIndexOf(' ', end - 1)) {
    const row = words.slice(0, end)
    const unit = units.get(row) ?? (row.length > 2 ? units.get(row.toLowerCase()) : undefined)
    // "3-a": a hyphen joins a number with a word, not with a sign of one letter.
    if (unit !== undefined && !(between === '-' && row.length === 1)) return { ...unit, length: end }
  }
  return undefined
}
