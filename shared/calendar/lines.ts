/** iCalendar text (RFC 5545, 3.1) as parts with their properties: lines unfolded, parameters unquoted. A line that is none is passed over. */

export type CalendarProperty = { name: string; parameters: Readonly<Record<string, string>>; value: string }

/** A component, as VEVENT. `isWhole`: its end was there. */
export type CalendarPart = { name: string; properties: CalendarProperty[]; parts: CalendarPart[]; isWhole: boolean }

/** What is nested deeper is passed over: a calendar, its events, their alarms. */
const depthAtMost = 8

/** Everything that stands at the top, as VCALENDAR. Names are in capitals. In linear time, whatever the text is. */
export function calendarParts(text: string): CalendarPart[] {
  const root = partNamed('')
  const open: CalendarPart[] = [root]
  let tooDeep = 0
  const innermost = () => open.at(-1) ?? root
  for (const line of unfolded(text)) {
    const property = propertyOf(line)
    if (!property) continue
    const name = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      // An event does not hold another: the first has lost its end.
      if (name === innermost().name) open.pop()
      if (open.length > depthAtMost) tooDeep += 1
      else {
        const part = partNamed(name)
        innermost().parts.push(part)
        open.push(part)
      }
    } else if (property.name === 'END') {
      if (tooDeep > 0) tooDeep -= 1
      else close(open, name)
    } else if (tooDeep === 0) innermost().properties.push(property)
  }
  return root.parts
}

const partNamed = (name: string): CalendarPart => ({ name, properties: [], parts: [], isWhole: false })

function close(open: CalendarPart[], name: string): void {
  const at = open.findLastIndex((part) => part.name === name)
  if (at < 1) return
  const part = open[at]
  if (part) part.isWhole = true
  open.length = at
}

const unfolded = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')

function propertyOf(line: string): CalendarProperty | undefined {
  const colon = outsideQuotes(line, ':') ?? line.indexOf(':')
  if (colon < 1) return undefined
  const [name = '', ...parameters] = splitOutsideQuotes(line.slice(0, colon), ';')
  return { name: name.trim().toUpperCase(), parameters: parametersOf(parameters), value: line.slice(colon + 1) }
}

function parametersOf(texts: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const text of texts) {
    const equals = text.indexOf('=')
    if (equals < 1) continue
    const value = text.slice(equals + 1).replaceAll('"', '')
    parameters[text.slice(0, equals).trim().toUpperCase()] = value.replace(/\^[n'^]/g, (sign) => carets[sign] ?? sign)
  }
  return parameters
}

/** RFC 6868. */
const carets: Record<string, string> = { '^n': '\n', "^'": '"', '^^': '^' }

function outsideQuotes(text: string, sign: string): number | undefined {
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const here = text[at]
    if (here === '"') isQuoted = !isQuoted
    else if (here === sign && !isQuoted) return at
  }
  return undefined
}

function splitOutsideQuotes(text: string, sign: string): string[] {
  if (!text.includes(sign)) return [text]
  const pieces: string[] = []
  let isQuoted = false
  let from = 0
  for (let at = 0; at < text.length; at += 1) {
    const here = text[at]
    if (here === '"') isQuoted = !isQuoted
    else if (here === sign && !isQuoted) {
      pieces.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...pieces, text.slice(from)]
}

export const propertiesNamed = (part: CalendarPart, name: string): CalendarProperty[] =>
  part.properties.filter((property) => property.name === name)

export const propertyNamed = (part: CalendarPart, name: string): CalendarProperty | undefined =>
  part.properties.find((property) => property.name === name)

/** A value of type TEXT as it is meant. */
export const textOf = (property: CalendarProperty | undefined): string =>
  (property?.value ?? '').replace(/\\([nN\\;,:"])/g, (_, sign: string) => (sign === 'n' || sign === 'N' ? '\n' : sign))
