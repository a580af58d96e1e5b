/** Remedies for the language and the direction of texts. */
import { type ElementWords, type RemedyRow, written } from '#workers/scan-page/remedies/remedy'

export const languages: readonly RemedyRow[] = [
  ['html-has-lang html_lang_exists', 'Name the language of the page on <html>, e.g. lang="en".'],
  ['html-lang-valid html_lang_valid valid-lang element_lang_valid', tagged],
  ['html-xml-lang-mismatch', 'Remove xml:lang, or let it name the same language as lang.'],
  ['dir_attribute_valid', (words) => `Replace ${written(words, 'dir')} by dir="ltr", dir="rtl" or dir="auto".`],
]

function tagged(words: ElementWords): string {
  return `Replace ${written(words, 'lang')} by the tag of the language that the text is in, e.g. lang="en" or lang="pt-BR".`
}
