/** Links of a navigation, or steps of a way, of which one is marked as the current one by its looks alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

const calledSo =
  /^(?:(?:is|nav|page|menu|item|tab|link)[-_]+)?(?:active|current|selected|at|aktiv|aktuell|actif|actuel(?:le)?|courante?|activ[oa]|actual|seleccionad[oa]|attiv[oa]|corrente|actief|huidig|bie[zż][aą]c[ay]|aktywn[ay]|atual|ativ[oa]|nuvarande|vald|valgt|nykyinen)(?:[-_]+(?:page|item|link|menu|step))?$|(?:--|__)(?:active|current|selected|aktiv|actif)$/i
const fewestLinks = 3
const navigations = 'nav, [role="navigation"], [class*="pagination" i], [class*="breadcrumb" i]'

export const currentNotTold: StaticCheck = {
  rule: 'current-not-told',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Set aria-current="page" on the link of the page that is shown, or aria-current="step" in a row of steps.',
  find: (elements) => [...ofLinks(elements), ...ofSteps(elements)],
}

const ofLinks = (elements: readonly Element[]): Hit[] =>
  pick(elements, navigations).flatMap((navigation) => {
    if (navigation.querySelector('[aria-current], [role="tab"], [aria-selected], nav')) return []
    const links = [...navigation.querySelectorAll('a[href]')].filter((link) => isExposed(link) && isSeen(link))
    if (links.length < fewestLinks) return []
    const called = links.filter(isMarked)
    const marked = called.length > 0 ? called : oddNumber(links)
    const [current] = marked.length > 0 ? marked : ofThisPage(links)
    if (!current || marked.length > 1) return []
    const others = links.filter(
      (link) => link !== current && link.parentElement?.localName === current.parentElement?.localName,
    )
    const look = lookOf(current)
    if (others.length < fewestLinks - 1 || others.some((link) => lookOf(link) === look)) return []
    return [
      {
        element: current,
        confidence: 'medium' as const,
        message: `That ${quote(nameOf(current))} is the current one of ${links.length} links, its looks alone say.`,
      },
    ]
  })

const steps = '[class*="step" i], [class*="wizard" i], [class*="progress" i]'
const longestStep = 60
/** “Step 2 of 4”, or that it is the current one: said somewhere in or around the row. */
const told =
  /\d\s*(?:\/|of|von|de|di|van|z|ze|av|af|sur|su|från|fra)\s*\d|(?<!\p{L})(?:current|aktuell\p{L}*|actuel\p{L}*|actual|attual\p{L}*|huidig\p{L}*|bieżąc\p{L}*|aktualn\p{L}*|nuvarande|nuværende|nåværende|atual|étape en cours)(?!\p{L})/iu

function ofSteps(elements: readonly Element[]): Hit[] {
  return pick(elements, 'ol, ul').flatMap((row): Hit[] => {
    const items = [...row.children].filter((item) => item.matches('li') && isSeen(item) && isExposed(item))
    // Of links in a navigation was told above.
    if (row.closest(navigations) && row.querySelector('a[href]')) return []
    const isCalledSo = row.matches(steps) || row.parentElement?.matches(steps) === true
    const isCounted = items.every((item, at) => squeeze(item.textContent ?? '').startsWith(String(at + 1)))
    if (
      !(isCalledSo || (isCounted && hasForm(row))) ||
      items.length < fewestLinks ||
      row.querySelector('[aria-current], [aria-selected], ul, ol')
    )
      return []
    if (items.some((item) => squeeze(item.textContent ?? '').length > longestStep)) return []
    const called = items.filter((item) =>
      [item, ...item.children].some((each) => [...each.classList].some((name) => calledSo.test(name))),
    )
    const marked = called.length > 0 || !isCounted ? called : oddStep(items)
    const [current] = marked
    const around = row.parentElement?.textContent ?? ''
    if (!current || marked.length > 1 || told.test(around.slice(0, textAround))) return []
    return [
      {
        element: current,
        confidence: 'medium',
        message: `That ${quote(current.textContent ?? '')} is the current one of ${items.length} steps, its looks alone say.`,
        remedy: 'Set aria-current="step" on the step that is shown.',
      },
    ]
  })
}

const textAround = 400

/** The way is gone by filling in something. */
const hasForm = (row: Element) =>
  row.parentElement?.querySelector('form input:not([type="search"]), form select, form textarea') != null

/** The only one that is bold, or whose number stands on another ground, though all but it look alike. */
function oddStep(items: readonly Element[]): readonly Element[] {
  const looks = [...Map.groupBy(items, lookOfStep).values()].sort((one, other) => one.length - other.length)
  return looks.length === 2 && looks[0]?.length === 1 ? looks[0] : []
}

const lookOfStep = (item: Element) =>
  [item, ...item.children]
    .map((each) => {
      const { color, backgroundColor, fontWeight } = getComputedStyle(each)
      return `${color} ${backgroundColor} ${fontWeight}`
    })
    .join()

/** By a class of its own, or of the entry that it stands in. */
const isMarked = (link: Element): boolean =>
  [link, link.parentElement].some(
    (each) => each?.matches('a, li, span') && [...each.classList].some((name) => calledSo.test(name)),
  )

/** Those that lead to the very page that they stand on, where only one does. */
function ofThisPage(links: readonly Element[]): readonly Element[] {
  const here = links.filter((link) => link instanceof HTMLAnchorElement && link.hash === '' && isHere(link))
  return here.length === 1 ? here : []
}

const isHere = ({ origin, pathname, search }: HTMLAnchorElement): boolean =>
  pathname !== '/' && origin === location.origin && pathname === location.pathname && search === location.search

/** Of pages by their numbers: the only one that looks otherwise than all others. */
function oddNumber(links: readonly Element[]): readonly Element[] {
  // “2”, or “Page 2” in whatever words, as long as all say it in the same.
  const [numbers = []] = [...Map.groupBy(links.filter(hasOneNumber), wordsAround).values()].filter(
    (alike) => alike.length >= fewestLinks,
  )
  const looks = [...Map.groupBy(numbers, lookOf).values()].sort((one, other) => one.length - other.length)
  return numbers.length >= fewestLinks && looks.length === 2 && looks[0]?.length === 1 ? looks[0] : []
}

const hasOneNumber = (link: Element): boolean => /^\D{0,24}\d{1,4}\D{0,16}$/.test(nameOf(link))

const wordsAround = (link: Element): string => nameOf(link).replace(/\d+/, '#')

function lookOf(link: Element): string {
  const around = link.parentElement ? getComputedStyle(link.parentElement) : null
  const weight = getComputedStyle(link.querySelector('b, strong') ?? link).fontWeight
  const { color, backgroundColor, borderBottomColor, borderBottomWidth, textDecorationLine } = getComputedStyle(link)
  return [
    color,
    backgroundColor,
    weight,
    borderBottomColor,
    borderBottomWidth,
    textDecorationLine,
    around?.backgroundColor,
  ].join()
}
