/** Lists that are made of signs and line breaks. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isExposed, isSeen, pick, squeeze } from '#workers/scan-page/checks/in-page/dom'

const bullet = /^\s*[•·‣◦▪●○■►▸✓✔➔→]\s*\S/u
const dash = /^\s*[-–*]\s+\S/
const number = /^\s*\(?(\d{1,2})[.)]\s+\S/

export const listByLooks: StaticCheck = {
  rule: 'list-by-looks',
  criteria: ['1.3.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Use <ul> or <ol> with an <li> for each item.',
  find: (elements) => {
    const told = new Set<Element>()
    for (const holder of pick(elements, 'p, div, td, dd, section, article, main, blockquote')) {
      if (closest(holder, 'pre, code, ul, ol, [role="list"], nav, svg')) continue
      const lines = broken(holder)
      if (lines.length >= 3 && isList(lines)) told.add(holder)
      const first = firstOfRun(holder)
      if (first) told.add(first)
    }
    return [...told]
      .filter((element) => isExposed(element) && isSeen(element))
      .map((element) => ({
        element,
        confidence: 'high',
        message:
          'Lines that begin with a sign or a number stand for a list, which is told to nobody who does not see it.',
      }))
  },
}

/** The longest run counts: a title may stand over the items. */
function isList(lines: readonly string[]): boolean {
  return (
    [bullet, dash].some((sign) => lines.filter((line) => sign.test(line)).length >= Math.max(3, lines.length - 1)) ||
    isCounted(lines) ||
    isCounted(lines.slice(1))
  )
}

const isCounted = (lines: readonly string[]) =>
  lines.length >= 3 && lines.every((line, index) => Number(number.exec(line)?.[1]) === index + 1)

/** Its lines, where it holds words and line breaks. */
function broken(holder: Element): string[] {
  if (![...holder.children].some((child) => child.localName === 'br')) return []
  const lines = ['']
  for (const node of holder.childNodes) {
    if (node instanceof HTMLBRElement) lines.push('')
    else lines.push(`${lines.pop() ?? ''}${node.textContent ?? ''}`)
  }
  return lines.map(squeeze).filter((line) => line !== '')
}

/** The first of three paragraphs or boxes on end that begin with a sign, or are counted. */
function firstOfRun(holder: Element): Element | null {
  let run: Element[] = []
  for (const child of holder.children) {
    const text = child.matches('p, div') && child.children.length === 0 ? (child.textContent ?? '') : ''
    const isNext = Number(number.exec(text)?.[1]) === run.length + 1 && text.length <= longestItem
    run = bullet.test(text) || isNext ? [...run, child] : []
    if (run.length >= 3) return run[0] ?? null
  }
  return null
}

/** Numbered paragraphs of a law or contract are longer. */
const longestItem = 160
