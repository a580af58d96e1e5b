/** Paragraphs that are set apart by empty lines alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'

export const lineBreaksForParagraphs: StaticCheck = {
  rule: 'line-breaks-for-paragraphs',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Put each paragraph into a <p>.',
  find: (elements) => {
    const blocks = new Set<Element>()
    for (const line of pick(elements, 'br + br')) {
      const block = line.parentElement
      const between = line.previousSibling
      if (!block || (between?.nodeType === Node.TEXT_NODE && squeeze(between.nodeValue ?? '') !== '')) continue
      if (block.matches('pre, code, address, textarea, td, th') || !hasTextAround(line)) continue
      blocks.add(block)
    }
    return [...blocks]
      .filter((element) => isSeen(element))
      .map((element) => ({ element, message: 'Its paragraphs are told apart by empty lines (<br><br>) alone.' }))
  },
}

const enough = 40

/** Running words before and after it. */
function hasTextAround(line: Element): boolean {
  const [before, after] = [textFrom(line, 'previousSibling'), textFrom(line, 'nextSibling')]
  return before >= enough && after >= enough
}

function textFrom(line: Element, way: 'previousSibling' | 'nextSibling'): number {
  let length = 0
  for (let at = line[way]; at && length < enough; at = at[way]) length += squeeze(at.textContent ?? '').length
  return length
}
