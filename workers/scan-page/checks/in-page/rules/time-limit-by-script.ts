/** Scripts of a page that lead away or load it anew after a time. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

const longestScript = 50_000
const leads = '(?:location(?:\\.href)?\\s*=[^=]|location\\.(?:reload|replace|assign)\\(|\\.submit\\()'
// A function that the timer is given, or a text of program.
const timed = new RegExp(`set(?:Timeout|Interval)\\s*\\([^;]{0,80}?${leads}[^;]{0,120}?,\\s*([\\d_*\\s]+)\\s*\\)`)
const named = /set(?:Timeout|Interval)\s*\(\s*['"]?([\w$]+)(?:\(\)['"])?\s*,\s*([\d_*\s]+)\s*\)/g
/** A count that is taken down each second until something leads away. */
const counted = new RegExp(
  `(?:--\\s*([\\w$]+)|([\\w$]+)\\s*(?:--|-=\\s*1))[^;]{0,80}?(?:<=?|={2,3})\\s*[01]\\b[^;]{0,60}?${leads}`,
)
const shortestMs = 1000
const longestMs = 20 * 60 * 60 * 1000

export const timeLimitByScript: StaticCheck = {
  rule: 'time-limit-by-script',
  criteria: ['2.2.1', '3.2.5'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Let people turn the time limit off, or warn them before it ends and offer more time by a button.',
  find: (elements) =>
    pick(elements, 'script:not([src])').flatMap((script) => {
      const program = script.textContent ?? ''
      if (program.length > longestScript || !program.includes('location')) return []
      const limit = limitIn(program)
      if (!limit) return []
      const { said, ms } = limit
      if (!(ms >= shortestMs && ms <= longestMs)) return []
      return [
        {
          element: document.body ?? document.documentElement,
          confidence: 'medium' as const,
          message: `After ${ms / 1000} s, a script leads away from the page or loads it anew: ${quote(squeeze(said), 100)}.`,
        },
      ]
    }),
}

function limitIn(program: string): { said: string; ms: number } | null {
  const [said, written] = timed.exec(program) ?? []
  if (said !== undefined && written !== undefined) return { said, ms: productOf(written) }
  for (const [call, name = '', ms = ''] of program.matchAll(named)) {
    const body = new RegExp(
      `(?:function\\s+${escaped(name)}\\s*\\([^)]*\\)|\\b${escaped(name)}\\s*=\\s*(?:async\\s*)?(?:function\\s*\\([^)]*\\)|\\([^)]*\\)\\s*=>))\\s*\\{?[^}]{0,120}?${leads}`,
    )
    if (body.test(program)) return { said: call, ms: productOf(ms) }
  }
  const [down, before, after] = counted.exec(program) ?? []
  const start = before ?? after
  if (down === undefined || start === undefined || !/setInterval\s*\([\s\S]{0,400}?,\s*1000\s*\)/.test(program))
    return null
  const seconds = new RegExp(`\\b${escaped(start)}\\s*=\\s*([\\d_*\\s]+)`).exec(program)?.[1]
  return seconds === undefined ? null : { said: down, ms: 1000 * productOf(seconds) }
}

const escaped = (name: string) => name.replaceAll('$', '\\$')

const productOf = (written: string) =>
  written.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '').trim()), 1)
