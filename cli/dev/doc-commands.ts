/** The commands that documents show, and how each block of them is meant to be run. Pure. */
import { refusal } from '#cli/terminal/refusal'

/** What a comment above a block says of it: `<!-- commands: exit 1 -->`. */
export type RunManner =
  | { kind: 'run'; exitCode: number; isStopped: boolean }
  /** Serves until the next block of this kind, or one that is run after Ctrl-C. */
  | { kind: 'keep running' }
  | { kind: 'not run'; reason: string }

export type Block = { file: string; line: number; text: string; manner: RunManner }

const shells = ['sh', 'bash', 'shell', 'console']

/** The shell blocks of a Markdown file, in order. @throws a refusal on a comment that says something else. */
export function commandsIn(file: string, markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', language = ''] = /^( *)```(\w*)\s*$/.exec(lines[at] ?? '') ?? []
    if (language === '' || !shells.includes(language)) continue
    const end = lines.findIndex((line, index) => index > at && line.trim() === '```')
    if (end < 0) throw refusal(`${file}:${at + 1}: the block does not end`)
    const said = lines.slice(0, at).findLast((line) => line.trim() !== '')
    const [, told] = /^\s*<!-- commands: (.+) -->$/.exec(said ?? '') ?? []
    const text = lines.slice(at + 1, end).map((line) => line.slice(indent.length))
    blocks.push({ file, line: at + 1, text: text.join('\n'), manner: mannerOf(told, `${file}:${at + 1}`) })
    at = end
  }
  return blocks
}

function mannerOf(told: string | undefined, place: string): RunManner {
  const asWritten = { kind: 'run' as const, exitCode: 0, isStopped: false }
  if (told === undefined) return asWritten
  if (told === 'keep running') return { kind: 'keep running' }
  if (told === 'after Ctrl-C') return { ...asWritten, isStopped: true }
  const [, code] = /^exit (\d+)$/.exec(told) ?? []
  if (code !== undefined) return { ...asWritten, exitCode: Number(code) }
  const [, reason] = /^not run, (.+)$/.exec(told) ?? []
  if (reason !== undefined) return { kind: 'not run', reason }
  throw refusal(`${place}: "${told}" is none of: keep running; after Ctrl-C; exit N; not run, REASON`)
}

/** How many commands a block has: lines that are neither empty, nor comments, nor the rest of one before. */
export function countInBlock({ text }: Block): number {
  let isWithin = ''
  let count = 0
  for (const line of text.split('\n')) {
    if (isWithin === '' && /^\s*(#|$)/.test(line)) continue
    if (isWithin === '') count += 1
    isWithin = openQuote(line, isWithin)
  }
  return count
}

/** What a line leaves open: a quote, or a line that goes on after a backslash, a pipe or &&. */
function openQuote(line: string, open: string): string {
  let quote = open === '\\' ? '' : open
  for (let at = 0; at < line.length; at += 1) {
    const letter = line.charAt(at)
    if (letter === '\\' && quote !== "'") at += 1
    else if (quote === letter) quote = ''
    else if (quote === '' && (letter === "'" || letter === '"')) quote = letter
    else if (quote === '' && letter === '#' && /\s/.test(line.charAt(at - 1))) break
  }
  return quote !== '' ? quote : /(\\|\||&&)\s*$/.test(line) ? '\\' : ''
}
