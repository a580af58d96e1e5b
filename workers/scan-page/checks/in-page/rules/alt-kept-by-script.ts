/** Pictures that a script exchanges for others, and whose alternatives it leaves as they are. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { picture } from '#workers/scan-page/checks/in-page/announcing'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'
import { escaped } from '#workers/scan-page/checks/in-page/timers'

export const altKeptByScript: StaticCheck = {
  rule: 'alt-kept-by-script',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Set the alternative whenever another picture is put in, so that it says what is to be seen now.',
  find: (elements) => {
    const pictures = pick(elements, 'img[alt], [role="img"][aria-label]')
    if (pictures.length === 0) return []
    return readPrograms(elements).flatMap(({ text }) =>
      putting.test(text) && !telling.test(text) ? exchanged(text, pictures) : [],
    )
  },
}

const putting =
  /\.src\s*=(?!=)|setAttribute\(\s*['"]src['"]|\.attr\(\s*['"]src['"]|backgroundImage\s*=(?!=)|\.textContent\s*=(?!=)/
/** The program says the alternative anew as well, or writes the whole picture. */
const telling = /\.alt\b|['"`]alt['"`]|\balt=|\baria-?label\b|\.title\s*=/i
/** What comes in time, by the hour or at a press; what is set up while the page is loaded has the alternative of the page. */
const later =
  /set(?:Timeout|Interval)\s*\(|requestAnimationFrame|addEventListener\(\s*['"`](?!load|DOMContentLoaded|error)|\.on(?!load|error)[a-z]+\s*=|\.(?:click|change|on)\(|\bthen\s*\(|\bawait\b|onmessage/
/** The same picture in the end, or one in its stead where it cannot be had. */
const same =
  /dataset|data-src|currentSrc|\.src\b.*\.src\b|Date\.now|Math\.random\(\)\s*$|[?&]t=|createObjectURL|toDataURL|FileReader|\.result|placeholder|fallback|srcset|theme|dark|light/i

type Put = { by: string; value: string; isSign: boolean; index: number }

const puts = (program: string): Put[] => [
  ...[
    ...program.matchAll(/([\w$.]+(?:\([^()]*\)|\[[^[\]]*\])?)(?:\.src|\.style\.backgroundImage)\s*=(?!=)\s*([^;\n]+)/g),
  ].map(({ 1: by = '', 2: value = '', index }) => ({ by, value, isSign: false, index })),
  ...[...program.matchAll(/([\w$.]+(?:\([^()]*\))?)\.(?:setAttribute|attr)\(\s*['"]src['"]\s*,\s*([^;\n]+)\)/g)].map(
    ({ 1: by = '', 2: value = '', index }) => ({ by, value, isSign: false, index }),
  ),
  ...[...program.matchAll(/([\w$.]+(?:\([^()]*\))?)\.textContent\s*=(?!=)\s*([^;\n]+)/g)].map(
    ({ 1: by = '', 2: value = '', index }) => ({ by, value, isSign: true, index }),
  ),
]

function exchanged(program: string, pictures: readonly Element[]): Hit[] {
  if (!later.test(program)) return []
  const kept = new Map<Element, Put>()
  for (const put of puts(program)) {
    const element = pictures.find((each) => each === meantBy(put.by, program))
    if (!element || kept.has(element) || put.isSign !== isOfSigns(element)) continue
    if (!put.isSign && (same.test(put.value) || !isAnother(put.value, program, element))) continue
    kept.set(element, put)
  }
  return [...kept].flatMap(([element, { value }]): Hit[] => {
    const name = nameOf(element)
    if (name.length < shortestName || !isExposed(element) || !isSeen(element)) return []
    const isOfAll = /^[\w$.]+\[/.test(value) && ofMany.test(name)
    return [
      {
        element,
        tier: isOfAll ? 'warning' : 'practice',
        confidence: isOfAll ? 'low' : 'high',
        message: `A script puts other pictures in here, and never says another alternative than ${quote(name)}.`,
      },
    ]
  })
}

const shortestName = 3
/** It may be meant for each of them. */
const ofMany =
  /(?<!\p{L})(?:photos|pictures|images|views|gallery|slides?|slide ?show|banner|photo|picture|image|impressions|scenes|bilder|fotos|ansichten|galerie|vues|imágenes|vistas|galería|immagini|galleria|imagens|galeria|beelden|obrazy|zdjęcia|billeder|kuvia)(?!\p{L})/iu

/** One that is a sign of a font: ☀ for the sun. */
const isOfSigns = (element: Element) =>
  element.localName !== 'img' && !element.firstElementChild && (element.textContent ?? '').trim() !== ''

/** The element that an expression means, by an id or a selector. */
function meantBy(by: string, program: string): Element | null {
  const made = /^[\w$]+$/.test(by)
    ? (new RegExp(`\\b${escaped(by)}\\s*=\\s*([\\w$.]+\\([^()]*\\))`).exec(program)?.[1] ?? '')
    : by
  const [, id] = /getElementById\(\s*['"`]([\w-]+)['"`]\s*\)$/.exec(made) ?? []
  const [, selector] = /(?:querySelector|\$|jQuery)\(\s*['"`]([^'"`$]+)['"`]\s*\)$/.exec(made) ?? []
  if (id !== undefined) return document.getElementById(id)
  if (selector === undefined) return made === '' && /^[\w$]+$/.test(by) ? document.getElementById(by) : null
  try {
    return document.querySelector(selector)
  } catch {
    return null
  }
}

const fileIn = /['"`](data:image\/[^'"`]+|[^'"`\s]+\.(?:png|jpe?g|gif|svg|webp|avif)(?:\?[^'"`]*)?)['"`]/gi

/**
 * It names a picture, or one of a row of several. One that stands there now was put in meanwhile; where others of one name are
 * written, they are looks of it.
 */
function isAnother(value: string, program: string, element: Element): boolean {
  const files = (text: string) => [...text.matchAll(fileIn)].map(({ 1: file = '' }) => file)
  const now = element instanceof HTMLImageElement ? element.src : ''
  const absolute = (file: string) => URL.parse(file, document.baseURI)?.href ?? file
  const own = files(value)
  if (own.length > 0) return own.some((file) => absolute(file) === now || nameOfFile(file) !== nameOfFile(now))
  return /\[|\.\w+$/.test(value.trim()) && new Set(files(program).map(nameOfFile)).size >= 2
}

const nameOfFile = (address: string) =>
  address.startsWith('data:') ? address : picture(URL.parse(address, document.baseURI)?.href ?? address)
