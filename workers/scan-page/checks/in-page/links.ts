/** Links whose text does not tell where they lead, and links that look the same and lead elsewhere. */
import {
  blockOf,
  closest,
  isExposed,
  nameOf,
  quote,
  selectorOf,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

const generic = new Set(
  [
    'click here|click|here|click this|tap here|press here|this|this link|this page|link|links|more|more info|more information|read more|learn more|see more|show more|view more|find out more|discover more|continue|continue reading|read on|details|more details|view|view details|see details|go|download|open|start|info|page|website|article|read|next page|full story|visit|visit site',
    'hier|hier klicken|klicken sie hier|mehr|mehr erfahren|weiterlesen|weiter|mehr lesen|mehr infos|details ansehen|zum artikel|herunterladen',
    'ici|cliquez ici|cliquer ici|lire la suite|en savoir plus|plus|voir plus|suite|télécharger',
    'aquí|aqui|haga clic aquí|haz clic aquí|pulse aquí|leer más|más|más información|ver más|saber más|descargar',
    'clicca qui|qui|leggi tutto|leggi di più|scopri di più|continua|scarica',
    'clique aqui|leia mais|saiba mais|ver mais|baixar',
    'klik hier|lees meer|lees verder|meer|meer informatie|verder',
    'klicka här|här|läs mer|klik her|læs mere|les mer|klikk her|lue lisää|więcej|czytaj więcej|kliknij tutaj|tutaj',
  ].flatMap((line) => line.split('|')),
)
const formats = /^(?:pdf|html|epub|docx?|xlsx?|csv|mp3|plain text|kindle|mobi)$/

type Link = { element: Element; name: string; key: string; target: string }

export function links(elements: readonly Element[]): Found[] {
  const all: Link[] = []
  for (const element of elements) {
    if (!element.matches('a[href], area[href], [role="link"]')) continue
    if (!isExposed(element)) continue
    const name = nameOf(element)
    if (name === '') continue
    all.push({ element, name, key: plain(name), target: targetOf(element) })
  }
  const unclear = all.flatMap(unclearLink)
  return [...unclear, ...alike(all.filter((link) => !isVague(link.key)))]
}

const plain = (text: string) => squeeze(text.toLowerCase().replace(/[^\p{L}\p{N}+#&]+/gu, ' '))

const isVague = (key: string) => generic.has(key) || formats.test(key)

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

function unclearLink({ element, name, key }: Link): Found[] {
  if (!isVague(key) || /[<>(){}_=]/.test(name) || closest(element, 'pre, code')) return []
  const context = contextOf(element)
  const words = wordsOf(context).length
  if (words === 0 && headingBefore(element)) {
    return [unclear(element, name, ['2.4.9'], 'low', 'on its own')]
  }
  if (words >= 2) return [unclear(element, name, ['2.4.9'], 'low', 'on its own')]
  return [
    unclear(element, name, ['2.4.4', '2.4.9'], 'high', 'and nothing around it in its sentence, list item or cell does'),
  ]
}

function unclear(
  element: Element,
  name: string,
  criteria: string[],
  confidence: Found['confidence'],
  how: string,
): Found {
  return {
    rule: 'link-text-generic',
    verdict: 'review',
    impact: 'moderate',
    criteria,
    place: selectorOf(element),
    confidence,
    message: `The link text ${quote(name)} does not tell where the link leads, ${how}.`,
    recommendation: 'Let the link’s own words name its target, e.g. “Download the annual report (PDF)”.',
  }
}

/** What a screen reader can tell of a link besides its name: its description, sentence, list items, cell and the row’s header. */
function contextOf(element: Element): string {
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
function headingBefore(element: Element): boolean {
  const box = closest(
    element,
    'article, section, li, [role="article"], [role="listitem"], [class*="card" i], [class*="teaser" i], [class*="item" i]',
  )
  return box !== null && box.querySelector('h1, h2, h3, h4, h5, h6, [role="heading"]') !== null
}

function alike(all: readonly Link[]): Found[] {
  const groups = Map.groupBy(
    all.filter((link) => link.target !== ''),
    (link) => link.key,
  )
  const found: Found[] = []
  for (const group of groups.values()) {
    const [first] = group
    if (!first || new Set(group.map(({ target }) => placeOf(target))).size < 2) continue
    const twin = group.find(
      (link) => placeOf(link.target) !== placeOf(first.target) && sharesContext(first.element, link.element),
    )
    const other = twin ?? group.find((link) => placeOf(link.target) !== placeOf(first.target))
    if (!other) continue
    found.push({
      rule: 'link-text-ambiguous',
      verdict: 'review',
      impact: 'moderate',
      criteria: twin ? ['2.4.4', '2.4.9'] : ['2.4.9'],
      place: selectorOf(other.element),
      confidence: twin ? 'medium' : 'low',
      message: `Two links are called ${quote(first.name)} and lead to different places: ${quote(shortly(first.target), 80)} and ${quote(shortly(other.target), 80)}.`,
      recommendation: 'If the pages differ, let the link texts tell them apart.',
    })
  }
  return found
}

/** Where it leads, places of this very page taken as one: tables of contents repeat themselves by design. */
const placeOf = (target: string) => (target.startsWith(`${location.href.replace(/#.*$/, '')}#`) ? 'this page' : target)

const shortly = (target: string) => target.replace(`${location.origin}/`, '/')

/** The same block, or blocks that hold nothing but the link: nothing around tells one from the other. */
function sharesContext(one: Element, other: Element): boolean {
  const here = blockOf(one)
  const there = blockOf(other)
  if (here === there && here.localName !== 'body') return true
  const [a, b] = [contextOf(one), contextOf(other)]
  if (a !== b || headingBefore(one) || headingBefore(other)) return false
  // One in the header and one in the footer are navigation, told apart by their landmarks.
  const landmark = 'nav, header, footer, aside, main, [role="navigation"], [role="banner"], [role="contentinfo"]'
  return closest(one, landmark) === closest(other, landmark) && here !== document.body
}
