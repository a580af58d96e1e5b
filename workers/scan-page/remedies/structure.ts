/** Remedies for headings, lists, quotations and what a document is made of. */
import type { RemedyRow } from '#workers/scan-page/remedies/remedy'

export const structure: readonly RemedyRow[] = [
  ['empty-heading heading_content_exists', 'Write into the heading what its section is about, or remove it.'],
  ['heading-order', 'Use a heading at most one level below the one before it, and set its size by CSS.'],
  ['page-has-heading-one', 'Give the page an <h1> that says what it is about.'],
  ['p-as-heading text_block_heading', 'Mark the text as a heading, <h2> to <h6>, if it is the title of what follows.'],
  ['heading_markup_misuse', 'Use headings for titles of sections alone, and make other text large by CSS.'],
  [
    'list list-children',
    ({ tag }) => `Put everything in the ${tag === 'ol' || tag === 'ul' ? `<${tag}>` : 'list'} into <li> elements.`,
  ],
  ['listitem listitem-parent', 'Put the <li> into a <ul> or <ol>.'],
  ['definition-list', 'Keep in the <dl> only <dt> with its <dd> after it, or a <div> around each such group.'],
  ['dlitem dl-children', ({ tag }) => `Put the ${tag === '' ? '<dt> and <dd>' : `<${tag}>`} into a <dl>.`],
  ['list_markup_review', 'Mark the lines as a list, <ul> or <ol>, if they are one.'],
  ['list_structure_proper', 'Use a list for items that belong together, each in an <li>, and for nothing else.'],
  ['blockquote_cite_exists', 'Use <blockquote> for quotations alone, and indent other text by CSS.'],
  ['text_quoted_correctly', 'Mark the text with <q> or <blockquote> if it is a quotation.'],
  ['document-title page_title_exists', 'Write into <title> what this page is about, then the name of the site.'],
  ['page_title_valid', 'Replace the file name in <title> by what this page is about.'],
  [
    'identical-links-same-purpose',
    'Lead links of the same words to the same place, or tell in their words what differs.',
  ],
  ['a_target_warning', 'Say in the link that it opens a new window.'],
]
