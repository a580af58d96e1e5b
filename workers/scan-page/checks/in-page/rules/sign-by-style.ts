/** Signs that a style or a font of icons draws into an empty element, and that alone say something; ratings in stars. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isSeen,
  parentOf,
  pick,
  quote,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

const named = '[aria-label], [aria-labelledby], [title], [role="img"], svg, img'
const fewest = 2
const stars = /^(?=.*[★⭐✭✯])[★☆⭐✩✭✯✰\s]{3,}$/u

export const signByStyle: StaticCheck = {
  rule: 'sign-by-style',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'serious',
  remedy:
    'Write what the sign says as a text beside it, which may be hidden from sight, and hide the sign from readers.',
  find: (elements) => [...signsAlone(elements), ...ratings(elements)],
}

/** Of cells and entries of a list, in which the sign is all there is, or is what differs. */
function signsAlone(elements: readonly Element[]): Hit[] {
  const signs = pick(elements, 'td i, td span, td em, li i, li span, li em, td div').flatMap((element) => {
    if (element.firstElementChild || squeeze(element.textContent ?? '') !== '') return []
    if (element.matches(`${named}, [aria-hidden="true"]`) && !element.matches('[aria-hidden="true"]')) return []
    const sign = drawnOf(element)
    const entry = sign === '' ? null : closest(element, 'td, li')
    const holder = entry && closest(entry, 'table, ul, ol')
    if (!entry || !holder || closest(element, 'a[href], button, label, [role="button"]')) return []
    return [{ element, sign, entry, holder, text: spokenText(entry, 80) }]
  })
  return [...Map.groupBy(signs, ({ holder }) => holder).values()].flatMap((marks): Hit[] => {
    const kinds = new Set(marks.map(({ sign }) => sign))
    const [first] = marks
    if (
      !first ||
      marks.length < fewest ||
      kinds.size < 2 ||
      kinds.size > mostKinds ||
      (kinds.size === marks.length && marks.length > 2)
    )
      return []
    if (marks.some(({ entry }) => entry.querySelector(named) !== null) || !isSeen(first.element)) return []
    // Icons beside words stand for what these say: a telephone, a letter. What is so or not so is said by few signs.
    if (!isCell(first.entry) && marks.filter(isOfState).length < marks.length) return []
    // Each sign goes with a word of its own: that says it.
    if (isCell(first.entry) ? marks.some(({ text }) => text !== '') : isSaid(marks)) return []
    if (!isExposed(first.entry)) return []
    return [
      {
        element: first.element,
        tier: isCell(first.entry) ? 'practice' : 'warning',
        confidence: 'medium',
        message: `${marks.length} entries differ by ${kinds.size} signs that a style draws, and no words say what these mean.`,
      },
    ]
  })
}

const mostKinds = 4

const stateSign = /^[✓✔✅☑☐☒✗✘✕✖❌×●○◉◯◐⬤■□◼◻▲▼⚠❗❓!?+−–-]$/u
const stateName =
  /(?:^|[\s_-])(?:check(?:ed|mark)?|tick|done|ok|yes|included|times|cross|close|remove|no|none|not|ban|missing|excluded|minus|plus|circle|warn(?:ing)?|exclamation|error|success|danger|on|off|open|closed|active|inactive)(?:$|[\s_-])/i

const isOfState = ({ element, sign }: { element: Element; sign: string }): boolean =>
  stateSign.test(sign) || stateName.test(element.getAttribute('class') ?? '')

const isCell = (entry: Element): boolean => entry.localName === 'td'

function isSaid(marks: readonly { sign: string; text: string }[]): boolean {
  const groups = [...Map.groupBy(marks, ({ sign }) => sign).values()]
  // Of one entry each, all of its words are its own: what is said there as well may be the state.
  if (groups.some((group) => group.length === 1)) return marks.some(({ text }) => denied.test(text))
  const shared = groups.map((group) => sharedBy(group.map(({ text }) => wordsOf(text))))
  const everywhere = new Set(sharedBy(shared))
  return shared.every((words) => words.some((word) => !everywhere.has(word)))
}

const denied = /\s(?:not|no|closed|open|niet|nicht|non|nie|ikke|inte|não)(?!\p{L})/iu

const sharedBy = ([first = [], ...others]: readonly (readonly string[])[]): string[] =>
  first.filter((word) => others.every((other) => other.includes(word)))

/** What stands before or behind its nothing. */
function drawnOf(element: Element): string {
  const drawn = ['::before', '::after']
    .map((part) => getComputedStyle(element, part))
    .find(({ content }) => /^"(?:[^"\\]|\\.)+"$/.test(content))
  const sign = drawn ? squeeze(drawn.content.slice(1, -1)) : ''
  return sign !== '' && !/[\p{L}\p{N}]{2,}/u.test(sign) && !/^[·•–—|/,.:;*›»>-]$/u.test(sign) ? sign : ''
}

/** Full and empty stars in a row, which are read one by one. */
const ratings = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'span, div, p, td, b, strong, li').flatMap((element): Hit[] => {
    const text = element.firstElementChild ? '' : squeeze(element.textContent ?? '')
    if (!stars.test(text) || element.matches('[role="img"], [aria-label], [aria-hidden="true"]')) return []
    const around = parentOf(element)
    if (!isExposed(element) || !isSeen(element) || closest(element, '[aria-label], [role="img"], label, button'))
      return []
    if (around && rated.test(spokenText(around, 200))) return []
    return [
      {
        element,
        tier: 'practice',
        confidence: 'medium',
        message: `${quote(text)} is a rating of signs alone: it is read star by star, or not at all.`,
        remedy: 'Write the rating in words, e.g. “3 of 5 stars”, or give the signs role="img" and that name.',
      },
    ]
  })

const rated =
  /\d(?:[.,]\d)?\s*(?:\/|of|out of|von|sur|de|su|van|z|av|af|na)\s*\d|\d(?:[.,]\d)?\s*(?:stars?|sterne?|étoiles?|estrellas?|stelle|sterren|gwiazd\p{L}*|estrelas?|stjerner?|stjärnor)|\(\d[.,]\d\)|\b[0-5][.,]\d\b/iu
