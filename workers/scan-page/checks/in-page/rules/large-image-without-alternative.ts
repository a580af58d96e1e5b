/** Large images that are marked as decoration, alone in their figure or just spoken of in the text. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { closest, headings, isSeen, parentOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const largeImageWithoutAlternative: StaticCheck = {
  rule: 'large-image-without-alternative',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'If the picture tells the reader something, describe it in its alt text or in a caption.',
  find: (elements) =>
    pick(elements, 'img[alt=""]:not([aria-hidden], [role], [aria-label], [title])').flatMap((image): Hit[] => {
      const { width, height } = image.getBoundingClientRect()
      if (width < 240 || height < 160 || !(image instanceof HTMLImageElement)) return []
      if (!image.complete || image.naturalWidth === 0) return []
      if (!isSeen(image) || closest(image, 'a, button, header, [role="banner"]')) return []
      const words = wordsOfIt(image)
      if (words !== '')
        return [
          {
            element: image,
            tier: isDescribedAfter(image) ? 'warning' : 'practice',
            confidence: 'medium',
            message: `The text says what is to be seen here (${quote(words)}), and the image is marked as decoration (alt="").`,
          },
        ]
      const figure = image.closest('figure')
      const isAlone = figure !== null && !figure.querySelector('figcaption') && spokenText(figure, 20) === ''
      if (!isAlone || !closest(image, 'main, article, [role="main"]')) return []
      return [
        {
          element: image,
          confidence: 'low',
          message: `This figure holds nothing but an image of ${Math.round(width)} × ${Math.round(height)} px that is marked as decoration (alt="").`,
        },
      ]
    }),
}

const longest = 200
/** What is looked at for what it tells. */
const drawn =
  /(?<!\p{L})(?:maps?|floor plan|site plan|diagrams?|charts?|graphs?|sketch|plans?|planos?|mapas?|diagramas?|gráficos?|croquis|karte|lageplan|plan|skizze|diagramm|schaubild|grafik|carte|schéma|graphique|mappa|piantina|cartina|schema|grafico|kaart|plattegrond|schets|grafiek|mapa|mapka|wykres|schemat|kort|kortet|karta|kartan|skitse|skiss|diagrammet)(?!\p{L})/iu
const shows =
  /(?<!\p{L})(?:shows?|below|muestran?|indican?|zeigt|zeigen|unten|montrent?|indiquent?|ci-dessous|mostra|mostrano|toont|tonen|hieronder|pokazuje|poniżej|poniższ\p{L}+|viser|visar|nedenfor|nedan)(?!\p{L})/iu

/** The sentence right before it that speaks of what it shows, where it stands alone in its block; none that says it itself. */
function wordsOfIt(image: Element): string {
  const parent = parentOf(image)
  const isBesideText = [image.previousSibling, image.nextSibling].some(
    (each) => each?.nodeType === Node.TEXT_NODE && (each.nodeValue ?? '').trim() !== '',
  )
  if (!parent || isBesideText || closest(image, 'figure')?.querySelector('figcaption')) return ''
  const before = parent.children.length === 1 ? parent.previousElementSibling : image.previousElementSibling
  const words = before?.matches('p, div, h2, h3, h4') ? spokenText(before, longest + 1) : ''
  return words.length <= longest && drawn.test(words) && shows.test(words) ? words : ''
}

/** What follows may say the same in words. */
function isDescribedAfter(image: Element): boolean {
  const block = parentOf(image)?.children.length === 1 ? parentOf(image) : image
  const next = block?.nextElementSibling
  return (
    next?.matches('p, ol, ul, dl, details, table') || (next?.matches('div') && !next.querySelector(headings)) || false
  )
}
