/** Remedies for pictures, drawings, embedded objects and image maps. */
import type { ElementWords, RemedyRow } from '#workers/scan-page/remedies/remedy'

export const pictures: readonly RemedyRow[] = [
  [
    'image-alt img-alt img_alt_valid',
    (words) =>
      `Describe in the alt attribute${fileOf(words)} what the picture shows or does, or write alt="" if it is decoration.`,
  ],
  ['input-image-alt imagebutton_alt_exists', 'Say in the alt attribute what the button does, e.g. alt="Search".'],
  [
    'svg-img-alt svg_graphics_labelled',
    'Name the drawing by a <title> as its first child or by aria-label, or hide it with aria-hidden="true" if it is decoration.',
  ],
  [
    'role-img-alt',
    'Describe in aria-label what the picture shows, or hide it with aria-hidden="true" if it is decoration.',
  ],
  ['object-alt object_text_exists', 'Describe in aria-label or title what the <object> shows.'],
  ['area-alt area_alt_exists', 'Say in the alt attribute of the <area> where it leads.'],
  [
    'imagemap_alt_exists',
    'Describe in the alt attribute what the picture shows, and say in that of each <area> where it leads.',
  ],
  ['image-redundant-alt img_alt_redundant', 'Write alt="" on the picture, since the text beside it says the same.'],
  [
    'image-alt-words',
    'Begin the alt text with what is to be seen: screen readers say by themselves that it is a picture.',
  ],
  [
    'server-side-image-map server-image-map img_ismap_misuse',
    'Replace ismap by a <map> with an <area> for each link, or by links of text, so that the keyboard reaches them.',
  ],
  ['img_alt_decorative', 'Write alt="" on the picture, or remove what marks it as decoration if it says something.'],
  ['img_alt_misuse', 'Replace the file name in the alt attribute by what the picture shows or does.'],
  [
    'img_alt_null',
    'Remove title and ARIA labels from the picture if it is decoration, or describe it in its alt attribute if it is not.',
  ],
  [
    'img_longdesc_misuse',
    'Lead with longdesc to an HTML page that describes the picture, or describe it beside the picture.',
  ],
  ['media_alt_brief', 'Shorten the alt text to what the picture says at this place, and tell the rest beside it.'],
  ['figure_label_exists', 'Give the <figure> a <figcaption>, or name it by aria-label.'],
  ['embed_alt_exists', 'Describe beside the <embed> what it shows, or link to a page that does.'],
  ['noembed_content_exists', 'Write into the <noembed> what the embedded content says.'],
  ['applet_alt_exists', 'Replace the <applet>, which browsers no longer run, by HTML that does the same.'],
  [
    'style_background_decorative',
    'Put the picture into an <img> with an alt text if it says something, and leave it to the style sheet if it is decoration.',
  ],
  [
    'application_content_accessible',
    'Remove role="application", or let its keys lead to every text and picture in it.',
  ],
]

/** A file's name, where it is one to recognise a picture by. */
function fileOf(words: ElementWords): string {
  const [file = ''] = /[^/?#\\]+(?=[?#]|$)/.exec((words.attribute('src') ?? '').replace(/[?#].*$/, '')) ?? []
  return /^[\w.-]{1,40}\.\w{2,5}$/.test(file) ? ` of ${file}` : ''
}
