/** Marked abbreviations of which the page says nowhere what they stand for. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'

const known =
  /^(?:a\.?m\.?|p\.?m\.?|e\.g\.|i\.e\.|etc\.?|vs\.?|dr\.?|mr\.?|mrs\.?|ms\.?|st\.?|kg|km|cm|mm|gb|mb|kb|usd|eur|pdf|faq|ok|id|tv|usa|uk|eu|un|html|css|http|https|url|www|pc|cd|dvd|sms|gps|it|nasa|bbc|pin|vip|diy|gmbh|ltd|inc|no|nr|z\.b\.|d\.h\.|usw\.|bzw\.|ca\.)$/i

export const abbreviationUnexplained: StaticCheck = {
  rule: 'abbreviation-unexplained',
  criteria: ['3.1.4'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Write out what it stands for where it comes first, or in the title of <abbr>.',
  find(elements) {
    const abbreviations = pick(elements, 'abbr, acronym')
    if (abbreviations.length === 0) return []
    const explained = new Set(
      abbreviations.filter((each) => each.hasAttribute('title')).map((each) => squeeze(each.textContent ?? '')),
    )
    const page = document.body ? spokenText(document.body, 20_000) : ''
    const told = new Set<string>()
    return abbreviations.flatMap((element) => {
      const text = squeeze(element.textContent ?? '')
      if (text === '' || known.test(text) || explained.has(text) || told.has(text) || !isSeen(element)) return []
      if (element.matches('[title], [aria-label], [aria-describedby], dt *, dfn *') || isWrittenOut(text, page))
        return []
      told.add(text)
      return [{ element, message: `What the abbreviation ${quote(text)} stands for is said nowhere on this page.` }]
    })
  },
}

/** In brackets, before or behind its words. */
const isWrittenOut = (text: string, page: string): boolean =>
  page.includes(`(${text})`) ||
  new RegExp(`${RegExp.escape(text)}\\s*(?:\\(|stands for|means|bedeutet|steht für)`).test(page)
