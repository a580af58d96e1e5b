/** Instructions that go by a colour alone. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  contentWords,
  isExposed,
  isSeen,
  nameOf,
  ownText,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'
import { entryMeantByColor } from '#workers/scan-page/checks/in-page/entries-by-color'
import { toldByColor } from '#workers/scan-page/checks/in-page/rules/state-by-color-alone'

const color = '(?:red|green|blue|yellow|orange|amber|purple|grey|gray|pink|bold red)'
const byColor = new RegExp(
  `\\b(?:fields?|items?|rows?|entries|dates?|seats?|rooms?|places?|lines?|boxes|lessons?|courses?|routes?|stops?|words?|events?|words?|text|names?|links?|questions?|answers?|cells?|those|options?|products?|days?|steps?|sections?|errors?|changes?|values?)\\b[^.!?]{0,40}?\\b(?:(?:marked|shown|highlighted|displayed|printed|written|indicated|labell?ed|coloured|colored|outlined) )?in ${color}\\b|\\b(?:shown|marked|highlighted|displayed|printed|written|outlined) in ${color} (?:are|is|must|have|need|were|mean|indicate)|\\b${color} (?:fields?|items?|rows?|text|entries|dates|words|labels|cells|names) (?:are|is|must|have|need|mean|indicate)`,
  'i',
)

/** The same in other languages: marked so, or in such a colour, of what is to be filled in, chosen or read. */
const hues =
  'rot\\p{L}{0,2}|grün\\p{L}{0,2}|blau\\p{L}{0,2}|gelb\\p{L}{0,2}|rouges?|verte?s?|bleue?s?|jaunes?|roj[oa]s?|verdes?|azul(?:es)?|amarill[oa]s?|ross[oaie]|verdi|blu|giall[oaie]|rode?|groene?|blauwe?|gele?|czerwon\\p{L}*|zielon\\p{L}*|niebiesk\\p{L}*|żółt\\p{L}*|vermelh[oa]s?|amarel[oa]s?'
const things =
  'felder|feld|einträge|termine|tage|zeilen|angaben|plätze|champs?|lignes?|dates?|jours?|places?|campos?|fechas?|días?|filas?|plazas?|campi|campo|date|giorni|righe|posti|velden|veld|regels|data|dagen|plaatsen|pola|pole|daty|dni|wiersze|miejsca|datas|linhas|dias'
const byColorElsewhere = new RegExp(
  `(?<!\\p{L})(?:(?:${hues}) (?:markiert|gekennzeichnet|hervorgehoben|dargestellt|unterlegt|geschrieben|gedruckt)\\p{L}*|(?:${things})(?!\\p{L})[^.!?]{0,40}?(?<!\\p{L})(?:en|in|in het|na|em|a) (?:color )?(?:${hues})|(?:in )?(?:${hues}) (?:${things}) (?:sind|müssen|bedeuten|sont|doivent|son|deben|sono|devono|zijn|moeten|są))(?!\\p{L})`,
  'iu',
)
/** Two colours that stand for two things: “free rooms are green, taken ones red”, “the blue line shows …”. */
const legend = new RegExp(
  `\\b${color} (?:lines?|bars?|dots?|areas?|squares?|segments?|columns?|slices?|circles?|cells?|rooms?|days?) (?:shows?|stands?|means?|marks?|is|are|for)\\b|\\b(?:is|are|means?|shown|marked|highlighted) (?:in )?${color}\\b[^.!?]{0,60}\\b(?:is|are|means?|shown|marked|in|others?|ones|and (?!in )\\w+) (?:in )?${color}\\b`,
  'i',
)

/** Two colours, each of which is said to be or to mean something, in one sentence: “Green seats are free, red seats are taken.” */
const each = (names: string) =>
  new RegExp(
    `(?<!\\p{L})(?:${names}) (?:\\p{L}+ )?(?:is|are|means?|stands?|shows?|marks?|indicates?|sind|ist|heißt|bedeutet|bedeuten|steht|stehen|zeigt|est|sont|signifie|indique|son|es|significa|indica|è|sono|is|zijn|betekent|oznacza|oznaczają|to|są|betyder|är|é|são)(?!\\p{L})`,
    'giu',
  )
const inEnglish = each('red|green|blue|yellow|orange|amber|purple|grey|gray|pink')
const inOthers = each(`${hues}|röda?|gröna?|blåa?|gula?|røde?|grønne?|blå|gule?`)

