/** Links as a screen reader tells of them: what they are called, where they lead, what stands around them. */
import {
  blockOf,
  closest,
  headings,
  isExposed,
  nameOf,
  pick,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'

export type Link = {
  element: Element
  name: string
  /** Its name, small letters without punctuation. */
  key: string
  /** Its address, absolute; empty where it leads nowhere. */
  target: string
}

const read = new WeakMap<readonly Element[], Link[]>()

/** Those that are read out and have a name. */
export function readLinks(elements: readonly Element[]): readonly Link[] {
  const known = read.get(elements)
  if (known) return known
  const all = pick(elements, 'a[href], area[href], [role="link"]').flatMap((element) => {
    if (!isExposed(element) || closest(element, 'audio, video, object, canvas')) return []
    const name = nameOf(element)
    return name === '' ? [] : [{ element, name, key: keyOf(name), target: targetOf(element) }]
  })
  read.set(elements, all)
  return all
}

/** Small letters without punctuation. */
export const keyOf = (text: string): string => squeeze(text.toLowerCase().replace(/[^\p{L}\p{N}+#&]+/gu, ' '))

function targetOf(element: Element): string {
  const written = element.getAttribute('href') ?? element.getAttribute('xlink:href') ?? scripted(element)
  if (written === null || /^\s*(?:javascript:|#?\s*$)/i.test(written)) return ''
  const url = URL.parse(written, document.baseURI)
  if (!url) return ''
  for (const name of [...url.searchParams.keys()])
    if (/^(?:utm_|ref$|fbclid|gclid)/.test(name)) url.searchParams.delete(name)
  return url.href.replace(/\/(?:index\.html?)?(?=$|[?#])/, '')
}

/** Where a scripted link says it goes. */
const scripted = (element: Element) =>
  /location(?:\.href)?\s*=\s*['"]([^'"]+)['"]/.exec(element.getAttribute('onclick') ?? '')?.[1] ?? null

// Words that tell nothing of a target in any place, and words that do in some: "Start", "Open".
const empty = new Set(
  [
    'click here|click|here|click this|tap here|press here|this|this link|link|more|more info|more information|read more|learn more|see more|show more|view more|find out more|discover more|continue reading|read on|details|more details|view details|see details|read|full story',
    'hier|hier klicken|klicken sie hier|mehr|mehr erfahren|weiterlesen|mehr lesen|mehr infos|details ansehen',
    'ici|cliquez ici|cliquer ici|lire la suite|en savoir plus|plus|voir plus',
    'aquí|aqui|haga clic aquí|haz clic aquí|pulse aquí|leer más|más|más información|ver más|saber más',
    'clicca qui|qui|leggi tutto|leggi di più|scopri di più',
    'clique aqui|leia mais|saiba mais|ver mais',
    'klik hier|lees meer|lees verder|meer|meer informatie',
    'klicka här|här|läs mer|klik her|læs mere|les mer|klikk her|lue lisää|więcej|czytaj więcej|kliknij tutaj|tutaj',
  ].flatMap((line) => line.split('|')),
)
const weak = new Set(
  [
    'this page|links|go|download|open|info|page|website|article|next page|view|visit|visit site',
    'weiter|zum artikel|herunterladen|suite|télécharger|descargar|continua|scarica|baixar|verder',
  ].flatMap((line) => line.split('|')),
)

// Words that point at what was named before them: alone, they name nothing.
const pointing =
  /^(?:this|that|these|those) (?:page|article|document|site|website|file|form|book|video|post|report|section|example|product|item|image|picture|study|paper|guide)s?$/

export const isEmptyOfMeaning = (key: string): boolean => empty.has(key) || pointing.test(key)
export const isVague = (key: string): boolean => isEmptyOfMeaning(key) || weak.has(key)

/** What a screen reader can tell of a link besides its name: its description, sentence, list items, cell and the row’s header. */
export function contextOf(element: Element): string {
  const described = (element.getAttribute('aria-describedby') ?? '')
    .split(/\s+/)
    .map((id) => (id ? (document.getElementById(id)?.textContent ?? '') : ''))
    .join(' ')
  const holder = closest(element, 'p, li, dd, dt, td, th, figcaption, blockquote, h1, h2, h3, h4, h5, h6')
  const around = holder ? spokenText(holder, 600) : ''
  const outer = holder ? (holder.parentElement?.closest('li') ?? null) : null
  const row = closest(element, 'tr')?.querySelector('th')
  const texts = [described, around, outer ? spokenText(outer, 600) : '', row ? spokenText(row, 200) : '']
  return squeeze(texts.join(' ').replaceAll(spokenText(element) || '\u0000', ' '))
}

/** A heading in the same section or card tells a reader what “Read more” is about. */
export function hasHeadingBeside(element: Element): boolean {
  const box = closest(
    element,
    'article, section, li, [role="article"], [role="listitem"], [class*="card" i], [class*="teaser" i], [class*="item" i]',
  )
  return box?.querySelector(headings) != null
}

const landmarks = 'nav, header, footer, aside, main, [role="navigation"], [role="banner"], [role="contentinfo"]'

/** The same block, or blocks that hold nothing but the link: nothing around tells one from the other. */
export function sharesContext(one: Element, other: Element): boolean {
  const here = blockOf(one)
  const there = blockOf(other)
  if (here === there && here.localName !== 'body') return true
  const [a, b] = [contextOf(one), contextOf(other)]
  if (a !== b || hasHeadingBeside(one) || hasHeadingBeside(other)) return false
  // One in the header and one in the footer are navigation, told apart by their landmarks.
  return closest(one, landmarks) === closest(other, landmarks) && here !== document.body
}
