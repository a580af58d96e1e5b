/** Buttons near something that do step by step what is done to it with the pointer held down. */
import { ancestorsOf, isFocusable, isSeen, nameOf } from '#workers/scan-page/checks/in-page/dom'

const moving =
  /(?<!\p{L})(?:move|pan|scroll|left|right|up|down|north|south|east|west|rotate|turn|back|forward|earlier|later|previous|next|more|less|increase|decrease|nach|links|rechts|hoch|runter|oben|unten|norden|süden|osten|westen|noorden|zuiden|oosten|nord|sud|ouest|norte|oeste|ovest|verschieben|drehen|vorige\p{L}*|nächste\p{L}*|zurück|weiter|mehr|weniger|déplacer|gauche|droite|haut|bas|tourner|précédente?|suivante?|plus|moins|mover|izquierda|derecha|arriba|abajo|girar|anterior|siguiente|más|menos|sposta|sinistra|destra|su|giù|ruota|precedente|successiv\p{L}+|più|meno|mais|esquerda|direita|cima|baixo|próxim\p{L}+|verplaats\p{L}*|omhoog|omlaag|vorige|volgende|meer|minder|draai\p{L}*|w lewo|w prawo|w górę|w dół|poprzedni\p{L}*|następn\p{L}+|vänster|höger|upp|ned|nästa|föregående)(?!\p{L})|^[+−–‹›«»←→↑↓<>-]$|[上下左右前次]/iu
const button = 'button, [role="button"], input[type="button"], a[href^="#"]'
const levelsTaken = 3
/** One alone moves nothing there and back. */
const fewest = 2

export const hasMovingButtons = (element: Element): boolean =>
  [
    ...ancestorsOf(element)
      .slice(0, levelsTaken)
      .filter((around) => !around.matches('html, body, main')),
    // In the content itself, the row right before or behind it.
    ...[element.previousElementSibling, element.nextElementSibling].filter((each) => each !== null),
  ].some(
    (around) =>
      [...around.querySelectorAll(button)].filter(
        (each) =>
          !element.contains(each) &&
          !isAlike(each, element) &&
          moving.test(nameOf(each)) &&
          isFocusable(each) &&
          isSeen(each),
      ).length >= fewest,
  )

/** Itself, or what the other things of its list are dragged by. */
export const isAlike = (one: Element, other: Element): boolean =>
  one === other || (one.localName === other.localName && one.className !== '' && one.className === other.className)