const anyHue = new RegExp(
  `(?<!\\p{L})(?:red|green|blue|yellow|orange|amber|purple|gr[ea]y|pink|${hues}|röda?|gröna?|blåa?|gula?|røde?|grønne?|gule?)(?!\\p{L})`,
  'iu',
)

const anyHueElsewhere =
  /(?<!\p{L})(?:punai|vihre|červen|zelen|piros|zöld|roș|kırmızı|yeşil|красн|зел[её]н|червон|κόκκιν|πράσιν|rött|röd[at]?|rød[et]?|grön[at]?|grønt?|gult)\p{L}*|赤|红|紅|빨간|緑|绿|綠|أحمر|אדום/iu

function contrasted(text: string): RegExpExecArray | null {
  if ((text.match(new RegExp(anyHue, 'giu'))?.length ?? 0) < 2) return null
  for (const sentence of text.split(/[.!?]/))
    for (const pattern of [inEnglish, inOthers]) {
      const said = [...sentence.matchAll(pattern)]
      const [first, second] = said
      if (first && second && first[0].slice(0, 3).toLowerCase() !== second[0].slice(0, 3).toLowerCase()) return first
    }
  return null
}

export const meaningByColor: StaticCheck = {
  rule: 'meaning-by-color',
  criteria: ['1.4.1', '1.3.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say it by a word or a sign as well, e.g. “(required)”.',
  find: (elements) => [...inTexts(elements), ...inCaptions(elements), ...besidePictures(elements)],
}

const inTexts = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'p, li, td, dd, label, legend, figcaption, div, span, caption').flatMap((element) => {
    if (ownText(element).length < 12) return []
    const text = spokenText(element, 600)
    if (!anyHue.test(text) && !anyHueElsewhere.test(text)) return []
    const words = (byColor.exec(text) ?? byColorElsewhere.exec(text) ?? legend.exec(text) ?? contrasted(text))?.[0]
    const meant = isExposed(element) && isSeen(element) ? entryMeantByColor(element) : null
    if (!words && meant)
      return [
        {
          element: meant,
          tier: 'practice',
          confidence: 'high',
          message: `${quote(text, 90)} goes by a colour, and nothing else tells ${quote(spokenText(meant, 60))} from its like.`,
        },
      ]
    if (
      !words ||
      /\basterisk|astérisque|asterisco|stern|gwiazdk|sterretje|\*|\bicon\b|\bunderlined\b|\bbold(?! red)/i.test(text) ||
      !isExposed(element) ||
      !isSeen(element)
    )
      return []
    // What must be filled in, and no label that says so by a word; or two colours, and marks or figures that differ by nothing else.
    const isSure =
      meant !== null ||
      (ofRequired.test(text) && !pick(elements, 'label').some((label) => ofRequired.test(label.textContent ?? ''))) ||
      ((text.match(new RegExp(anyHue, 'giu'))?.length ?? 0) > 1 && toldByColor(elements).length > 0)
    return [
      {
        element,
        tier: isSure ? 'practice' : 'warning',
        message: `This goes by a colour alone: ${quote(words, 90)}.`,
      },
    ]
  })

const ofRequired =
  /(?<!\p{L})(?:required|mandatory|must be (?:filled|completed)|pflicht\p{L}*|erforderlich\p{L}*|obligatoires?|obligatori[oae]s?|obrigat[óo]ri[oa]s?|obbligatori[oae]?|verplichte?|wymagane|obligatorisk\p{L}*|påkrævede?)(?!\p{L})|\*/iu

const inSome = `red|green|blue|yellow|orange|purple|${hues}|röda?|gröna?|blåa?|gula?|røde?|grønne?|gule?`
const parts =
  'lines?|routes?|paths?|bars?|areas?|dots?|curves?|arrows?|linien?|strecken?|routen?|balken|flächen?|punkte?|pfeile?|lignes?|tracés?|zones?|barres?|líneas?|rutas?|barras?|zonas?|linee?|percorso|barre|lijn(?:en)?|staven|lini[aeę]|tras[aęą]|słupk\\p{L}*|linhas?|rotas?|linjen?'
