/** Parts of a composite widget that Tab passes over, and knobs that it reaches, for which no script hears the arrow keys. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  ancestorsOf,
  isExposed,
  isSeen,
  isStop,
  namedBy,
  nameOf,
  pick,
  quote,
  writtenRole,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const partsWithoutArrows: CheckMeta = {
  rule: 'parts-without-arrows',
  criteria: ['2.1.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Move the focus by the arrow keys, on keydown, or leave every part in the order of Tab.',
}

const parts: Readonly<Record<string, string>> = {
  tablist: '[role="tab"]',
  radiogroup: '[role="radio"]',
  toolbar: 'button, [role="button"], a[href]',
  menubar: '[role="menuitem"]',
  menu: '[role="menuitem"], [role="menuitemcheckbox"], [role="menuitemradio"]',
  tree: '[role="treeitem"]',
  listbox: '[role="option"]',
  grid: '[role="gridcell"], [role="grid"] td',
  treegrid: '[role="row"], [role="gridcell"]',
}
/** What is chosen in a widget, or done with. */
export const partsOf = (widget: Element): Element[] => [
  ...widget.querySelectorAll(parts[writtenRole(widget)] ?? 'none'),
]
const widgets = Object.keys(parts)
  .map((role) => `[role="${role}"]`)
  .join(', ')
/** What a value is set with, and may be set. */
export const valued =
  ':is([role="slider"], [role="spinbutton"], [role="scrollbar"], [role="separator"][aria-valuenow]):not(input, [contenteditable], [aria-disabled="true"], [aria-readonly="true"])'
const keys = ['keydown', 'keyup', 'keypress']

/** Whether a script hears keys that are pressed on it, or may do so in the shadow of an element of the page's own. */
export function mayHearKeys(
  widget: Element,
  heard: ReadonlyMap<Element, EventsHeard>,
  atTop: readonly string[],
): boolean {
  const isKeyed = (element: Element) => heard.get(element)?.types.some((type) => keys.includes(type)) === true
  return (
    keys.some((type) => atTop.includes(type)) ||
    [widget, ...ancestorsOf(widget), ...widget.querySelectorAll('*')].some(
      (each) => isKeyed(each) || each.shadowRoot || each.localName.includes('-'),
    )
  )
}

/** @param atTop the types that are listened for at the window, the document or the body. */
export function unreachedParts(
  elements: readonly Element[],
  heard: ReadonlyMap<Element, EventsHeard>,
  atTop: readonly string[],
): Found[] {
  const isDeaf = (widget: Element) => !mayHearKeys(widget, heard, atTop)
  if (keys.some((type) => atTop.includes(type))) return []
  const knobs = pick(elements, valued).filter(
    (knob) => isStop(knob) && isSeen(knob) && isExposed(knob) && !knob.querySelector('input') && isDeaf(knob),
  )
  const moved = knobs.map((knob) =>
    foundOf(partsWithoutArrows, {
      element: knob,
      confidence: 'high',
      message: `This ${writtenRole(knob)}, ${quote(nameOf(knob) || 'without a name')}, takes the focus, and no script hears a key that would change its value.`,
      remedy: 'Change the value by the arrow keys, on keydown, or make it an <input type="range">.',
    }),
  )
  return [
    ...moved,
    ...pick(elements, 'input[role="combobox"], [role="combobox"] input, input[aria-autocomplete="list"]').flatMap(
      (field) => deafList(field, heard, isDeaf),
    ),
    ...pick(elements, widgets).flatMap((widget) => {
      const all = partsOf(widget).filter((part) => isSeen(part) && isExposed(part))
      // One that is out of use, or of which something inside takes the focus, is not meant.
      const passed = all.filter(
        (part) =>
          part.matches('[tabindex="-1"]:not(:disabled, [aria-disabled="true"])') &&
          ![...part.querySelectorAll('*')].some(isStop),
      )
      const [first] = passed
      if (!first || !all.some(isStop)) return []
      if (!isDeaf(widget)) return []
      return [
        foundOf(partsWithoutArrows, {
          element: first,
          confidence: 'high',
          message: `Tab passes over ${quote(nameOf(first) || 'this part')}${passed.length > 1 ? ` and ${passed.length - 1} more` : ''} of this ${writtenRole(widget)}, and no script hears an arrow key for it.`,
        }),
      ]
    }),
  ]
}

const pressing = ['click', 'mousedown', 'pointerdown', 'mouseup']

/** Suggestions that the mouse takes, and that no key in their field leads to. */
function deafList(
  field: Element,
  heard: ReadonlyMap<Element, EventsHeard>,
  isDeaf: (widget: Element) => boolean,
): Found[] {
  const list = namedBy(field, 'aria-controls', 'aria-owns').find((each) => writtenRole(each) === 'listbox')
  const options = [...(list?.querySelectorAll('[role="option"]') ?? [])]
  if (!list || options.length === 0 || !isSeen(field) || !isExposed(field)) return []
  const isPressed = [list, ...options].some((each) => heard.get(each)?.types.some((type) => pressing.includes(type)))
  const isReached = options.some(
    (each) => each.matches('[tabindex="0"]') || each.querySelector('a[href], button, input'),
  )
  if (!isPressed || isReached || !isDeaf(field) || !isDeaf(list)) return []
  return [
    foundOf(partsWithoutArrows, {
      element: field,
      tier: 'practice',
      confidence: 'high',
      message: `What ${quote(nameOf(field) || 'this field')} suggests is taken by the mouse, and no script hears an arrow key that would lead there.`,
      remedy: 'Move through the suggestions by the arrow keys, on keydown in the field, and take one by Enter.',
    }),
  ]
}
