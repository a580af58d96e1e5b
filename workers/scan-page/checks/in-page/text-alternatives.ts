/** Alternatives of images that are there and say nothing, images that are hidden and seem to say something, text as pictures. */
import {
  closest,
  isExposed,
  isSeen,
  nameOf,
  quote,
  selectorOf,
  spokenText,
  squeeze,
  tagOf,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

const fileName = /^[^\s/]+\.(?:apng|avif|bmp|gif|heic|ico|jpe?g|png|svg|tiff?|webp)$/i
const cameraName =
  /^(?:dsc[nf]?|img|pict?|photo|image|screenshot|screen shot|unnamed|untitled|download)[\s_-]*\(?\d{1,}\)?$/i
const uninformative =
  /^(?:an? |the )?(?:image|images|img|picture|pic|photo|photograph|graphic|graphics|icon|banner|placeholder|spacer|thumbnail|thumb|untitled|alt|alt text|alternative text|logo|bild|foto|imagen|immagine|afbeelding|imagem|obraz|kuva|billede|bilde)s?(?: here| goes here)?[.:]?$/i
const textInFileName =
  /(?:^|[-_/])(?:text|slogan|headline|heading|title|quote|button|btn)(?:[-_]?image|[-_]?img)?[-_.\d]*\.(?:png|jpe?g|gif|webp)/i

const samplesTaken = 8

export async function textAlternatives(elements: readonly Element[]): Promise<Found[]> {
  const found: Found[] = []
  let largeReported = 0
  let samplesLeft = samplesTaken
  for (const element of elements) {
    if (element.matches('img, input[type="image"], area, [role="img"]')) found.push(...weakAlternative(element))
    if (element instanceof HTMLImageElement) {
      const hidden = hiddenButNamed(element)
      const large = hidden.length === 0 && largeReported < 3 ? largeAndEmpty(element) : []
      largeReported += large.length
      found.push(...hidden, ...large)
    }
    if (element.matches('img, input[type="image"]')) {
      const picture = await pictureOfText(element, samplesLeft > 0)
      if (picture.isSampled) samplesLeft -= 1
      if (picture.why) found.push(textPicture(element, picture.why, picture.isSure))
    }
    if (element.localName === 'svg' || element.localName === 'canvas') found.push(...namelessGraphic(element))
  }
  return found
}

function weakAlternative(element: Element): Found[] {
  const alt = squeeze(element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? '')
  if (alt === '' || !isExposed(element)) return []
  if (element.localName !== 'area' && !isSeen(element)) return []
  const common = { criteria: ['1.1.1'], place: selectorOf(element) }
  if (fileName.test(alt)) {
    // Where files are listed, the file's name is what the picture stands for.
    const entry = closest(element, 'a, li, tr, dl, figure, [role="listitem"], [role="row"]')
    const around = entry?.textContent ?? ''
    const isListed = around.includes(alt) || /\b(?:download|files?|attachments?)\b/i.test(around)
    return [
      {
        ...common,
        rule: 'alt-file-name',
        verdict: isListed ? 'review' : 'violation',
        impact: 'serious',
        confidence: isListed ? 'low' : 'high',
        message: `The text alternative of this ${tagOf(element)} is a file’s name: ${quote(alt)}.`,
        recommendation:
          'Say in the alt text what the picture shows or does, or leave it empty if the picture is decoration.',
      },
    ]
  }
  if (!cameraName.test(alt) && !uninformative.test(alt)) return []
  return [
    {
      ...common,
      rule: 'alt-uninformative',
      verdict: 'review',
      impact: 'moderate',
      confidence: 'high',
      message: `The text alternative ${quote(alt)} says that there is a picture, not what it shows.`,
      recommendation: 'Say what the picture shows or does, or leave the alt text empty if the picture is decoration.',
    },
  ]
}

function hiddenButNamed(image: HTMLImageElement): Found[] {
  const alt = squeeze(image.getAttribute('alt') ?? '')
  const how = image.getAttribute('aria-hidden') === 'true' ? 'aria-hidden="true"' : hidingRole(image)
  if (!how || alt === '' || !isSeen(image)) return []
  const { width, height } = image.getBoundingClientRect()
  if (width < 24 || height < 24 || isWithinNamed(image)) return []
  return [
    {
      rule: 'image-hidden-with-alt',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['1.1.1'],
      place: selectorOf(image),
      confidence: 'medium',
      message: `This image has the text alternative ${quote(alt)}, but ${how} hides it from screen readers.`,
      recommendation: `If the picture says something, remove ${how}; if it is decoration, empty its alt text.`,
    },
  ]
}

const hidingRole = (image: Element) => {
  const role = image.getAttribute('role')
  return role === 'none' || role === 'presentation' ? `role="${role}"` : null
}

/** Inside a link or button whose name comes from elsewhere, a picture adds nothing. */
function isWithinNamed(element: Element): boolean {
  const control = closest(element, 'a[href], button, [role="button"], [role="link"], summary, label')
  if (!control || control === element) return false
  return nameOf(control) !== ''
}

function largeAndEmpty(image: HTMLImageElement): Found[] {
  if (image.getAttribute('alt') !== '' || image.hasAttribute('aria-hidden')) return []
  if (image.hasAttribute('role') || image.hasAttribute('aria-label') || image.hasAttribute('title')) return []
  const { width, height } = image.getBoundingClientRect()
  if (width < 240 || height < 160 || !image.complete || image.naturalWidth === 0) return []
  if (!isSeen(image) || closest(image, 'a, button, header, [role="banner"]')) return []
  const figure = image.closest('figure')
  const isAlone = figure !== null && !figure.querySelector('figcaption') && spokenText(figure, 20) === ''
  if (!isAlone || !closest(image, 'main, article, [role="main"]')) return []
  return [
    {
      rule: 'large-image-without-alternative',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['1.1.1'],
      place: selectorOf(image),
      confidence: 'low',
      message: `This figure holds nothing but an image of ${Math.round(width)} × ${Math.round(height)} px that is marked as decoration (alt="").`,
      recommendation: 'If the picture tells the reader something, describe it in its alt text or in a caption.',
    },
  ]
}

function namelessGraphic(element: Element): Found[] {
  if (element.matches('svg svg, [role], [aria-label], [aria-labelledby], [title]')) return []
  if (element.localName === 'svg' && element.querySelector(':scope > title')) return []
  const { width, height } = element.getBoundingClientRect()
  if (width < 48 || height < 48 || !isExposed(element) || !isSeen(element) || isWithinNamed(element)) return []
  if (closest(element, 'figure')?.querySelector('figcaption')) return []
  const what = element.localName === 'svg' ? drawing(element) : painting(element)
  if (!what) return []
  return [
    {
      rule: 'graphic-without-alternative',
      verdict: 'review',
      impact: 'moderate',
      criteria: ['1.1.1'],
      place: selectorOf(element),
      confidence: 'low',
      message: `This ${tagOf(element)} of ${Math.round(width)} × ${Math.round(height)} px (${what}) has no text alternative and is not marked as decoration.`,
      recommendation:
        'If it tells the reader something, give it role="img" and an aria-label; if it is decoration, aria-hidden="true".',
    },
  ]
}

function drawing(svg: Element): string | null {
  // Text in an SVG is read; what is drawn beside it is then mostly explained by it.
  if (svg.querySelector('text')) return null
  const shapes = svg.querySelectorAll('path, circle, rect, polygon, polyline, line, ellipse, image, use').length
  return shapes >= 5 ? `${shapes} shapes` : null
}

function painting(canvas: Element): string | null {
  if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0 || canvas.height === 0) return null
  if (squeeze(canvas.textContent ?? '') !== '') return null
  try {
    return colorsOf(canvas, 32).some(([, share]) => share > 0) ? 'a painting' : null
  } catch {
    return 'a painting with pictures of another site'
  }
}

