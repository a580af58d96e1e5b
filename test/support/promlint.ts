/**
 * What `promtool check metrics` says of an exposition. Source: prometheus/client_golang, testutil/promlint/validations,
 * all of its rules; a test has no promtool to ask.
 */
const baseUnits = 'amperes|bytes|celsius|grams|joules|kelvin|kelvins|meters|metres|moles|seconds|volts'.split('|')
const prefixes =
  'pico|nano|micro|milli|centi|deci|deca|hecto|kilo|kibi|mega|mibi|mebi|giga|gibi|tera|tebi|peta|pebi'.split('|')
const otherUnits = [
  'minutes',
  'hours',
  'days',
  'weeks',
  'kelvins',
  'fahrenheit',
  'rankine',
  'inches',
  'yards',
  'miles',
  'bits',
  'calories',
  'pounds',
  'ounces',
]
const abbreviations = 's|ms|us|ns|sec|b|kb|mb|gb|tb|pb|m|h|d'.split('|')
const types = ['counter', 'gauge', 'histogram', 'summary']
const camel = /[a-z][A-Z]/

type Family = { name: string; help: string; type: string; labels: Set<string> }

/** A line for each fault; none where promtool has nothing to say. */
export function lintExposition(text: string): string[] {
  const { families, faults } = readFamilies(text)
  for (const { name, help, type, labels } of families.values()) {
    const say = (what: string) => faults.push(`${name} ${what}`)
    const tokens = name.split('_')
    if (help === '') say('no help text')
    for (const token of tokens)
      if (
        otherUnits.includes(token) ||
        prefixes.some((prefix) => baseUnits.includes(token.replace(prefix, '')) && token.startsWith(prefix))
      )
        say(`use a base unit instead of "${token}"`)
    const isTotal = name.endsWith('_total')
    if (type === 'counter' && !isTotal) say('counter metrics should have "_total" suffix')
    if (type !== 'counter' && isTotal) say('non-counter metrics should not have "_total" suffix')
    if (type !== 'histogram' && (name.endsWith('_bucket') || labels.has('le')))
      say('is no histogram and looks like one')
    if (type !== 'histogram' && type !== 'summary' && /_(count|sum)$/.test(name))
      say('is no histogram or summary and looks like one')
    if (type !== 'summary' && labels.has('quantile')) say('is no summary and looks like one')
    if (types.some((word) => tokens.includes(word))) say('metric name should not include its type')
    if (name.includes(':')) say("metric names should not contain ':'")
    if ([name, ...labels].some((word) => camel.test(word))) say("should be written in 'snake_case' not 'camelCase'")
    if (tokens.some((token) => abbreviations.includes(token))) say('metric names should not contain abbreviated units')
  }
  return faults
}

/** What does not even read as an exposition is a fault too: a series without its family, or one that is there twice. */
function readFamilies(text: string): { families: Map<string, Family>; faults: string[] } {
  const families = new Map<string, Family>()
  const faults: string[] = []
  const seen = new Set<string>()
  let current: Family | undefined
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? []
    if (what === 'HELP') {
      if (families.has(name)) faults.push(`${name} stands twice`)
      current = { name, help: rest, type: 'untyped', labels: new Set() }
      families.set(name, current)
    } else if (what === 'TYPE' && current?.name === name) current.type = rest
    else {
      const [, series = '', labels = ''] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? \S+$/.exec(line) ?? []
      const ofFamily = current?.type === 'histogram' ? series.replace(/_(bucket|sum|count)$/, '') : series
      if (!current || ofFamily !== current.name) faults.push(`a line of no family: ${line}`)
      if (seen.has(`${series}{${labels}}`)) faults.push(`twice: ${line}`)
      seen.add(`${series}{${labels}}`)
      if (current?.type !== 'histogram' || !series.endsWith('_bucket'))
        for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) current?.labels.add(label)
    }
  }
  return { families, faults }
}
