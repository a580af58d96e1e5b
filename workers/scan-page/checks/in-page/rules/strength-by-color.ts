/** How strong a password is, told by coloured bars alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { hueOf } from '#workers/scan-page/checks/in-page/color'
import { closest, isExposed, isSeen, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'
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
  find: (elements) => [...ofBars(elements), ...ofDemands(elements)],
}

/** What a password must have, of which some is met and some is not: by the colour of the words alone. */
const ofDemands = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'input[type="password"]').flatMap((field): Hit[] => {
    const near = closest(field, 'form, fieldset, section, main')
    const lists = [...(near?.querySelectorAll('ul, ol') ?? [])]
    for (const list of lists) {
      const demands = [...list.children].filter((each) => isSeen(each) && isExposed(each))
      const hues = demands.map((each) => hueOfWords(each))
      if (demands.length < 2 || !hues.includes(warm) || !hues.some((hue) => hue !== null && cool.includes(hue)))
        continue
      if (list.querySelector(signs) || new Set(demands.map(drawnBefore)).size > 1 || list.matches('[aria-live]'))
        continue
      if (demands.some((each) => saidSo.test(each.textContent ?? ''))) continue
      const [first] = demands.filter((_, at) => hues[at] === warm)
      if (!first) continue
      return [
        {
          element: first,
          confidence: 'medium',
          message: `That ${quote(first.textContent ?? '')} is not met, and others are, is told by the colour of the words alone.`,
          remedy: 'Write beside each whether it is met, or give each state a sign with a text alternative.',
        },
      ]
    }
    return []
  })

const warm = 0
const cool = [2, 3]
const signs = 'svg, img, i, input, [role="img"], [aria-label], [class*="icon" i], .unseen, .sr-only, .visually-hidden'
const saidSo =
  /(?<!\p{L})(?:met|missing|done|ok|passed|failed|fulfilled|yet|erfüllt|fehlt|rempli|manque|manquante?|cumplid[oa]|falta|soddisfatt[oa]|manca|voldaan|ontbreekt|spełnion[ye]|brak|uppfyllt|saknas)(?!\p{L})|[✓✔✗✘×✅❌]/iu

function hueOfWords(entry: Element): number | null {
  const paint = paintOf(getComputedStyle(entry.firstElementChild ?? entry).color)
  return paint ? hueOf(paint.color) : null
}

const drawnBefore = (entry: Element): string =>
  [entry, entry.firstElementChild ?? entry]
    .flatMap((each) => ['::before', '::after', '::marker'].map((part) => getComputedStyle(each, part).content))
    .join() +
  getComputedStyle(entry).listStyleType +
  getComputedStyle(entry).fontWeight

function ofBars(elements: readonly Element[]): Hit[] {
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
}

const isBar = (element: Element): boolean =>
  (element.textContent ?? '').trim() === '' &&
  isExposed(element) &&
  !element.matches('meter, progress, input, label, [role="meter"], [role="progressbar"], [aria-label], [aria-live]') &&
  element.querySelector('meter, progress, [role], [aria-label], svg, img') === null