/** The colours of a picture, 16 steps a channel, with their shares of it, the commonest first; what is transparent is left out. */
function colorsOf(picture: CanvasImageSource, size: number): [string, number][] {
  const canvas = new OffscreenCanvas(size, size)
  const context = canvas.getContext('2d')
  if (!context) return []
  context.imageSmoothingEnabled = false
  context.drawImage(picture, 0, 0, size, size)
  const { data } = context.getImageData(0, 0, size, size)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 16) continue
    const color = `${(data[at] ?? 0) >> 4},${(data[at + 1] ?? 0) >> 4},${(data[at + 2] ?? 0) >> 4}`
    counts.set(color, (counts.get(color) ?? 0) + 1)
  }
  return [...counts]
    .map(([color, count]): [string, number] => [color, count / (size * size)])
    .sort((a, b) => b[1] - a[1])
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
    return { why: `its drawing says ${quote(drawn)}`, isSure: isSame && wordsOf(drawn).length > 1, isSampled: false }
  }
  const { width, height } = element.getBoundingClientRect()
  if (!/\.(?:png|jpe?g|gif|webp|bmp)(?:[?#]|$)/i.test(source) && !/^data:image\//i.test(source)) return none
  const isWide = width >= 40 && width > 1.8 * height
  if (element instanceof HTMLInputElement && isWide && wordsOf(alt).length > 0) {
    const isSure = maySample && (await isFlat(element.src))
    return { why: `it is a button as wide as words, called ${quote(alt)}`, isSure, isSampled: maySample }
  }
  const isCalledText = textInFileName.test(source)
  const isSentence = wordsOf(alt).length >= 8 && width >= 100
  const isPrint = isSentence && maySample && element instanceof HTMLImageElement && (await isFlat(element.src))
  const file = `its file is called ${quote(source.slice(source.lastIndexOf('/') + 1))}`
  const flat = `two colours make up most of it and its alternative is a sentence, ${quote(alt)}`
  if (isCalledText) return { why: isPrint ? `${file}, ${flat}` : file, isSure: isPrint, isSampled: isSentence }
  return { why: isPrint ? flat : null, isSure: false, isSampled: isSentence }
}

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

function textPicture(element: Element, why: string, isSure: boolean): Found {
  return {
    rule: 'image-of-text',
    verdict: isSure ? 'violation' : 'review',
    impact: 'moderate',
    criteria: ['1.4.5', '1.4.9'],
    place: selectorOf(element),
    confidence: isSure ? 'high' : 'low',
    message: `This image ${isSure ? 'is' : 'seems to be'} a picture of text: ${why}.`,
    recommendation: 'Use real text with CSS, so that readers can enlarge it, recolour it and have it translated.',
  }
}