const marked =
  '(?:marked|shown|drawn|highlighted|coloured|colored|markiert\\p{L}*|eingezeichnet\\p{L}*|dargestellt\\p{L}*|gekennzeichnet\\p{L}*|marquée?s?|indiquée?s?|tracée?s?|marcad[oa]s?|señalad[oa]s?|segnat[oaie]|indicat[oaie]|gemarkeerd\\p{L}*|aangegeven|assinalad[oa]s?|zaznaczon\\p{L}*|oznaczon\\p{L}*|markera(?:d|t|de)|markeret|merket)'
/** Of a picture: what is marked so, or a part of such a colour. */
const partByColor = new RegExp(
  `(?<!\\p{L})(?:${marked} (?:in|en|na|em|in het|med|i) (?:${inSome})|(?:${inSome}) (?:${parts})|(?:${parts}) (?:${inSome}))(?!\\p{L})`,
  'iu',
)

const inSomeColor = new RegExp(
  `(?<!\\p{L})(?:in|en|em|na|i|med|auf|op) (?:(?:the |den |die |het )?(?:color |colour )?)?(?:${inSome}|amber|gr[ea]y|pink)(?!\\p{L})`,
  'iu',
)
const ofState =
  /(?<!\p{L})(?:are|is|was|were|mean|show|have|had|need|must|sind|ist|waren|war|zeig\p{L}+|bedeut\p{L}+|sont|est|étaient|montrent|son|es|están|eran|sono|è|erano|zijn|was|waren|są|był\p{L}*|são|é|eram|är|var|er)(?!\p{L})/iu
const ofKind =
  /(?<!\p{L})(?:chart|graph|diagram|plan|map|plot|timetable|calendar|heat ?map|diagramm|karte|grafik|schaubild|kalender|graphique|carte|plan|schéma|calendrier|gráfic[oa]|mapa|plano|calendario|grafico|mappa|pianta|diagramma|grafiek|kaart|plattegrond|wykres|mapa|plan|planta|diagrama|karta|kort|kart)(?!\p{L})/iu

/** A text beside a picture that goes by a colour in it, of which its alternative says nothing, nor what the text says of it. */
const besidePictures = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'img[alt], svg[role="img"], [role="img"][aria-label], canvas[aria-label]').flatMap(
    (picture): Hit[] => {
      const name = nameOf(picture)
      if (!ofKind.test(name) || picture.matches('[aria-describedby], [aria-details]') || picture.closest('figure'))
        return []
      if (anyHue.test(name) || !isExposed(picture) || !isSeen(picture)) return []
      const own = new Set(contentWords(name))
      const holder = picture.parentElement?.matches('p') ? picture.parentElement : picture
      const saying = [holder.previousElementSibling, holder.nextElementSibling].find((each) => {
        const text = each?.matches('p, div, small, span') ? spokenText(each, 300) : ''
        return (
          inSomeColor.test(text) &&
          ofState.test(text) &&
          !contentWords(text.replace(ofKindOrHue, ' ')).some((word) => own.has(word) && predicate(text).includes(word))
        )
      })
      if (!saying) return []
      return [
        {
          element: picture,
          criteria: ['1.4.1', '1.1.1'],
          tier: 'practice',
          confidence: 'medium',
          message: `The text beside this picture goes by a colour, ${quote(spokenText(saying, 300), 80)}, and the text alternative ${quote(name)} tells nothing of it.`,
          remedy: 'Say in the text alternative what that colour shows.',
        },
      ]
    },
  )

const ofKindOrHue = new RegExp(`${anyHue.source}|${ofKind.source}`, 'giu')

/** What is said of it, behind the verb. */
const predicate = (text: string): string => text.toLowerCase().slice(text.search(ofState))

/** Captions that point to a colour in a picture whose alternative has no word for it. */
const inCaptions = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'figure').flatMap((figure): Hit[] => {
    const [picture, ...others] = figure.querySelectorAll('img[alt], svg[role="img"], [role="img"][aria-label]')
    const caption = figure.querySelector('figcaption')
    if (!picture || others.length > 0 || !caption || !isExposed(picture) || !isSeen(caption)) return []
    const name = nameOf(picture)
    const words = partByColor.exec(spokenText(caption, 600))?.[0]
    if (!words || name === '' || anyHue.test(name) || picture.hasAttribute('aria-describedby')) return []
    return [
      {
        element: picture,
        tier: 'practice',
        confidence: 'medium',
        message: `The caption goes by a colour, ${quote(words)}, and the text alternative ${quote(name)} tells nothing of it.`,
        remedy: 'Say in the text alternative what that colour shows.',
      },
    ]
  })
