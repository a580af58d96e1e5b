/** Links as a screen reader tells of them: what they are called, where they lead, what stands around them. */
import {
  blockOf,
  closest,
  contentWords,
  headings,
  isExposed,
  namedBy,
  nameOf,
  pick,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import { cellsOf } from '#workers/scan-page/checks/in-page/table-cells'

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

// Words that tell nothing of a target in any place, by the language in which they do, and words that do in some: "Start", "Open".
const empty: readonly (readonly [languages: RegExp, keys: ReadonlySet<string>])[] = (
  [
    [
      '',
      'click here|click|here|click this|tap here|press here|this|this link|link|more|more info|more information|read more|learn more|see more|show more|view more|find out more|discover more|continue reading|read on|details|more details|view details|see details|read|full story',
    ],
    [
      'de',
      'hier|hier klicken|klicken sie hier|klick hier|klicke hier|mehr|mehr erfahren|erfahren sie mehr|weiterlesen|lesen sie weiter|mehr lesen|mehr infos|mehr informationen|weitere informationen|details ansehen|mehr anzeigen|dieser link',
    ],
    [
      'fr',
      'ici|cliquez ici|cliquer ici|clique ici|lire la suite|lire plus|la suite|en savoir plus|savoir plus|plus|voir plus|plus d infos|plus d informations|ce lien',
    ],
    [
      'es|ca|gl',
      'aquí|aqui|haga clic aquí|haz clic aquí|clic aquí|pulse aquí|pincha aquí|pinche aquí|leer más|seguir leyendo|más|más info|más información|ver más|saber más|este enlace|fes clic aquí|llegir més|més|més informació',
    ],
    [
      'it',
      'clicca qui|cliccare qui|cliccate qui|qui|leggi tutto|leggi di più|leggi|continua a leggere|scopri di più|per saperne di più|maggiori informazioni|altro|questo link',
    ],
    [
      'pt',
      'aqui|clique aqui|clica aqui|leia mais|ler mais|saiba mais|saber mais|ver mais|mais|mais informações|este link',
    ],
    ['nl|af', 'hier|klik hier|lees meer|meer lezen|lees verder|verder lezen|meer|meer info|meer informatie|deze link'],
    ['sv', 'här|klicka här|tryck här|läs mer|läs vidare|mer|mer info|mer information|visa mer|se mer'],
    [
      'da|nb|nn|no',
      'her|klik her|klikk her|tryk her|trykk her|læs mere|les mer|mere|mer|mere info|mer info|se mere|se mer|vis mere|vis mer',
    ],
    ['fi', 'tästä|täältä|täällä|tänne|klikkaa tästä|klikkaa tähän|lue lisää|lisää|lisätietoja|lisätietoa|näytä lisää'],
    [
      'pl',
      'tu|tutaj|kliknij tutaj|kliknij tu|kliknij|więcej|czytaj więcej|czytaj dalej|zobacz więcej|dowiedz się więcej|więcej informacji|link',
    ],
    [
      'cs|sk',
      'zde|klikněte zde|klikni zde|více|více informací|číst dále|číst více|čtěte více|celý článek|tu|kliknite sem|viac|viac informácií|čítať ďalej|čítať viac',
    ],
    ['hu', 'itt|ide|kattintson ide|kattints ide|tovább|tovább olvasom|bővebben|részletek|még több'],
    [
      'ro',
      'aici|click aici|clic aici|apasă aici|mai mult|mai multe|citește mai mult|mai multe informații|detalii|află mai multe',
    ],
    [
      'tr',
      'burada|buraya|tıklayın|buraya tıklayın|devamı|devamını oku|daha fazla|daha fazla bilgi|detaylar|ayrıntılar',
    ],
    [
      'ru|uk|bg|be',
      'здесь|тут|сюда|нажмите здесь|нажмите сюда|кликните здесь|подробнее|подробно|читать далее|читать дальше|узнать больше|далее|ещё|еще|детальніше|докладніше|читати далі|більше|дізнатися більше|тук|повече|прочети още|виж повече',
    ],
    ['el', 'εδώ|πατήστε εδώ|κάντε κλικ εδώ|περισσότερα|διαβάστε περισσότερα|δείτε περισσότερα|μάθετε περισσότερα'],
    [
      'ja',
      'こちら|ここ|ここをクリック|こちらをクリック|詳細|詳しく|詳しくはこちら|詳細はこちら|続きを読む|もっと見る|もっと読む',
    ],
    [
      'zh',
      '这里|此处|点击这里|点击此处|点这里|更多|详情|查看更多|了解更多|阅读更多|阅读全文|這裡|此處|點擊這裡|按此|更多資訊|詳情|閱讀更多|了解更多',
    ],
    ['ko', '여기|여기를 클릭|여기를 클릭하세요|더보기|더 보기|자세히|자세히 보기|더 알아보기|더 읽기'],
    ['ar|fa', 'هنا|اضغط هنا|انقر هنا|المزيد|اقرأ المزيد|للمزيد|تفاصيل|التفاصيل|اینجا|بیشتر|ادامه مطلب'],
    ['he|iw', 'כאן|לחץ כאן|לחצו כאן|קרא עוד|קראו עוד|עוד|למידע נוסף|לפרטים|לפרטים נוספים'],
  ] as const
).map(([languages, keys]) => [new RegExp(`^(?:${languages})`), new Set(keys.split('|'))])
const weak = new Set(
  [
    'this page|links|go|download|open|info|page|website|article|next page|view|visit|visit site',
    'weiter|zum artikel|herunterladen|suite|télécharger|descargar|continua|scarica|baixar|verder',
  ].flatMap((line) => line.split('|')),
)

// Words that point at what was named before them: alone, they name nothing.
const pointing =
  /^(?:this|that|these|those) (?:page|article|document|site|website|file|form|book|video|post|report|section|example|product|item|image|picture|study|paper|guide)s?$/

/** @param language that the link is written in, where that is told: a word alone, as “Plus”, says something in other languages. */
export const isEmptyOfMeaning = (key: string, language = ''): boolean =>
  pointing.test(key) ||
  empty.some(
    ([languages, keys]) =>
      (keys.has(key) || keys.has(key.replace(place, ''))) &&
      (language === '' || key.includes(' ') || languages.test(language)),
  )
/** “Read more here” says as much as “read more”. */
const place = / (?:here|hier|ici|aquí|aqui|qui|her|här|tästä|tutaj|tu|zde|здесь|тут|itt|aici)$/u
export const isVague = (key: string, language = ''): boolean => isEmptyOfMeaning(key, language) || weak.has(key)

export const languageOf = (element: Element): string =>
  (closest(element, '[lang]')?.getAttribute('lang') ?? '').trim().toLowerCase()

/**
 * What a screen reader can tell of a link besides its name: its description, sentence, list items, cell and the header cells of
 * that, the term that it explains.
 */
export function contextOf(element: Element): string {
  const described = namedBy(element, 'aria-describedby').map(({ textContent }) => textContent)
  const told = ['aria-description', 'title'].map((name) => element.getAttribute(name) ?? '')
  const holder = closest(element, holders)
  const around = holder ? spokenText(holder, 600) : lineOf(blockOf(element), element)
  const outer = holder ? (holder.parentElement?.closest('li') ?? null) : null
  const texts = [...described, ...told, around, outer ? spokenText(outer, 600) : '', ...headersOf(element)]
  return squeeze(texts.join(' ').replaceAll(spokenText(element) || '\u0000', ' '))
}

const holders =
  'p, li, dd, dt, td, th, figcaption, blockquote, h1, h2, h3, h4, h5, h6, [role="listitem"], [role="cell"], [role="gridcell"], [role="paragraph"]'

/** Of its cell, those of the row and the columns; of an explanation the term, and of a term the explanation. */
export function headersOf(element: Element): string[] {
  const headers: (Element | null | undefined)[] = [
    closest(element, 'tr')?.querySelector('th'),
    closest(element, '[role="row"]')?.querySelector('[role="rowheader"]'),
  ]
  const cell = closest(element, 'td')
  const table = cell?.closest('table')
  if (cell && table) {
    const cells = cellsOf(table)
    const own = cells.find((each) => each.element === cell)
    if (own)
      headers.push(
        ...cells
          .filter(({ element: other, row, column, columns }) => {
            const isAbove = row < own.row && column < own.column + own.columns && own.column < column + columns
            return isAbove && other.localName === 'th'
          })
          .map((header) => header.element),
      )
  }
  const part = closest(element, 'dd, dt')
  for (let at = part?.previousElementSibling; at && part?.localName === 'dd'; at = at.previousElementSibling)
    if (at.localName === 'dt') {
      headers.push(at)
      break
    }
  if (part?.localName === 'dt' && part.nextElementSibling?.localName === 'dd') headers.push(part.nextElementSibling)
  return headers.map((header) => (header ? spokenText(header, 200) : ''))
}

/** What stands in a line with the link: the words of its block that are in no block of their own. */
export function lineOf(block: Element, link: Element): string {
  let line = ''
  for (const node of block.childNodes) {
    if (node.nodeType === Node.TEXT_NODE) line += ` ${node.nodeValue ?? ''}`
    else if (node instanceof Element && !node.contains(link) && /^inline$/.test(getComputedStyle(node).display))
      line += ` ${spokenText(node, 200)}`
    if (line.length > longestLine) return line
  }
  return line
}

const longestLine = 600

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
  if (here === there && here.localName !== 'body') return !areIntroduced(one, other)
  const [a, b] = [contextOf(one), contextOf(other)]
  if (a !== b || hasHeadingBeside(one) || hasHeadingBeside(other)) return false
  // One in the header and one in the footer are navigation, told apart by their landmarks.
  return closest(one, landmarks) === closest(other, landmarks) && here !== document.body
}

/** In one block, other words stand before the one than before the other, as in a sentence that tells of both. */
function areIntroduced(one: Element, other: Element): boolean {
  const [a, b] = [leadOf(one), leadOf(other)]
  return a.length > 0 && b.length > 0 && a.join(' ') !== b.join(' ')
}

/** The words that stand right before it, up to the link before that. */
function leadOf(link: Element): string[] {
  let lead = ''
  for (let node = link.previousSibling; node && !(node instanceof Element && node.matches('a[href]')); ) {
    lead = `${node.textContent ?? ''} ${lead}`
    node = node.previousSibling
  }
  return contentWords(lead)
}
