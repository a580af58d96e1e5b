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
      if (isOfFile(text, own))
        return [
          {
            element,
            tier: 'practice',
            confidence: 'high',
            message: `The description of this picture tells of its file and its making, not of what it shows: ${quote(text, 80)}.`,
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

const calledFile =
  /(?<!\p{L})(?:picture|image|file|photo(?:graph)?|graphic|illustration|screenshot|export|bild|bilddatei|datei|grafik|foto|fichier|imagen?|fotografía|archivo|immagine|imagem|ficheiro|arquivo|afbeelding|bestand|obraz|plik|kuva|tiedosto|billede|fil)(?!\p{L})/iu
/** Its size, its format, who made it, with what and when, and where it is kept. */
const ofFile: readonly RegExp[] = [
  /\d+ ?(?:×|x|by|mal|sur|por|per|op|na|gange|gånger) ?\d+|\d+ ?(?:px|pixels?|kb|mb|dpi|kilobytes?|megabytes?|units|punkte|píxeles|pikseli|bildpunkte)(?!\p{L})/iu,
  /(?<!\p{L})(?:png|jpe?g|gif|svg|webp|bitmap|vector|rgb|cmyk)(?!\p{L})/iu,
  /(?<!\p{L})(?:made|created|drawn|taken|uploaded|exported|saved|scanned|edited|produced|prepared|generated|designed) (?:by|with|in|on|for|from|using)(?!\p{L})|(?:erstellt|gemacht|hochgeladen|gespeichert|exportiert) (?:von|vom|mit|am|in|im)|(?:von|vom|mit|am|in|im) [^.,;]{2,40} (?:erstellt|gemacht|hochgeladen|gespeichert|exportiert)|(?:créée?|réalisée?|téléversée?|enregistrée?) (?:par|avec|en|le|dans)|(?:creada?|hech[oa]|subid[oa]|guardad[oa]) (?:por|con|en|el)|(?:creat[oa]|realizzat[oa]|salvat[oa]|caricat[oa]) (?:da|con|in|il|nel)|(?:criad[oa]|feit[oa]|guardad[oa]|carregad[oa]) (?:por|com|em|pel[oa])|(?:gemaakt|opgeslagen|geüpload) (?:door|met|in|op)|(?:lavet|gemt|oprettet|skapad|gjord|sparad) (?:af|av|med|i)/iu,
  /(?<!\p{L})(?:folder|directory|server|media library|drive|intranet|archive of|ordner|verzeichnis|dossier|répertoire|serveur|carpeta|servidor|cartella|pasta|map op|mappe|mapp|katalog|folderze|kansio)(?!\p{L})/iu,
  /(?<!\p{L})(?:copyright|©|licen[cs]e|resolution|colou?r depth|file size|transparent background|auflösung|dateigröße|résolution|resolución|risoluzione|resolução)(?!\p{L})/iu,
  /(?<!\p{L})(?:square|rectangular|rectangle|landscape format|portrait format|quadratisch|querformat|hochformat|carrée?|format paysage|cuadrad[oa]|quadrat[oa]|quadrad[oa]|vierkant)(?!\p{L})/iu,
]

/** It calls the picture a file or picture, says two things of that, and but few words of what its name promises. */
function isOfFile(text: string, own: ReadonlySet<string>): boolean {
  if (!calledFile.test(text) || text.length > longestOfFile) return false
  const shared = wordsOf(text).filter((word) => word.length > 3 && own.has(word) && !calledFile.test(word))
  return ofFile.filter((pattern) => pattern.test(text)).length >= 2 && shared.length <= 1 && !telling.test(text)
}

const longestOfFile = 300
/** Shares, comparisons and verbs of showing say what is to be seen. */
const telling =
  /\d ?(?:%|per ?cent|prozent|pour cent|por ciento|per cento|procent)|(?<!\p{L})(?:shows?|showing|depicts?|rises?|rose|falls?|fell|grew|more than|less than|zeigt|steigt|sinkt|montre|muestra|mostra|toont|pokazuje|visar|viser)(?!\p{L})/iu

/** Where the figures are from, and nothing else. */
const isSource =
  /^(?:sources?|data(?: from)?|quellen?|datenquelle|fuentes?|fontes?|fonti?|bron(?:nen)?|źródł[oa]|kilder?|källor?|lähde|zdroj|forrás|sursa|kaynak|источник|джерело)\s*:[^:]*$/i

const described = (element: Element): string => spokenText(element, 600) || squeeze(element.textContent ?? '')
