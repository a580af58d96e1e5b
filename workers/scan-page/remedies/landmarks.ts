/** Remedies for landmarks and for ways past what every page repeats. */
import { type ElementWords, type RemedyRow, written } from '#workers/scan-page/remedies/remedy'

export const landmarks: readonly RemedyRow[] = [
  ['landmark-one-main landmark-main', 'Put what this page is about into one <main>.'],
  [
    'landmark-no-duplicate-main no-duplicate-main',
    'Keep one <main> for what this page is about, and make the others <section> or <div>.',
  ],
  [
    'landmark-no-duplicate-banner no-duplicate-banner aria_banner_single',
    'Keep one <header> of the page, and put the others into the <section> or <article> that they begin.',
  ],
  [
    'landmark-no-duplicate-contentinfo no-duplicate-contentinfo aria_contentinfo_single',
    'Keep one <footer> of the page, and put the others into the <section> or <article> that they end.',
  ],
  [
    'landmark-banner-is-top-level banner-is-top-level',
    'Move the header of the page out of the other landmark, or remove its role="banner".',
  ],
  [
    'landmark-contentinfo-is-top-level contentinfo-is-top-level',
    'Move the footer of the page out of the other landmark, or remove its role="contentinfo".',
  ],
  ['landmark-main-is-top-level main-is-top-level', 'Move <main> out of the other landmark.'],
  ['complementary-is-top-level', 'Move the <aside> out of the other landmark, or make it a <section>.'],
  [
    'landmark-unique aria_landmark_name_unique aria_navigation_label_unique aria_region_label_unique aria_complementary_label_unique ' +
      'aria_form_label_unique aria_banner_label_unique aria_contentinfo_label_unique aria_main_label_unique ' +
      'aria_application_label_unique aria_article_label_unique aria_document_label_unique aria_toolbar_label_unique',
    (words) => `Give each ${kindOf(words)} of the page a name of its own by aria-label or aria-labelledby.`,
  ],
  [
    'aria_region_labelled aria_complementary_labelled aria_application_labelled',
    (words) => `Name the ${kindOf(words)} by its heading with aria-labelledby, or by aria-label.`,
  ],
  ['aria_complementary_label_visible aria_main_label_visible', 'Point with aria-labelledby at a heading that is seen.'],
  ['region aria_content_in_landmark', 'Put the content into a landmark: <header>, <nav>, <main>, <aside> or <footer>.'],
  ['aria_contentinfo_misuse', 'Give the page a <main> beside its footer.'],
  [
    'bypass skip_main_exists html_skipnav_exists',
    'Put what this page is about into <main>, and begin the page with a link that leads there.',
  ],
  [
    'skip-link',
    (words) => {
      const [, id] = /^#(.+)/.exec(words.attribute('href') ?? '') ?? []
      return id === undefined
        ? 'Lead the skip link to the start of the content, by the id that stands there.'
        : `Give the start of the content id="${id}", where the skip link leads.`
    },
  ],
  ['skip_main_described', 'Say in the link where it skips to, e.g. “Skip to main content”.'],
]

const kindOf = (words: ElementWords): string => {
  if (words.attribute('role') !== undefined) return `element with ${written(words, 'role')}`
  return words.tag === '' ? 'landmark' : `<${words.tag}>`
}
