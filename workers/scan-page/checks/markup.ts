/** Tags of the served source that are not balanced: what was meant, each reader of the page guesses for itself. */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, Parser, type Token } from 'parse5'
import type { CheckMeta } from '#workers/scan-page/checks/check'
import type { Found } from '#workers/scan-page/checks/in-page/found'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

export const unbalancedTags: CheckMeta = {
  rule: 'unbalanced-tags',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Close each element where it ends, the inner before the outer.',
}

/** Elements whose end tag HTML lets be left out, and those that have none. */
const open = new Set(
  'area base basefont bgsound body br caption col colgroup dd dt embed frame head hr html img input keygen li link meta optgroup option p param rb rp rt rtc source tbody td template tfoot th thead tr track wbr'.split(
    ' ',
  ),
)
const placesNamed = 3

export function findUnbalanced(source: string): Found[] {
  const places = unbalancedIn(source)
  const [first] = places
  if (!first) return []
  const named = places.slice(0, placesNamed).map(({ line, column, said }) => `${said} (${line}:${column})`)
  const beyond = places.length - named.length
  return [
    {
      rule: unbalancedTags.rule,
      verdict: 'practice',
      impact: unbalancedTags.impact,
      criteria: [],
      place: 'html',
      confidence: 'high',
      message: `Tags of the source are not balanced: ${named.join(', ')}${beyond > 0 ? ` and ${beyond} more` : ''}.`,
      recommendation: unbalancedTags.remedy,
    },
  ]
}

type Place = { line: number; column: number; said: string }

function unbalancedIn(source: string): Place[] {
  const ends: Token.TagToken[] = []
  class Reader extends Parser<DefaultTreeAdapterMap> {
    override onEndTag(token: Token.TagToken): void {
      ends.push({ ...token })
      super.onEndTag(token)
    }
  }
  const reader = new Reader({ sourceCodeLocationInfo: true, treeAdapter: defaultTreeAdapter })
  reader.tokenizer.write(source, true)
  const begun = new Map<number, Element>()
  const ended = new Set<number>()
  walk(reader.document, (element) => {
    const { startTag, endTag } = element.sourceCodeLocation ?? {}
    if (endTag) ended.add(endTag.startOffset)
    // Of an element that the parser wrote several times, one that is closed is enough.
    if (startTag && (endTag || !begun.has(startTag.startOffset))) begun.set(startTag.startOffset, element)
  })
  const unclosed = [...begun.values()].flatMap(({ tagName, namespaceURI, sourceCodeLocation }) => {
    const start = sourceCodeLocation?.startTag
    const isDue = start && !sourceCodeLocation.endTag && !open.has(tagName) && namespaceURI.endsWith('xhtml')
    return isDue ? [{ line: start.startLine, column: start.startCol, said: `<${tagName}> is not closed` }] : []
  })
  const strays = ends.flatMap(({ tagName, location }) => {
    if (!location || ended.has(location.startOffset) || open.has(tagName)) return []
    return [{ line: location.startLine, column: location.startCol, said: `</${tagName}> closes nothing` }]
  })
  return [...unclosed, ...strays].sort((a, b) => a.line - b.line || a.column - b.column)
}

function walk(node: Node, see: (element: Element) => void): void {
  const left: Node[] = [node]
  for (let at = left.pop(); at; at = left.pop()) {
    if ('tagName' in at) see(at)
    if ('content' in at) left.push(at.content)
    if ('childNodes' in at) left.push(...at.childNodes)
  }
}
