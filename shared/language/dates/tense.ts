/** Whether a date is told of what has happened: "we decided on Tuesday", "On 12 Nov Carla wrote". By the verb next to it. */
import type { Range, ReadText, TextToken } from '#shared/language/text'

/** Past forms that do not end in -ed; of those that are the same in the present, none. */
const pastForms = new Set(
  'was were had did went came saw said wrote sent met made took got gave left began held lost found told spoke ran fell broke rang won knew thought brought bought built caught chose drew drove felt flew forgot heard kept led paid sold shook shipped spent stood taught understood woke wore became'.split(
    ' ',
  ),
)
/** What was done about the future: the date is that of the plan. */
const planned = new Set(
  'planned scheduled moved postponed rescheduled expected delayed agreed promised adjourned fixed booked invited asked wanted needed hoped intended supposed proposed suggested extended reserved offered requested'.split(
    ' ',
  ),
)
/** Before a form in -ed: it is no past, "will be shipped", "is closed". */
const notPast = new Set(
  "is are be am 's 're 'll will would shall should can could may might must to get gets being if".split(' '),
)
/** Before a date: it is one to come, whatever the verb. */
const toward = new Set(['to', 'for', 'until', 'till', 'by', 'before', 'from', 'through', 'due'])
const mostBefore = 40
const mostAfter = 8

/** The verb before a date counts, else the one after it, in its own sentence. */
export function isToldOfThePast(text: ReadText, { start, end }: Range): boolean {
  const { sentences, tokens } = text
  let [low, high] = [0, sentences.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sentences[middle]?.end ?? 0) > start) high = middle
    else low = middle + 1
  }
  const sentence = sentences[low]
  if (!sentence || sentence.start > start) return false
  const own = tokens.slice(sentence.tokens.from, sentence.tokens.to)
  const first = own.findIndex((token) => token.end > start)
  if (first < 0 || toward.has(own[first - 1]?.norm ?? '')) return false
  for (let at = first - 1; at >= 0 && at >= first - mostBefore; at -= 1) {
    const token = own[at]
    if (token && isVerb(token)) return isPast(own, at)
  }
  const after = own.findIndex((token) => token.start >= end)
  if (after < 0) return false
  for (let at = after; at < own.length && at < after + mostAfter; at += 1) {
    const token = own[at]
    if (token && isVerb(token)) return isPast(own, at)
  }
  return false
}

const isVerb = ({ pos }: TextToken) => pos === 'VERB' || pos === 'AUX'

function isPast(tokens: readonly TextToken[], at: number): boolean {
  const norm = tokens[at]?.norm ?? ''
  if (planned.has(norm)) return false
  if (!pastForms.has(norm) && !norm.endsWith('ed')) return false
  return ![tokens[at - 1], tokens[at - 2]].some((token) => token !== undefined && notPast.has(token.norm))
}
