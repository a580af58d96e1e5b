/** Long descriptions of pictures that say no more than the pictures’ names, or nothing of what they show. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  isExposed,
  namedBy,
  nameOf,
  pick,
  quote,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

const ofFigures = /chart|graph(?!ic)|diagram|plot|statisti|histogram|diagramm|graphique|gráfico|grafico|grafiek|wykres/i

export const descriptionRedundant: StaticCheck = {
  rule: 'description-redundant',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Let the description say what the picture says: the figures of a chart, the steps of a diagram.',
  find: (elements) =>
    pick(elements, 'img, svg, canvas, object, [role="img"]').flatMap((element): Hit[] => {
      if (!isExposed(element)) return []
      const leads = element.getAttribute('longdesc')
      if (leads !== null && isPictureOrNowhere(leads))
        return [
          {
            element,
            tier: 'practice',
            confidence: 'high',
            message: `The long description of this picture is ${/^#?$/.test(squeeze(leads)) ? 'nowhere' : `a picture itself: ${quote(leads)}`}.`,
          },
        ]
      const text = squeeze(namedBy(element, 'aria-describedby', 'aria-details').map(described).join(' '))
      const name = nameOf(element)
      if (text === '' || name === '') return []
      const own = new Set(wordsOf(name))
      const more = wordsOf(text).filter((word) => !own.has(word))
      if (more.length < 2 || isCount.test(text))
        return [
          {
            element,
            tier: 'practice',
            confidence: 'high',
            message: `The description of this picture ${isCount.test(text) ? 'says which one it is, and not what it shows' : 'is its name once more'}: ${quote(text)}.`,
          },
        ]
      // A chart without a figure, a number or a comparison is not described.
      const isChart = ofFigures.test(`${element.getAttribute('src') ?? ''} ${name}`)
      if (
        !isChart ||
        /\d|\b(?:more|less|higher|lower|ris(?:es?|ing)|fall|grow|most|least|double|half|than)/i.test(text)
      )
        return []
      return [
        {
          element,
          tier: isSource.test(text) ? 'practice' : 'warning',
          confidence: isSource.test(text) ? 'high' : 'low',
          message: `The description of this chart names no figure: ${quote(text, 80)}.`,
        },
      ]
    }),
}

/** “Figure 3” */
const isCount =
  /^(?:fig(?:ure|ura|uur|\.)?|abb(?:ildung|\.)?|bild|image|imagen|immagine|imagem|afbeelding|obraz|rys(?:unek|\.)?|chart|graph|graphique|gráfico|grafico|grafiek|wykres|diagramm?|tab(?:le|elle|\.)?|plate|picture|photo|foto)\s*(?:no\.?|nr\.?)?\s*[\dIVX]+[.:]?$/i

const isPictureOrNowhere = (address: string): boolean =>
  /^#?$/.test(squeeze(address)) ||
  /\.(?:apng|avif|bmp|gif|jpe?g|png|svg|webp)$/i.test(URL.parse(address, document.baseURI)?.pathname ?? '')

/** Where the figures are from, and nothing else. */
const isSource =
  /^(?:sources?|data(?: from)?|quellen?|datenquelle|fuentes?|fontes?|fonti?|bron(?:nen)?|źródł[oa]|kilder?|källor?|lähde|zdroj|forrás|sursa|kaynak|источник|джерело)\s*:[^:]*$/i

const described = (element: Element): string => spokenText(element, 600) || squeeze(element.textContent ?? '')
