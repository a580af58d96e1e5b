/** Pictures of words that could be words. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { colorsOf } from '#workers/scan-page/checks/in-page/pictures'

const textInFileName =
  /(?:^|[-_/])(?:text|slogan|headline|heading|title|quote|button|btn|texte|texto|testo|tekst|zitat|spruch|citation|cita|citazione|citat|cytat|citaat)(?:[-_]?image|[-_]?img)?[-_.\d]*\.(?:png|jpe?g|gif|webp)/i
const samplesTaken = 8

export const imageOfText: StaticCheck = {
  rule: 'image-of-text',
  criteria: ['1.4.5', '1.4.9'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Use real text with CSS, so that readers can enlarge it, recolour it and have it translated.',
  async find(elements) {
    const hits: Hit[] = []
    let samplesLeft = samplesTaken
    for (const element of pick(elements, 'img, input[type="image"]')) {
      const { why, isSure, isSampled } = await pictureOfText(element, samplesLeft > 0)
      if (isSampled) samplesLeft -= 1
      if (!why) continue
      hits.push({
        element,
        tier: isSure ? 'error' : 'warning',
        confidence: isSure ? 'high' : 'low',
        message: `This image ${isSure ? 'is' : 'seems to be'} a picture of text: ${why}.`,
      })
    }
    return hits
  },
}

type Guess = { why: string | null; isSure: boolean; isSampled: boolean }

async function pictureOfText(element: Element, maySample: boolean): Promise<Guess> {
  const none: Guess = { why: null, isSure: false, isSampled: false }
  const source = element.getAttribute('src') ?? ''
  const alt = squeeze(element.getAttribute('alt') ?? '')
  if (alt === '' || /logo|brand/i.test(`${alt} ${element.className} ${source.slice(0, 200)}`) || !isSeen(element))
    return none
  if (/^data:image\/svg/i.test(source)) {
    const drawn = textDrawn(source)
    if (drawn === '') return none
    const isSame = plain(alt).includes(plain(drawn)) || plain(drawn).includes(plain(alt))
    if ((isSame || areInitials(drawn, alt)) && isMark(element, drawn)) return none
    // Single letters and figures are a sign, or are there to be copied by who is no program.
    if (!isSame && !/\p{L}{2}|\p{N}{2}/u.test(drawn)) return none
    return { why: `its drawing says ${quote(drawn)}`, isSure: isSame && wordsOf(drawn).length > 1, isSampled: false }
  }
  const { width, height } = element.getBoundingClientRect()
  if (!/\.(?:png|jpe?g|gif|webp|bmp)(?:[?#]|$)/i.test(source) && !/^data:image\//i.test(source)) return none
  const isWide = width >= 40 && width > 1.8 * height
  if (element instanceof HTMLInputElement && isWide && wordsOf(alt).length > 0) {
    const letters = plain(alt).replaceAll(' ', '').length
    const isSure = maySample && (await isFlat(element.src)) && (await isLettered(element.src, letters))
    return { why: `it is a button as wide as words, called ${quote(alt)}`, isSure, isSampled: maySample }
  }
  const isCalledText = textInFileName.test(source)
  const isSentence = wordsOf(alt).length >= 8 && width >= 100
  const isPrint = isSentence && maySample && element instanceof HTMLImageElement && (await isFlat(element.src))
  const file = `its file is called ${quote(source.slice(source.lastIndexOf('/') + 1))}`
  const flat = `two colours make up most of it and its alternative is a sentence, ${quote(alt)}`
  if (isCalledText) return { why: isPrint ? `${file}, ${flat}` : file, isSure: isPrint, isSampled: isSentence }
  if (!isPrint && isQuotation(alt) && width > 3 * height)
    return { why: `its alternative is a quotation, ${quote(alt)}`, isSure: false, isSampled: isSentence }
  return { why: isPrint ? flat : null, isSure: false, isSampled: isSentence }
}

/**
 * The name under which somebody shows up, whose looks are essential: it leads to the start page or to another site, stands with
 * others of its kind, or is shown as what it is, in a figure.
 */
function isMark(element: Element, drawn: string): boolean {
  if (element.closest('figure')) return true
  const link = element.closest('a[href]')
  if (link instanceof HTMLAnchorElement && /^\/?(?:index\.\w+)?$/.test(link.pathname) && link.hash === '') return true
  if (link instanceof HTMLAnchorElement && link.origin === location.origin) return false
  // Who is so called is at the other end of the link.
  if (link && wordsOf(drawn).length <= longestMark) return true
  const list = element.closest('ul, ol, [role="list"]')
  const others = [...(list?.querySelectorAll('img[src^="data:image/svg"]') ?? [])]
  return others.length > 1 && others.every((other) => textDrawn(other.getAttribute('src') ?? '') !== '')
}

const longestMark = 2

/** "FSC" of "Forest Stewardship Council". */
const areInitials = (drawn: string, alt: string): boolean =>
  drawn.length > 1 &&
  wordsOf(alt)
    .map((word) => word[0] ?? '')
    .join('')
    .toLowerCase() === drawn.toLowerCase()

/** Words in quotation marks, with no more than who said them. */
const isQuotation = (alt: string) => /^[«“„"‟]\s?(?:[^»”“"]+\s){3,}[^»”“"]+[»”“"]/u.test(alt)

const plain = (text: string) => wordsOf(text).join(' ')

/** The words that an SVG in a data: address draws. */
function textDrawn(source: string): string {
  try {
    const [head = '', body = ''] = [source.slice(0, source.indexOf(',')), source.slice(source.indexOf(',') + 1)]
    const text = /;base64$/i.test(head) ? atob(body) : decodeURIComponent(body)
    const drawing = new DOMParser().parseFromString(text.trim(), 'image/svg+xml')
    return squeeze([...drawing.querySelectorAll('text')].map((each) => each.textContent ?? '').join(' '))
  } catch {
    return ''
  }
}

/** Print has a ground and an ink; a photograph has not. The picture is in the browser's cache; of another site, it is not read. */
async function isFlat(source: string): Promise<boolean> {
  try {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    const [ground, ink] = colorsOf(picture, 64)
    if (!ground || !ink) return false
    return ground[1] >= 0.5 && ground[1] + ink[1] >= 0.7
  } catch {
    return false
  }
}

const widest = 400
const fewestRuns = 2
/** Of the letters of a word, some run into one another. */
const runsALetter = 0.4

/** Whether the ink of a flat picture stands in so many pieces side by side as letters do; an arrow is one. */
async function isLettered(source: string, letters: number): Promise<boolean> {
  try {
    const picture = new Image()
    picture.src = source
    await picture.decode()
    const width = Math.min(picture.naturalWidth || widest, widest)
    const height = Math.max(1, Math.round((width * picture.naturalHeight) / (picture.naturalWidth || width)))
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (!context) return false
    context.drawImage(picture, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    const [ground] = colorsOf(picture, 64)
    const isInk = (x: number, y: number) => {
      const at = (y * width + x) * 4
      const color = [0, 1, 2].map((channel) => (data[at + channel] ?? 0) >> 4).join()
      return (data[at + 3] ?? 0) >= 16 && color !== ground?.[0]
    }
    let runs = 0
    let wasInk = false
    for (let x = 0; x < width; x += 1) {
      let isNow = false
      for (let y = Math.floor(height / 5); y < (height * 4) / 5 && !isNow; y += 1) isNow = isInk(x, y)
      if (isNow && !wasInk) runs += 1
      wasInk = isNow
    }
    return runs >= Math.max(fewestRuns, letters * runsALetter)
  } catch {
    return false
  }
}
