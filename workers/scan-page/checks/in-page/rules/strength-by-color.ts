/** How strong a password is, told by coloured bars alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const bars = '[class*="strength" i], [id*="strength" i], [class*="meter" i], [id*="meter" i]'
const ofStrength = /strength|strong|weak|\bscore\b|meter/i
const colouring = /className|classList|background(?:Color)?|style\.width|setAttribute\(\s*['"`](?:class|style|data-)/
const saying = /textContent|innerText|innerHTML|aria-value|aria-label|setCustomValidity|\.text\(/
const levelsAround = 3

export const strengthByColor: StaticCheck = {
  rule: 'strength-by-color',
  criteria: ['1.4.1', '1.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Say in words as well how strong it is, in an element with role="status".',
  find: (elements) => {
    const programs = readPrograms(elements).map(({ text }) => text)
    const about = programs.filter((text) => ofStrength.test(text) && colouring.test(text))
    if (about.length === 0 || about.some((text) => saying.test(text))) return []
    return pick(elements, 'input[type="password"]').flatMap((field) => {
      let around = field.parentElement
      for (let level = 0; around && level < levelsAround; level += 1) {
        const bar = [...around.querySelectorAll(bars)].find((each) => isBar(each))
        if (bar)
          return [
            {
              element: bar,
              confidence: 'medium' as const,
              message: `${tagOf(bar)} beside ${quote(nameOf(field) || 'the password')} shows how strong it is by its colour or length, and no word says so.`,
            },
          ]
        if (around.matches('form, main, body')) return []
        around = around.parentElement
      }
      return []
    })
  },
}

const isBar = (element: Element): boolean =>
  (element.textContent ?? '').trim() === '' &&
  isExposed(element) &&
  !element.matches('meter, progress, input, label, [role="meter"], [role="progressbar"], [aria-label], [aria-live]') &&
  element.querySelector('meter, progress, [role], [aria-label], svg, img') === null
