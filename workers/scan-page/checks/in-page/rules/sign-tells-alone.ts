/** Entries of a list that drawn signs tell from one another, and nothing else: which rooms are reached by a lift, which dishes are hot. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'

const fewestEntries = 3
const mostEntries = 60
const mostSigns = 400
const foundTaken = 3
/** Pixels, of either side. */
const smallest = 8
const largest = 64

export const signTellsAlone: StaticCheck = {
  rule: 'sign-tells-alone',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Give each sign role="img" and an aria-label, or write the word beside it.',
  find(elements) {
    const signs = pick(elements, 'svg, img, i, span, b, em, div').filter(isSign).slice(0, mostSigns)
    const lists = new Set(signs.flatMap((sign) => entryOf(sign)?.parentElement ?? []))
    return [...lists].flatMap(telling).slice(0, foundTaken)
  },
}

type Entry = { element: Element; signs: ReadonlyMap<string, Element>; told: ReadonlySet<string> }

/** The innermost thing around it that has words, and others of its kind beside it: an entry, a row, a card. */
function entryOf(sign: Element): Element | null {
  let at = sign.parentElement
  for (let level = 0; at && level < mostLevels; level += 1, at = at.parentElement)
    if (spokenText(at, 4) !== '' && (at.matches(written) || alike(at).length >= fewestEntries)) return at
  return null
}

const mostLevels = 6
const written = 'li, tr, [role="listitem"], [role="row"]'

const alike = (entry: Element): Element[] => [...(entry.parentElement?.children ?? [])].filter(isLike(entry))
const isLike = (entry: Element) => (each: Element) =>
  each.localName === entry.localName && each.className === entry.className

/** Those that are marked up as such, or else the most that are built alike. */
function entriesOf(list: Element): Element[] {
  const children = [...list.children]
  const marked = children.filter((each) => each.matches(written))
  if (marked.length > 0) return marked.filter((each) => !each.querySelector('th[scope="col"]'))
  const kinds = Map.groupBy(children, (each) => `${each.localName} ${each.className}`)
  return [...kinds.values()].toSorted((one, other) => other.length - one.length)[0] ?? []
}

function telling(list: Element): Hit[] {
  const all = entriesOf(list)
  if (all.length < fewestEntries || all.length > mostEntries) return []
  const entries: Entry[] = all.map((element) => ({ element, signs: signsOf(element), told: toldOf(element) }))
  if (entries.some(({ element }) => spokenText(element, 4) === '')) return []
  const kinds = new Set(entries.flatMap(({ signs }) => [...signs.keys()]))
  const telling = [...kinds].flatMap((kind) => {
    const having = entries.filter(({ signs }) => signs.has(kind))
    const [first] = having
    const sign = first?.signs.get(kind)
    if (!sign || having.length < 2 || having.length === entries.length) return []
    return isTold(entries, (entry) => entry.signs.has(kind)) ? [] : [{ sign, count: having.length }]
  })
  const [first] = telling
  if (!first) return []
  const entry = entries.find(({ element }) => element.contains(first.sign))
  return [
    {
      element: first.sign,
      // One sign may be an ornament that some entries have; several that come and go are what the list tells.
      tier: telling.length > 1 ? 'practice' : 'warning',
      confidence: telling.length > 1 ? 'high' : 'medium',
      message: `This sign stands at ${first.count} of ${entries.length} entries, ${quote(spokenText(entry?.element ?? first.sign, 60))} the first of them, and nothing that is read tells these from the others.`,
    },
  ]
}

/** Whether something that is read, or what the entries are, goes the same way. */
function isTold(entries: readonly Entry[], has: (entry: Entry) => boolean): boolean {
  const [having = [], others = []] = [entries.filter(has), entries.filter((each) => !has(each))]
  const isOfAll = (one: string, some: readonly Entry[]) => some.every(({ told }) => told.has(one))
  const isOfNone = (one: string, some: readonly Entry[]) => some.every(({ told }) => !told.has(one))
  return [...new Set(entries.flatMap(({ told }) => [...told]))].some(
    (one) => (isOfAll(one, having) && isOfNone(one, others)) || (isOfAll(one, others) && isOfNone(one, having)),
  )
}

const attributesRead =
  /^(?:aria-(?!hidden|controls|owns|describedby|labelledby).+|role|checked|disabled|download|target|lang|open|type)$/

/** Words, and of each element within what it is, where it leads and what its attributes say of its state. */
function toldOf(entry: Element): ReadonlySet<string> {
  const told = new Set<string>()
  for (const each of [entry, ...entry.querySelectorAll('*')]) {
    for (const node of each.childNodes)
      if (node.nodeType === Node.TEXT_NODE) for (const word of wordsOf(node.nodeValue ?? '')) told.add(word)
    if (!each.matches('svg, svg *, img, picture, i, span, b, em, div')) told.add(`<${each.localName}>`)
    for (const { name, value } of each.attributes) {
      if (attributesRead.test(name)) told.add(`${name}=${value}`)
      if (/^(?:alt|aria-label|title|placeholder)$/.test(name)) for (const word of wordsOf(value)) told.add(word)
    }
    if (each instanceof HTMLAnchorElement && each.hasAttribute('href')) {
      told.add(each.host === new URL(document.baseURI).host ? 'here' : 'elsewhere').add(each.protocol)
      told.add(/\.\w{1,5}$/.exec(each.pathname)?.[0] ?? 'no file')
      told.add(`in ${each.pathname.split('/').slice(0, -1).join('/')}`)
    }
  }
  return told
}

/** Of what is written without spaces, each sign is a word. */
const wordsOf = (text: string): string[] =>
  text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[\p{L}\p{N}]+/gu) ??
  []

const signsOf = (entry: Element): ReadonlyMap<string, Element> =>
  new Map(
    [...entry.querySelectorAll('svg, img, i, span, b, em, div')].filter(isSign).flatMap((sign) => {
      const kind = kindOf(sign)
      return kind === '' ? [] : [[kind, sign] as const]
    }),
  )

/** Drawn, small, and without words of its own. */
function isSign(element: Element): boolean {
  const isDrawing = element.matches('svg, img')
  if (!isDrawing && (element.firstElementChild || squeeze(element.textContent ?? '') !== '')) return false
  const { width, height } = element.getBoundingClientRect()
  if (Math.min(width, height) < smallest || Math.max(width, height) > largest) return false
  return isSeen(element) && kindOf(element) !== ''
}

/** What it shows: the same of two signs that look alike. */
function kindOf(element: Element): string {
  if (element.localName === 'svg') return element.innerHTML.replace(/\s(?:id|class|data-[\w-]+)="[^"]*"/g, '').trim()
  if (element instanceof HTMLImageElement) return element.currentSrc || element.src
  const own = getComputedStyle(element)
  const drawn = [own.backgroundImage, own.maskImage].filter((image) => image.includes('url('))
  if (drawn.length > 0) return `${drawn.join(' ')} ${own.backgroundPosition}`
  const before = getComputedStyle(element, '::before')
  return /^(?:none|normal|""|'')$/.test(before.content) ? '' : `${before.content} ${before.fontFamily}`
}
