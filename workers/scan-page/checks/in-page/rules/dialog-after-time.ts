/** Dialogs that come up by themselves some time after the page was loaded. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'

const timer = /setTimeout\(\s*(?:function\s*\w*\s*\([^)]*\)\s*\{|\([^)]*\)\s*=>\s*\{?|\w+\s*=>\s*\{?)/g
const opening =
  /\.showModal\(|(?:dialog|modal|popup|pop|overlay|newsletter|lightbox|offer)\w*[^;]{0,60}?(?:\.hidden\s*=\s*false|\.style\.display\s*=\s*['"](?:block|flex|grid)|\.classList\.(?:add|remove)\(|\.show\(|\.removeAttribute\(\s*['"]hidden)/i
const shown =
  /\.hidden\s*=\s*false|\.showModal\(|\.classList\.add\(\s*['"](?:open|show|is-open|is-visible|visible|active)/
const longestBody = 400
const shortestMs = 1000

export const dialogAfterTime: StaticCheck = {
  rule: 'dialog-after-time',
  criteria: ['2.2.4', '3.2.5'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Put the offer into the page, or let it come up when somebody asks for it.',
  find(elements, isTop) {
    const dialogs = pick(
      elements,
      'dialog, [role="dialog"], [role="alertdialog"], [aria-modal="true"], [class*="modal" i], [class*="popup" i]',
    )
    const [first] = dialogs
    if (!isTop || !first) return []
    return readPrograms(elements).flatMap(({ text }) => {
      const timed = [...text.matchAll(timer)].find(({ index, 0: call }) => {
        const body = text.slice(index + call.length, index + call.length + longestBody)
        const [, ms = ''] = /[,}\s]\s*(\d{4,6})\s*\)/.exec(body) ?? []
        const act = body.slice(0, body.indexOf(ms))
        const opens = opening.test(act) || (shown.test(act) && /\.focus\(/.test(act))
        return (
          Number(ms) >= shortestMs &&
          opens &&
          !waitsForEvent(text, index) &&
          !/clearTimeout|logout|session|expire/i.test(text)
        )
      })
      if (!timed) return []
      return [
        {
          element: first,
          confidence: 'medium' as const,
          message: `This comes up by itself while people read: ${quote(squeeze(text.slice(timed.index, timed.index + 120)), 80)}.`,
        },
      ]
    })
  },
}
