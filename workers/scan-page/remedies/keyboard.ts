/** Remedies for what the keyboard and other ways of input must reach. */
import { type RemedyRow, written } from '#workers/scan-page/remedies/remedy'

export const keyboard: readonly RemedyRow[] = [
  [
    'tabindex',
    (words) =>
      `Replace ${written(words, 'tabindex')} by tabindex="0", and order the source as its controls are to be reached.`,
  ],
  [
    'focus-order-semantics focus-order element_tabbable_role_valid',
    'Use a <button> or a link for what can be used, or remove tabindex from what cannot.',
  ],
  [
    'scrollable-region-focusable scrollable-region',
    'Add tabindex="0", a role and a name to the part that scrolls, so that the keyboard can scroll it.',
  ],
  [
    'frame-focusable-content iframe_interactive_tabbable',
    (words) => `Remove ${written(words, 'tabindex')} from the frame, so that the keyboard reaches what is in it.`,
  ],
  [
    'aria_child_tabbable widget_tabbable_exists',
    'Add tabindex="0" to one part of the component, so that Tab leads into it.',
  ],
  [
    'widget_tabbable_single',
    'Add tabindex="0" to one part of the component and tabindex="-1" to the others, and move between them by the arrow keys.',
  ],
  [
    'aria_keyboard_handler_exists',
    'Let the keyboard do what the pointer does: handle Enter, Space and the arrow keys as the role asks.',
  ],
  [
    'script_onclick_avoid script_onclick_misuse',
    'Use a link with an href for what leads elsewhere, and a <button> for what acts.',
  ],
  ['script_focus_blur_review', 'Leave the focus where people have put it: remove the call of blur().'],
  ['draggable_alternative_exists', 'Offer buttons that do what dragging does, e.g. move the item up and down.'],
]
