/** Scripts of a page that lead away or load it anew after a time. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

const longestScript = 50_000
const leads = 'location(?:\\.href)?\\s*=[^=]|location\\.(?:reload|replace|assign)\\(|\\.submit\\('
// A function that the timer is given, or a text of program.
const timed = new RegExp(`set(?:Timeout|Interval)\\s*\\([^;]{0,80}?(?:${leads})[^;]{0,120}?,\\s*([\\d_*\\s]+)\\s*\\)`)
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
      const [said, written = ''] = timed.exec(program) ?? []
      if (said === undefined) return []
      const ms = written.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '').trim()), 1)
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
