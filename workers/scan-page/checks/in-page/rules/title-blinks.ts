/** Titles of windows that a script changes back and forth. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'

const repeated = /setInterval\(/g
const changing = /document\.title\s*=\s*[^=]/
const longestMs = 5000

export const titleBlinks: StaticCheck = {
  rule: 'title-blinks',
  criteria: ['2.2.2', '2.2.4'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Leave the title alone, or change it once.',
  find: (elements, isTop) =>
    readPrograms(elements).flatMap(({ text }) => {
      if (!isTop || !changing.test(text)) return []
      const blinking = [...text.matchAll(repeated)]
        .map(({ index }) => ({ index, body: bodyOf(text, index) }))
        .find(({ body }) => {
          const every = Number(/,\s*(\d+)\s*\)?\s*$/.exec(body)?.[1] ?? Number.NaN)
          return (
            changing.test(named(text, body)) &&
            !(every > longestMs) &&
            /\?|%|!\w|slice|substring|===/.test(named(text, body))
          )
        })
      if (!blinking) return []
      return [
        {
          element: document.querySelector('head > title') ?? document.documentElement,
          tier: waitsForEvent(text, blinking.index) ? ('warning' as const) : ('practice' as const),
          confidence: 'high' as const,
          message: `A script changes the title of the window again and again: ${quote(squeeze(blinking.body), 80)}.`,
        },
      ]
    }),
}

const longestBody = 600

function bodyOf(program: string, from: number): string {
  let depth = 0
  for (let at = from; at < Math.min(program.length, from + longestBody); at += 1) {
    if (program[at] === '(') depth += 1
    if (program[at] === ')') {
      depth -= 1
      if (depth === 0) return program.slice(from, at + 1)
    }
  }
  return program.slice(from, from + longestBody)
}

/** With what a function says that is called by its name alone. */
function named(program: string, body: string): string {
  const name = /setInterval\(\s*([\w$]+)\s*,/.exec(body)?.[1]
  if (name === undefined) return body
  const at = program.search(
    new RegExp(
      `function\\s+${name.replaceAll('$', '\\$')}\\b|\\b${name.replaceAll('$', '\\$')}\\s*=\\s*(?:function|\\()`,
    ),
  )
  return at < 0 ? body : program.slice(at, at + longestBody)
}
