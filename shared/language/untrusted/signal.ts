/** What a signal of a text that commands a model is, and how its pattern is written. */

export const instructionReasons = [
  'override',
  'role_play',
  'addressed_to_model',
  'prompt_leak',
  'exfiltration',
  'secrecy',
  'tool_call',
  'role_marker',
  'verdict',
] as const
export type InstructionReason = (typeof instructionReasons)[number]

export type InstructionSignal = {
  reason: InstructionReason | 'context'
  weight: number
  pattern: RegExp
  /** What its first word begins with: up to three letters, and whether the word may go on behind them. */
  starts: readonly WordStart[]
}

/** Between two words: spaces, a line's end with its quote marks, emphasis, quotes. */
const gap = '[\\s"\'*_>,]{1,8}'
/** Up to so many words on the way. No character can end one and begin the next as well, so that there is one way to read it. */
const words = (most: number) => `(?:[^\\s.!?;,"'*_>][^\\s.!?;]{0,23}\\s[\\s"'*_>,]{0,7}){0,${most}}`

export type WordStart = { letters: string; goesOn: boolean }

/** In a pattern, a space is any gap between words, ` ?` room that may be there, and ` {3} ` up to three words on the way. */
export function signal(reason: InstructionSignal['reason'], weight: number, source: string): InstructionSignal {
  const pattern = source
    .replaceAll(' ?', '\\s{0,3}')
    .replace(/ \{(\d)\} ?/g, (_, most: string) => `${gap}${words(Number(most))}`)
    .replaceAll(' ', gap)
  return { reason, weight, pattern: new RegExp(pattern, 'y'), starts: startsOf(source) }
}

/** Of a pattern that begins with a word, or with one of several: their first letters. */
function startsOf(source: string): WordStart[] {
  const bare = source.replace(/^\\b/, '')
  if (bare.startsWith('(')) {
    const close = closingOf(bare)
    const rest = bare.slice(close + 1)
    // What stands before a word is not of it.
    if (bare.startsWith('(?<')) return startsOf(rest)
    const inside = alternativesOf(bare.slice(3, close)).flatMap(startsOf)
    return rest.startsWith('?') ? [...inside, ...startsOf(rest.slice(1))] : inside
  }
  const alternatives = alternativesOf(bare)
  if (alternatives.length > 1) return alternatives.flatMap(startsOf)
  const [letters = ''] = /^[a-z]{0,3}/.exec(bare) ?? []
  const next = bare.slice(letters.length)
  // A letter that may be left out is none to go by.
  if (/^[?{*]/.test(next)) return [{ letters: letters.slice(0, -1), goesOn: true }]
  return [{ letters, goesOn: letters.length === 3 || /^(?:\\w|[([])/.test(next) }]
}

/** Where the group ends that a pattern begins with. */
function closingOf(source: string): number {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') at = endOfClass(source, at)
    else if (source[at] === '(') depth++
    else if (source[at] === ')' && --depth === 0) return at
  }
  throw new Error(`a group of ${source} is open`)
}

function endOfClass(source: string, from: number): number {
  let at = from + 1
  while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1
  return at
}

function alternativesOf(source: string): string[] {
  const parts = ['']
  for (let at = 0, depth = 0; at < source.length; at++) {
    const from = at
    if (source[at] === '\\') at++
    else if (source[at] === '[') at = endOfClass(source, at)
    else if (source[at] === '(') depth++
    else if (source[at] === ')') depth--
    if (source[from] === '|' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${source.slice(from, at + 1)}`)
  }
  return parts
}
