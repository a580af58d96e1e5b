/** The rules of a page's own style sheets, as far as scripts may read them. */
import { pick } from '#workers/scan-page/checks/in-page/dom'

export type StyleRule = {
  selector: string
  style: CSSStyleDeclaration
  /** It holds only under a condition: a media query or the like. */
  isConditional: boolean
  /** What the window must be like; empty where it may be as it likes. */
  media: string
  /** Whatever it holds under is so now. */
  holdsNow: boolean
  /** In a cascade layer, whose place among others is not reckoned. */
  isLayered: boolean
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
      {
        isConditional: !matchMedia(sheet.media.mediaText || 'all').matches,
        media: sheet.media.mediaText,
        holdsNow: matchMedia(sheet.media.mediaText || 'all').matches,
        isLayered: false,
      },
      all,
    )
  read.set(elements, all)
  return all
}

/** Of the page and of what its open shadow roots hold; as a member, which is read past the page's names. */
export const sheetsOf = (elements: readonly Element[]): CSSStyleSheet[] => [
  ...new Set(
    [document, ...elements.flatMap((element) => element.shadowRoot ?? [])].flatMap((root) => [
      ...root.styleSheets,
      ...root.adoptedStyleSheets,
    ]),
  ),
]

type Under = Omit<StyleRule, 'selector' | 'style'>

function collect(rules: Iterable<CSSRule>, under: Under, all: StyleRule[]): void {
  for (const rule of rules) {
    if (all.length >= rulesRead) return
    if (rule instanceof CSSStyleRule) all.push({ selector: rule.selectorText, style: rule.style, ...under })
    else if (rule instanceof CSSMediaRule) {
      if (/^\s*print\b/.test(rule.media.mediaText)) continue
      const holdsNow = under.holdsNow && matchMedia(rule.media.mediaText || 'all').matches
      const media = `${under.media} ${rule.media.mediaText}`
      collect(rule.cssRules, { ...under, isConditional: true, media, holdsNow }, all)
    } else if (rule instanceof CSSLayerBlockRule) collect(rule.cssRules, { ...under, isLayered: true }, all)
    else if (rule instanceof CSSGroupingRule) collect(rule.cssRules, under, all)
    else if (rule instanceof CSSImportRule && rule.styleSheet) collect(rulesOf(rule.styleSheet), under, all)
  }
}

/** None of a sheet of another site: its text is not for scripts of this one. */
export function rulesOf(sheet: CSSStyleSheet): Iterable<CSSRule> {
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

/** A selector's parts between commas. */
export const partsOf = (selector: string): string[] => selector.split(/,(?![^([]*[)\]])/).map((part) => part.trim())

const inBrackets = /\([^()]*\)/

/** How much one part of a selector weighs against another: ids before classes before names of elements. */
export function specificityOf(part: string): number {
  let rest = part.replace(/\[[^\]]*\]/g, '.a').replace(/\\./g, 'a')
  let inside = 0
  for (let found = inBrackets.exec(rest); found; found = inBrackets.exec(rest)) {
    const [whole] = found
    const [name = ''] = /:[\w-]*$/.exec(rest.slice(0, found.index)) ?? []
    // These weigh what the heaviest in them weighs; others are a class, whatever stands in them.
    if (/^:(?:is|not|has|matches|-webkit-any)$/.test(name))
      inside += Math.max(...partsOf(whole.slice(1, -1)).map(specificityOf))
    const before = rest.slice(0, found.index)
    const isCounted = /^:(?:nth-|lang|dir|host|state)/.test(name)
    rest = `${isCounted ? before : before.slice(0, before.length - name.length)}${rest.slice(found.index + whole.length)}`
  }
  const count = (names: RegExp) => rest.match(names)?.length ?? 0
  return (
    inside +
    count(/#[\w-]/g) * 1_000_000 +
    count(/\.[\w-]|(?<!:):(?!:)[\w-]/g) * 1000 +
    count(/(?:^|[\s>+~])[a-z]|::[a-z]/gi)
  )
}
