/** Headings of one section that are called the same. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { headings, isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

export const headingAmbiguous: StaticCheck = {
  rule: 'heading-ambiguous',
  criteria: ['2.4.6', '2.4.10'],
  tier: 'warning',
  impact: 'minor',
  remedy: 'Let each heading say what is under it and not under the other.',
  find(elements) {
    const hits: Hit[] = []
    let known = new Map<string, Element>()
    let above = 0
    for (const element of pick(elements, headings)) {
      if (!isExposed(element) || !isSeen(element)) continue
      const level = Number(element.getAttribute('aria-level') ?? element.localName.slice(1)) || 2
      // Under another heading, the same words mean something else.
      if (level < above) known = new Map()
      above = level
      const text = spokenText(element, 200)
      const key = `${level} ${text.toLowerCase()}`
      const other = known.get(key)
      known.set(key, element)
      if (text === '' || !other || other.parentElement !== element.parentElement) continue
      hits.push({ element, confidence: 'low', message: `Two headings of one section are called ${quote(text)}.` })
    }
    return hits
  },
}
