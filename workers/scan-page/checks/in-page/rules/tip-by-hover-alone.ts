/** Words that a style sheet draws beside something while the mouse is over it, and at no other time. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isFocusable,
  isSeen,
  namedBy,
  quote,
  spokenText,
  squeeze,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import { fitting, partsOf, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

const drawn = /::?(before|after)\s*$/
const otherwise =
  /:focus|:active|:checked|:target|\[open\]|\[aria-|\.(?:is-|has-)?(?:open|active|show|shown|visible|focus|focused)\b/
const fewestLetters = 8
const hostsTaken = 20

export const tipByHoverAlone: StaticCheck = {
  rule: 'tip-by-hover-alone',
  criteria: ['2.1.1', '1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Write the words into the page, and show them on focus as well, or behind a button that has aria-expanded.',
  find(elements) {
    const parts = readStyleRules(elements).flatMap(({ selector, style, holdsNow }) =>
      holdsNow ? partsOf(selector).map((part) => ({ part, style })) : [],
    )
    const ofDrawn = parts.filter(({ part }) => drawn.test(part))
    const others = ofDrawn.filter(({ part }) => otherwise.test(part))
    return ofDrawn
      .filter(({ part }) => /:hover[^\s>+~]*$/.test(part) && !/:(?:not|has)\(/.test(part))
      .flatMap(({ part, style }) => {
        const [, which = 'after'] = drawn.exec(part) ?? []
        const host = fitting(elements, bare(part, ':hover'))
          .slice(0, hostsTaken)
          .find(
            (each) =>
              isExposed(each) &&
              isSeen(each) &&
              !others.some(({ part: other }) =>
                fitting(elements, bare(other, ':(?:focus(?:-within|-visible)?|active)')).includes(each),
              ),
          )
        const words = host ? wordsOf(host, which, style.content) : ''
        if (!host || words.length < fewestLetters || isShown(host, which) || isSaid(host, words)) return []
        return [
          {
            element: host,
            confidence: 'high' as const,
            message: `${quote(words)} is drawn beside this ${tagOf(host)} while the mouse is over it, by a style alone: neither the keyboard nor a finger brings it out.`,
          },
        ]
      })
      .slice(0, 3)
  },
}

/** What it is drawn beside, whatever is over it. */
const bare = (selector: string, states: string) =>
  selector.replace(drawn, '').replace(new RegExp(states, 'g'), '') || '*'

function wordsOf(host: Element, which: string, content: string): string {
  const written = content === '' ? getComputedStyle(host, `::${which}`).content : content
  const [, name] = /^attr\(\s*([\w-]+)/.exec(written) ?? []
  const [, literal = ''] = /^"((?:[^"\\]|\\.)*)"/.exec(written) ?? []
  const words = squeeze(name ? (host.getAttribute(name) ?? '') : literal)
  return /\p{L}{2}/u.test(words) && !/[\ue000-\uf8ff]/.test(words) ? words : ''
}

/** It is there already. */
function isShown(host: Element, which: string): boolean {
  const { content, display, visibility, opacity } = getComputedStyle(host, `::${which}`)
  return !/^(?:none|normal|""|)$/.test(content) && display !== 'none' && visibility === 'visible' && Number(opacity) > 0
}

/** To whoever does not see it, or beside it for all: a name that is drawn once more is no loss to who hears it. */
function isSaid(host: Element, words: string): boolean {
  const control = [host, closest(host, 'a, button, [tabindex]'), host.querySelector('a, button, [tabindex]')].find(
    (each) => each && isFocusable(each),
  )
  const described = namedBy(host, 'aria-describedby', 'aria-labelledby').map((each) => each.textContent ?? '')
  const told = ['aria-label', 'title', 'alt'].flatMap((name) =>
    [host, control].map((each) => each?.getAttribute(name) ?? ''),
  )
  const around = host.parentElement ? spokenText(host.parentElement, 400) : ''
  return [...described, ...told, around].join(' ').toLowerCase().includes(words.toLowerCase())
}
