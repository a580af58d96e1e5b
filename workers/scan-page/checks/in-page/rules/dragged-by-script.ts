/** What is moved with the mouse or a finger held down, and places that files are dropped on, with no other way in sight. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  closest,
  isExposed,
  isSeen,
  isStop,
  pick,
  quote,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import { heldBy } from '#workers/scan-page/checks/in-page/held-by'
import { hasMovingButtons, isAlike } from '#workers/scan-page/checks/in-page/moving-buttons'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const down =
  /\b([\w$]+)\.(?:addEventListener\(\s*['"`](?:mousedown|pointerdown|touchstart)['"`]|on(?:mousedown|pointerdown|touchstart)\s*=)/g
const move = /['"`](?:mousemove|pointermove|touchmove)['"`]|\.on(?:mousemove|pointermove|touchmove)\s*=/
const follows = /client[XY]|page[XY]|offset[XY]|movement[XY]|touches/
const byKey = /['"`](?:keydown|keyup)['"`]|\.onkey(?:down|up)\s*=|ArrowRight|ArrowLeft/
const strokes = /\.(?:lineTo|stroke|quadraticCurveTo|fillRect|arc)\(/
const scrolling = /\.scroll(?:Left|Top|By|To)\b/
const dropped = /['"`]drop['"`]|\.ondrop\s*=/

export const draggedByScript: StaticCheck = {
  rule: 'dragged-by-script',
  criteria: ['2.5.7', '2.5.1', '2.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Offer what dragging does by a click and by keys too: buttons, a field, or <input type="range">.',
  find: (elements) =>
    readPrograms(elements).flatMap(({ text }) => [...dragging(text, elements), ...dropping(text, elements)]),
}

function dragging(program: string, elements: readonly Element[]): Hit[] {
  if (!move.test(program) || !follows.test(program)) return []
  const hasKeys = byKey.test(program)
  return (
    [...program.matchAll(down)]
      // What is pressed may be taken up by that, and put down by another press.
      .filter(([, name = '']) => !isPressedToo(program, name))
      .map(([, name = '']) => heldBy(program, name, elements))
      .filter((element) => element !== null)
      .filter((element, at, all) => all.indexOf(element) === at)
      .flatMap((element): Hit[] => {
        // What is drawn or written by hand hangs on the way of the hand.
        if (element.localName === 'canvas' && strokes.test(program)) return []
        // What is scrolled that way is scrolled by keys and the wheel as well.
        if (scrolling.test(program) && isScroller(element)) return []
        if (!isSeen(element) || element.matches('body, html, input, textarea, select, video, audio, img[draggable]'))
          return []
        // A field beside it, or buttons in it, do the same.
        const around = element.parentElement?.closest('form, section, figure, fieldset, article, div') ?? element
        if (around !== document.body && around.querySelector('input[type="range"], input[type="number"], select'))
          return []
        if (
          element.querySelector('button') ||
          [...(element.parentElement?.children ?? [])].some((each) => each !== element && each.matches('button'))
        )
          return []
        if (hasMovingButtons(element)) return []
        // Where keys move it, a click on the track mostly does as well.
        if (hasKeys && (closest(element, stepped) || element.querySelector(stepped))) return []
        const isSure = hasNothingElse(elements) || (isGrabbed(element) && hasNothingAround(element))
        // Whoever thought of keys may have thought of buttons, in whatever language.
        if (hasKeys && !isSure) return []
        const said = element.textContent?.trim() ? ` ${quote(spokenText(element, 60))}` : ''
        return [
          {
            element,
            tier: isSure ? 'practice' : 'warning',
            confidence: 'medium',
            criteria: hasKeys ? ['2.5.7'] : isStop(element) ? ['2.5.7', '2.5.1'] : ['2.5.7', '2.5.1', '2.1.1'],
            message: `${tagOf(element)}${said} is moved or drawn on with the pointer held down, and nothing in sight does the same by a click${hasKeys ? '' : ' or a key'}.`,
          },
        ]
      })
  )
}

const isPressedToo = (program: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${RegExp.escape(name)}\\.(?:addEventListener\\(\\s*['"\`]click|onclick\\s*=)`).test(program)

/** Nothing at all in the content takes a single press. */
const hasNothingElse = (elements: readonly Element[]): boolean =>
  pick(elements, 'main, [role="main"]').length === 1 &&
  !pick(
    elements,
    ':is(main, [role="main"]) :is(button, input, select, textarea, summary, [role], [tabindex], iframe)',
  ).some(isSeen)

const stepped = '[role="slider"], [role="scrollbar"], [role="spinbutton"], [role="separator"]'
const pressed =
  'button, a[href], input, select, textarea, summary, iframe, [role="button"], [role="tab"], [onclick], [class*="zoom" i], [class*="arrow" i]'
const levelsAround = 3

/** Its pointer says that it is to be dragged. */
const isGrabbed = (element: Element) =>
  /grab|move|all-scroll|resize/.test(getComputedStyle(element).cursor) ||
  [...element.children].some((each) => /grab|move|all-scroll/.test(getComputedStyle(each).cursor))

/** In what it stands in, as far as that is not the page’s whole content, nothing takes a single press. */
const hasNothingAround = (element: Element) =>
  [element, ...ancestorsOf(element)]
    .slice(0, levelsAround)
    .every(
      (around) =>
        around.matches('html, body, main, [role="main"]') ||
        [...around.querySelectorAll(pressed)].every((each) => isAlike(each, element)),
    )

function isScroller(element: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(element)
  return /auto|scroll/.test(overflowX + overflowY)
}

/** Files are taken from where they were dropped, and no field takes them otherwise. */
function dropping(program: string, elements: readonly Element[]): Hit[] {
  if (!dropped.test(program) || !/dataTransfer\.(?:files|items)/.test(program)) return []
  if (pick(elements, 'input[type="file"]').length > 0 || /showOpenFilePicker|type\s*=\s*['"]file['"]/.test(program))
    return []
  const zone = [...program.matchAll(/\b([\w$]+)\.(?:addEventListener\(\s*['"`]drop['"`]|ondrop\s*=)/g)]
    .map(([, name = '']) => heldBy(program, name, elements))
    .find((each) => each !== null && isSeen(each) && isExposed(each))
  if (!zone) return []
  return [
    {
      element: zone,
      criteria: ['2.1.1', '2.5.7'],
      tier: 'practice',
      confidence: 'high',
      message: `Files are dropped on ${quote(spokenText(zone, 60))}, and no field or button takes them otherwise.`,
      remedy: 'Put <input type="file"> with a label beside it.',
    },
  ]
}
