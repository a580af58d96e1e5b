/** Parts of a page that do the same and are called otherwise. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, nameOf, pick, quote, wordsOf } from '#workers/scan-page/checks/in-page/dom'

export const functionNamedTwice: StaticCheck = {
  rule: 'function-named-twice',
  criteria: ['3.2.4'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Give one name to what does one thing.',
  find: (elements) => [
    ...formsAlike(elements),
    ...picturesAlike(elements),
    ...linksAlike(elements),
    ...buttonsAlike(elements),
    ...buttonsOfCards(elements),
  ],
}

/** Words that pages have for one and the same thing; whoever uses two of a line on one page names it twice. */
const sameThings = [
  ['cart', 'basket', 'bag', 'trolley'],
  ['sign in', 'log in', 'log on', 'login'],
  ['sign out', 'log out', 'log off', 'logout'],
  ['sign up', 'register', 'create an account', 'join'],
  ['warenkorb', 'einkaufswagen', 'einkaufskorb', 'einkaufstasche'],
  ['anmelden', 'einloggen'],
  ['abmelden', 'ausloggen'],
  ['panier', 'caddie', 'chariot'],
  ['se connecter', 's’identifier', "s'identifier"],
  ['carrito', 'cesta', 'bolsa', 'carro'],
  ['iniciar sesión', 'entrar', 'acceder'],
  ['carrello', 'borsa', 'cesto'],
  ['winkelwagen', 'winkelmand', 'winkeltas'],
  ['inloggen', 'aanmelden'],
  ['koszyk', 'torba', 'wózek'],
  ['carrinho', 'sacola', 'cesto'],
].map((words) => words.map((word) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')))

const longestName = 4

/** Links that lead to one place by short names, with two words for the same thing. */
function linksAlike(elements: readonly Element[]): Hit[] {
  const known = new Map<string, { name: string; word: number }>()
  return pick(elements, 'a[href]').flatMap((link) => {
    const href = link instanceof HTMLAnchorElement && /^https?:/.test(link.href) ? link.href : ''
    const name = href === '' || href.includes('#') ? '' : nameOf(link)
    if (name === '' || wordsOf(name).length > longestName) return []
    const thing = sameThings.findIndex((words) => words.some((word) => word.test(name)))
    if (thing < 0 || !isExposed(link) || !isSeen(link)) return []
    const said = sameThings[thing]?.flatMap((word, at) => (word.test(name) ? [at] : [])) ?? []
    const [word = 0] = said
    const before = known.get(`${thing} ${href}`)
    known.set(`${thing} ${href}`, before ?? { name, word })
    // A name with both words says that they are one.
    if (!before || before.word === word || said.length > 1) return []
    return [
      {
        element: link,
        tier: 'practice' as const,
        confidence: 'high' as const,
        message: `This link is called ${quote(name)}; one that leads to the same place is called ${quote(before.name)}.`,
      },
    ]
  })
}

/** Calls of the browser that do one thing wherever they stand. */
const callsOfBrowser =
  /^\s*(?:javascript:)?\s*(?:window\.)?(?:print\(\)|history\.(?:back\(\)|go\(-1\))|scrollTo\(0,\s*0\))\s*;?\s*(?:return false;?)?\s*$/

/** Buttons that ask the browser for the same, by names that share no word. */
function buttonsAlike(elements: readonly Element[]): Hit[] {
  const known = new Map<string, string>()
  return pick(elements, 'button[onclick], input[type="button"][onclick], a[onclick]').flatMap((button): Hit[] => {
    const [act = ''] = callsOfBrowser.exec(button.getAttribute('onclick') ?? '') ?? []
    const name = act === '' ? '' : nameOf(button)
    if (name === '' || !isExposed(button) || !isSeen(button)) return []
    const key = act.replace(/[\s;]|window\.|javascript:|return false/g, '')
    const before = known.get(key)
    known.set(key, before ?? name)
    if (before === undefined || wordsOf(before).some((word) => wordsOf(name).includes(word))) return []
    return [
      {
        element: button,
        tier: 'practice',
        confidence: 'high',
        message: `This button is called ${quote(name)}; one that does the same is called ${quote(before)}.`,
      },
    ]
  })
}

/** Forms that send the same fields to one address, by buttons with different words. */
function formsAlike(elements: readonly Element[]): Hit[] {
  const known = new Map<string, { name: string }>()
  return pick(elements, 'form[action]').flatMap((form) => {
    if (!(form instanceof HTMLFormElement) || !isExposed(form) || !isSeen(form)) return []
    const parts = [...form.elements]
    const button = parts.find((each) => each.matches('button:not([type="button"], [type="reset"]), [type="submit"]'))
    const fields = parts.flatMap((each) => (each !== button ? (each.getAttribute('name') ?? []) : [])).sort()
    const name = button ? nameOf(button) : ''
    if (!button || name === '') return []
    const key = `${form.method} ${form.action} ${fields.length === 0 ? button.getAttribute('name') : fields.join()}`
    const other = known.get(key)
    known.set(key, other ?? { name })
    if (!other || other.name.toLowerCase() === name.toLowerCase()) return []
    const isPlain = areTwoWords(name, other.name) || [name, other.name].every((each) => wordsOf(each).length <= 2)
    // What is sent with the button alone may be anything.
    if (fields.length === 0 && !areTwoWords(name, other.name)) return []
    return [
      {
        element: button,
        // Two plain words for one thing are two names; a longer one may say more of the place.
        tier: isPlain ? ('practice' as const) : ('warning' as const),
        confidence: 'medium' as const,
        message: `This button is called ${quote(name)}; one that does the same is called ${quote(other.name)}.`,
      },
    ]
  })
}

/** What things are put into, which the name says last, by a word for it each. */
function areTwoWords(one: string, other: string): boolean {
  const wordIn = (name: string, words: readonly RegExp[]) =>
    words.findIndex((word) => new RegExp(`${word.source}[\\s.!…]*$`, 'iu').test(name))
  return sameThings.some((words) => {
    const [a, b] = [wordIn(one, words), wordIn(other, words)]
    return a >= 0 && b >= 0 && a !== b
  })
}

/** Buttons of one kind that say at their end by different words what they put something into. */
function buttonsOfCards(elements: readonly Element[]): Hit[] {
  const groups = Map.groupBy(
    pick(elements, 'button, [role="button"], a[class*="btn" i], a[class*="button" i]').filter(
      (button) =>
        (button.getAttribute('class') ?? '') !== '' &&
        isExposed(button) &&
        isSeen(button) &&
        !closest(button, 'form[action]'),
    ),
    (button) => `${button.localName} ${button.getAttribute('class')}`,
  )
  return [...groups.values()].flatMap((group): Hit[] => {
    const named = group.slice(0, buttonsTaken).map((element) => ({ element, name: nameOf(element) }))
    const first = named.find(({ name }) => isPutting(name))
    const other = first && named.find(({ name }) => areTwoWords(first.name, name))
    return other
      ? [
          {
            element: other.element,
            tier: 'practice',
            confidence: 'high',
            message: `This button is called ${quote(other.name)}; one of its kind is called ${quote(first.name)}.`,
          },
        ]
      : []
  })
}

const buttonsTaken = 200
const isPutting = (name: string) =>
  sameThings.some((words) => words.some((word) => new RegExp(`${word.source}[\\s.!…]*$`, 'iu').test(name)))

/** Links and buttons with one picture, whose names differ in the verb alone: “Download report 1”, “Save report 2”. */
function picturesAlike(elements: readonly Element[]): Hit[] {
  const groups = Map.groupBy(
    pick(elements, 'a[href] img[src][alt], button img[src][alt]').filter(
      (image) => isExposed(image) && wordsOf(nameOf(image)).length >= 2,
    ),
    (image) => image.getAttribute('src') ?? '',
  )
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group
    if (!first) return []
    const [verb, ...rest] = wordsOf(nameOf(first))
    const other = others.find((image) => {
      const [word, ...after] = wordsOf(nameOf(image))
      return word !== verb && after.some((each) => each.length > 3 && rest.includes(each))
    })
    if (!other) return []
    return [
      {
        element: other,
        tier: 'warning' as const,
        confidence: 'low' as const,
        message: `The same picture is called ${quote(nameOf(first))} and ${quote(nameOf(other))}.`,
      },
    ]
  })
}
