/** Names of controls in the language that their library came with, on a page of another. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, nameOf, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'

/** Words of controls that are English, and are not used so in the other languages of Europe. */
const english =
  'previous next search close toggle skip loading submit expand collapse dismiss remove delete share settings required show hide more read learn back click select choose sign subscribe cart basket forgot accept decline buy now view all results your enter first last left right thumbnails opens window unmute mute captions stars quantity breadcrumb'
/** Words that say nothing by themselves, or that others write alike. */
const shared =
  'a an the to of in on at for with from up down and or is this slide slides item items menu main open page pages navigation pause play stop start content top image images video audio new tab full screen email e-mail mail link add in out by dialog modal banner carousel slider pagination post posts product products table sort filter clear reset save cancel edit print copy send help contact account profile user login language current date month day year time calendar notification notifications message messages button form field download upload password cookies home slideshow gallery fullscreen volume rating wishlist checkout scroll step log go jump here'
const clear = new Set(english.split(' '))
const known = new Set([...clear, ...shared.split(' ')])
/** Of other languages, words that libraries and templates have for controls, and that no other of these languages has. */
const others: readonly { language: string; name: string; clear: ReadonlySet<string>; known: ReadonlySet<string> }[] = [
  [
    'de',
    'German',
    'schließen zurück weiter suche suchen öffnen nächste nächster nächstes vorherige vorheriger vorheriges einblenden ausblenden anzeigen abspielen übersicht überspringen hauptmenü warenkorb zurücksetzen fenster vergrößern seite bild',
    'zur zum der die das den und von menü navigation inhalt dialog video',
  ],
  [
    'fr',
    'French',
    'fermer suivant suivante précédent précédente rechercher recherche ouvrir afficher masquer lire agrandir retour fenêtre panier diapositive',
    'le la les l’ du de des et au aux à menu page image navigation vidéo contenu',
  ],
  [
    'es',
    'Spanish',
    'cerrar siguiente búsqueda ventana volver reproducir diapositiva',
    'el la los las de del y al a menú página imagen anterior abrir buscar mostrar ocultar',
  ],
  [
    'it',
    'Italian',
    'chiudi successivo successiva precedente cerca apri mostra nascondi finestra carrello riproduci indietro',
    'il la lo i le di del e al alla menu pagina immagine',
  ],
  [
    'nl',
    'Dutch',
    'sluiten volgende vorige zoeken tonen verbergen venster winkelwagen afspelen terug',
    'de het een van naar en menu pagina afbeelding',
  ],
].map(([language = '', name = '', own = '', more = '']) => ({
  language,
  name,
  clear: new Set(own.split(' ')),
  known: new Set([...own.split(' '), ...more.split(' ')]),
}))
const controls =
  'button, [role="button"], a[href], input, select, textarea, summary, nav, [role="navigation"], [role="tab"], [role="tablist"], [role="dialog"], dialog, [role="region"], section, [role="group"], [role="slider"], [role="search"], form, ul, ol, [role="progressbar"], svg[role="img"]'

export const nameInOtherLanguage: StaticCheck = {
  rule: 'name-in-other-language',
  criteria: ['3.1.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give it a name in the language of the page: libraries take their words from settings.',
  find(elements) {
    const told = new Set<string>()
    return pick(elements, controls).flatMap((element) => {
      const name = writtenName(element)
      if (name === '' || told.has(name)) return []
      const language = (closest(element, '[lang]')?.getAttribute('lang') ?? '').trim()
      if (language === '' || /^(?:mul|und|zxx|x|i)(?:-|$)/i.test(language)) return []
      const spoken = languageOf(name)
      if (!spoken || new RegExp(`^${spoken.language}(?:-|$)`, 'i').test(language)) return []
      if (closest(element, '[translate="no"], .notranslate, code, pre') || !isExposed(element)) return []
      told.add(name)
      return [
        {
          element,
          confidence: 'high' as const,
          message: `This is called ${quote(name)} in ${spoken.name}, and is read as ${language}.`,
        },
      ]
    })
  },
}

/** What an author or a library wrote for those who do not see it; of what is pressed, its words too. */
function writtenName(element: Element): string {
  const label = squeeze(element.getAttribute('aria-label') ?? '')
  if (label !== '') return label
  if (element.matches('button, [role="button"], input[type="submit"], input[type="button"]')) return nameOf(element)
  return squeeze(element.getAttribute('title') ?? element.getAttribute('placeholder') ?? '')
}

const languageOf = (name: string): { language: string; name: string } | undefined =>
  [{ language: 'en', name: 'English', clear, known }, ...others].find((each) => isOf(name, each.clear, each.known))

function isOf(name: string, own: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  const words = (name.toLowerCase().match(/[\p{L}\p{M}-]+/gu) ?? []).slice(0, longestName + 1)
  return (
    words.length > 0 &&
    words.length <= longestName &&
    words.every((word) => all.has(word)) &&
    words.some((word) => own.has(word))
  )
}

const longestName = 8
