/** Places to drop files on, where no field takes them otherwise. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const asksForFiles =
  /(?<!\p{L})(?:(?:drop|drag)(?:\s\p{L}+){0,5}\s(?:here|files?|photos?|images?|pictures?|documents?|pdfs?)|(?:dateien?|fotos?|bilder|dokumente?)(?:\s\p{L}+){0,4}\s(?:ablegen|ziehen|fallen lassen)|(?:glissez|déposez)(?:[\s-]\p{L}+){0,6}\s(?:ici|fichiers?|photos?)|(?:arrastr[ae]|suelt[ae])(?:\s\p{L}+){0,6}\s(?:aquí|archivos?|fotos?)|trascina(?:\s\p{L}+){0,5}\s(?:qui|file|foto)|sleep(?:\s\p{L}+){0,5}\s(?:hier\p{L}*|bestanden)|(?:upuść|przeciągnij)(?:\s\p{L}+){0,4}\s(?:tutaj|pliki?))(?!\p{L})/iu
const named = '[class*="drop" i], [id*="drop" i], [ondrop], [class*="upload" i], [id*="upload" i]'
const files = 'input[type="file"]'
const longestText = 160
const choosers =
  /(?<!\p{L})(?:choose|browse|select|upload|add|wähl|durchsuch|hochlad|parcour|choisi|ajout|elegir|selec|scegli|sfoglia|kies|blader|wybierz|dodaj)/iu

export const dropAlone: StaticCheck = {
  rule: 'drop-alone',
  criteria: ['2.1.1', '2.5.7'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Put an <input type="file"> with a label into it, which keys and single presses open as well.',
  find: (elements) => {
    if (pick(elements, files).length > 0 || elements.some(({ localName }) => /upload|drop/.test(localName))) return []
    const dashed = pick(elements, 'div, section, p').filter(
      (place) =>
        (place.textContent ?? '').length <= longestText * 2 && getComputedStyle(place).borderTopStyle === 'dashed',
    )
    const places = [...new Set([...pick(elements, named), ...dashed])].filter((place) => {
      const text = spokenText(place, longestText + 1)
      return text.length <= longestText && asksForFiles.test(text) && isExposed(place) && isSeen(place)
    })
    return places
      .filter((place) => !places.some((other) => other !== place && place.contains(other)))
      .filter((place) => !place.matches('button, a[href], label, [role="button"]'))
      .map((place) => {
        // Some other control may open the browser's own choice of files, through a field that is made for it.
        const around = place.closest('form, section, main') ?? place
        const hasChooser = [...around.querySelectorAll('button, label, a[href], [role="button"]')].some((each) =>
          choosers.test(spokenText(each, longestText)),
        )
        return {
          element: place,
          tier: hasChooser ? ('warning' as const) : ('practice' as const),
          confidence: hasChooser ? ('low' as const) : ('high' as const),
          message: `${quote(spokenText(place, longestText))} takes files that are dragged onto it, and the page has no field that takes them otherwise: keys and single presses bring none in.`,
        }
      })
  },
}
