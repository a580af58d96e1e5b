/** Remedies for what is seen: contrast, colour, zoom, spacing, orientation, focus, size. */
import { type ElementWords, type RemedyRow, written } from '#workers/scan-page/remedies/remedy'

export const looks: readonly RemedyRow[] = [
  ['color-contrast text_contrast_sufficient', (words) => contrasted(words, 'at least 4.5:1, or 3:1 where it is large')],
  ['color-contrast-enhanced', (words) => contrasted(words, 'at least 7:1, or 4.5:1 where it is large')],
  ['link-in-text-block', 'Underline the link, or set it apart from the text around it otherwise than by colour.'],
  ['style_color_misuse', 'Say by a word or sign, too, what the colour says.'],
  [
    'meta-viewport meta_viewport_zoomable',
    'Remove user-scalable and maximum-scale from the viewport, so that people can zoom in.',
  ],
  ['meta-viewport-large', 'Remove maximum-scale from the viewport, or set it to 5 or more.'],
  [
    'avoid-inline-spacing letter-spacing word-spacing line-height text_spacing_valid',
    'Remove !important from the spacing in the style attribute, so that readers can set their own.',
  ],
  [
    'css-orientation-lock orientation-lock element_orientation_unlocked',
    'Remove what turns the content by orientation in the style sheet, so that the page works upright and sideways.',
  ],
  ['style_viewport_resizable', 'Size text in rem or em instead of vw or vh, so that it grows with zoom.'],
  [
    'focus-visible style_focus_visible',
    'Show where the focus is: leave the browser’s outline, or give :focus-visible one of its own.',
  ],
  ['element_tabbable_visible', 'Show the element while it has the focus, or take it out of the order of focus.'],
  ['element_tabbable_unobscured', 'Keep fixed bars and overlays off what has the focus, e.g. by scroll-padding.'],
  ['style_hover_persistent', 'Let what appears under the pointer stay while the pointer is over it.'],
  [
    'target-size target_spacing_sufficient',
    'Make the target 24 by 24 CSS pixels or larger, or leave that much room around it.',
  ],
  [
    'text_sensory_misuse',
    'Name what is meant as well as where it stands or how it looks, e.g. “the Save button on the right”.',
  ],
  ['text_whitespace_valid', 'Space the letters by letter-spacing instead of blanks, which take the word apart.'],
  [
    'accesskeys',
    (words) => `Give ${written(words, 'accesskey', 'each accesskey')} to one element alone, or remove it.`,
  ],
]

const aimed = /contrast of (\d+(?:\.\d+)?).*?Expected contrast ratio of (\d+(?:\.\d+)?):1/s

/** axe says what it measured, and what is asked for at this size. */
function contrasted({ message }: ElementWords, otherwise: string): string {
  const [, is, asked] = aimed.exec(message) ?? []
  const goal = is === undefined ? otherwise : `at least ${asked}:1 instead of ${is}:1`
  return `Darken or lighten the text or what is behind it until their contrast is ${goal}.`
}
