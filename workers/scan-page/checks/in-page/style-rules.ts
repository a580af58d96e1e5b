/** The rules of a page's own style sheets, as far as scripts may read them. */
import { pick } from '#workers/scan-page/checks/in-page/dom'

export type StyleRule = {
  selector: string
  style: CSSStyleDeclaration
  /** It holds only under a condition: a media query or the like. */
  isConditional: boolean
  /** What the window must be like; empty where it may be as it likes. */
  media: string
}

const rulesRead = 20_000

const read = new WeakMap<readonly Element[], StyleRule[]>()

/** Those that hold now or may hold under a condition; for print alone is left out. */
export function readStyleRules(elements: readonly Element[]): readonly StyleRule[] {
  const known = read.get(elements)
  if (known) return known
  const all: StyleRule[] = []
  for (const sheet of sheetsOf(elements))
    collect(
      rulesOf(sheet),
      { isConditional: !matchMedia(sheet.media.mediaText || 'all').matches, media: sheet.media.mediaText },
      all,
    )
  read.set(elements, all)
  return all
}

/** Of the page and of what its open shadow roots hold; as a member, which is read past the page's names. */
const sheetsOf = (elements: readonly Element[]): CSSStyleSheet[] => [
  ...new Set(
    [document, ...elements.flatMap((element) => element.shadowRoot ?? [])].flatMap((root) => [
      ...root.styleSheets,
      ...root.adoptedStyleSheets,
    ]),
  ),
]

type Under = Pick<StyleRule, 'isConditional' | 'media'>

function collect(rules: Iterable<CSSRule>, under: Under, all: StyleRule[]): void {
  for (const rule of rules) {
    if (all.length >= rulesRead) return
    if (rule instanceof CSSStyleRule) all.push({ selector: rule.selectorText, style: rule.style, ...under })
    else if (rule instanceof CSSMediaRule) {
      if (/^\s*print\b/.test(rule.media.mediaText)) continue
      collect(rule.cssRules, { isConditional: true, media: `${under.media} ${rule.media.mediaText}` }, all)
    } else if (rule instanceof CSSGroupingRule) collect(rule.cssRules, under, all)
    else if (rule instanceof CSSImportRule && rule.styleSheet) collect(rulesOf(rule.styleSheet), under, all)
  }
}

/** None of a sheet of another site: its text is not for scripts of this one. */
function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
  try {
    return sheet.cssRules
  } catch {
    return []
  }
}

/** Those that a selector fits; none where the browser does not know it. */
export function fitting(elements: readonly Element[], selector: string): readonly Element[] {
  try {
    return selector === '' ? [] : pick(elements, selector)
  } catch {
    return []
  }
}
