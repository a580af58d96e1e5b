/** Scripts of a page that lead away or load it anew after a time. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'
import { escaped, msOf, productOf, upToItsEnd } from '#workers/scan-page/checks/in-page/timers'

const leads =
  '(?:location(?:\\.href)?\\s*=[^=]|location\\.(?:reload|replace|assign)\\(|\\.(?:requestSubmit|submit)\\(|history\\.(?:back|go)\\()'
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
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let people turn the time limit off, or warn them before it ends and offer more time by a button.',
  find: limitsByScript,
}

export function limitsByScript(elements: readonly Element[]): Hit[] {
  return readPrograms(elements).flatMap(({ text: program }) => {
    if (!/location|submit|history/.test(program)) return []
    const limit = limitIn(program)
    if (!limit) return []
    const { said, ms } = limit
    if (!(ms >= shortestMs && ms <= longestMs) || asksFirst(program, elements)) return []
    return [
      {
        element: document.body ?? document.documentElement,
        // What is taken back somewhere may be so by who asks for more time.
        tier: /clearTimeout/.test(program) ? ('warning' as const) : ('practice' as const),
        confidence: 'medium' as const,
        message: `After ${ms / 1000} s, a script leads away from the page or loads it anew: ${quote(squeeze(said), 100)}.`,
      },
    ]
  })
}

const asking =
  /\.showModal\(|\.show\(\)|\bconfirm\(|alertdialog|\.hidden\s*=\s*false|removeAttribute\(\s*['"]hidden|toggleAttribute\(\s*['"]hidden/
/** What a button is called that gives more time. */
export const moreTime =
  /(?<!\p{L})(?:stay|extend|continue|carry on|keep (?:me|going|working)|more time|still here|angemeldet bleiben|verlängern|weiter(?:machen|arbeiten)|mehr zeit|rester|prolonger|continuer|plus de temps|seguir|continuar|más tiempo|permanecer|rimani|resta|continua|più tempo|prolunga|doorgaan|blijf|verleng\p{L}*|meer tijd|zostań|przedłuż|więcej czasu)(?!\p{L})/iu

/** Whether something comes up before the time is over in which a press puts the end off. */
const asksFirst = (program: string, elements: readonly Element[]): boolean =>
  /clear(?:Timeout|Interval)\s*\(/.test(program) &&
  asking.test(program) &&
  pick(elements, 'button, [role="button"], input[type="button"]').some((button) =>
    moreTime.test(button.textContent || button.getAttribute('value') || ''),
  )

function limitIn(program: string): { said: string; ms: number } | null {
  const down = countedDown(program)
  if (down) return down
  for (const { index, 0: call } of program.matchAll(/set(?:Timeout|Interval)\s*\(/g)) {
    const given = upToItsEnd(program, index + call.length)
    const [, time = ''] = /,\s*([\w$.*\s]+?)\s*,?\s*$/.exec(given) ?? []
    const [, behind, before] = /([\w$]+)\s*(?:--|-=\s*1\b)|--\s*([\w$]+)/.exec(given) ?? []
    const count = behind ?? before
    const times = call.includes('Interval') && count ? msOf(count, program) : 1
    const ms = msOf(time, program) * (times > 0 ? times : 1)
    if (leading.test(given) && ms >= shortestMs && isUnasked(program, index, ms))
      return { said: `${call}${given})`, ms }
  }
  for (const [call, name = '', ms = ''] of program.matchAll(named)) {
    const body = new RegExp(
      `(?:function\\s+${escaped(name)}\\s*\\([^)]*\\)|\\b${escaped(name)}\\s*=\\s*(?:async\\s*)?(?:function\\s*\\([^)]*\\)|\\([^)]*\\)\\s*=>))\\s*\\{?[^}]{0,120}?${leads}`,
    )
    if (body.test(program)) return { said: call, ms: productOf(ms) }
  }
  return null
}

/** A number of seconds that goes down to nothing. */
function countedDown(program: string): { said: string; ms: number } | null {
  const [down, before, after] = counted.exec(program) ?? []
  const start = before ?? after
  if (down === undefined || start === undefined || !/setInterval\s*\([\s\S]{0,400}?,\s*1000\s*\)/.test(program))
    return null
  const seconds = new RegExp(`\\b${escaped(start)}\\s*=\\s*([\\d_*\\s]+)`).exec(program)?.[1]
  return seconds === undefined ? null : { said: down, ms: 1000 * productOf(seconds) }
}

/** So short a time follows on what somebody did, mostly: a form was sent, and its page comes. */
const afterDoingMs = 20_000

/** It runs by itself: at no press, and in no function that something may call that was done. */
const isUnasked = (program: string, index: number, ms: number): boolean =>
  !waitsForEvent(program, index) && (ms >= afterDoingMs || !isInNamed(program, index))

function isInNamed(program: string, at: number): boolean {
  let depth = 0
  for (let index = at - 1; index >= 0; index -= 1) {
    if (program[index] === '}') depth += 1
    else if (program[index] === '{' && depth > 0) depth -= 1
    else if (program[index] === '{') {
      const [, name] =
        /(?:function\s+|const\s+|let\s+|var\s+)([\w$]+)[^{};]*$/.exec(program.slice(Math.max(0, index - 120), index)) ??
        []
      // One that the program itself calls, outside of any handler, runs when it has loaded.
      if (name && !new RegExp(`(?:^|[;}\\n])\\s*${escaped(name)}\\(\\)`).test(program)) return true
    }
  }
  return false
}

const leading = new RegExp(leads)
