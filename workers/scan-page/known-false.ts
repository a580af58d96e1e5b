/** What the engines are known to get wrong: each case narrow, for one version of one rule, with its reason. */

import { worldOf } from '#workers/page/isolated-world'
import { within } from '#workers/scan-page/engines/budget'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Finding, Target } from '#workers/scan-page/finding'

/** What a case is judged by. */
type Facts = {
  contentType: string
  attributes: Record<string, string>
  /** As it is seen, white space folded; its start. */
  text: string
  /** The role that the table around it was given. */
  tableRole: string | null
  /** It takes no focus, as it is behind a modal dialog or in an inert part. */
  isInert: boolean
}

type KnownFalse = {
  engine: Finding['engine']
  rule: string
  version: string
  /** Whose facts are asked for: the finding's element, or the frame that the element is in. */
  of: 'element' | 'frame'
  holds: (facts: Facts) => boolean
  becomes: 'review' | 'nothing'
  reason: string
}

const axe = { engine: 'axe-core', version: '4.14.1' } as const
const accesslint = { engine: 'accesslint', version: '0.21.0' } as const

const isXmlViewer = {
  of: 'element',
  holds: (facts: Facts) => /^(?:text|application)\/xml$/.test(facts.contentType),
  becomes: 'nothing',
  reason: 'The page is an XML document; the html element is that of the browser’s own viewer.',
} as const
const isSingleSign = {
  of: 'element',
  holds: (facts: Facts) => [...facts.text].length <= 1,
  becomes: 'review',
  reason: 'A single sign may be a symbol that stands for no text, such as X on a button named Close.',
} as const
const mayHaveAlternative = {
  of: 'element',
  holds: () => true,
  becomes: 'review',
  reason: 'Whether there is speech, whether it is captioned in the picture or written elsewhere, no markup tells.',
} as const

const cases: readonly KnownFalse[] = [
  { ...axe, rule: 'html-has-lang', ...isXmlViewer },
  { ...accesslint, rule: 'readable/html-has-lang', ...isXmlViewer },
  {
    ...axe,
    rule: 'frame-focusable-content',
    of: 'frame',
    holds: (facts) => facts.isInert,
    becomes: 'nothing',
    reason: 'Nobody is to reach the frame while it is inert; its tabindex leaves nobody out.',
  },
  {
    ...axe,
    rule: 'label-content-name-mismatch',
    of: 'element',
    holds: ({ text, attributes }) => isAbbreviationOf(text, attributes['aria-label'] ?? ''),
    becomes: 'review',
    reason: 'The name writes out what the visible text abbreviates; speech input may well understand both.',
  },
  {
    ...accesslint,
    rule: 'labels-and-names/frame-title',
    of: 'element',
    holds: ({ attributes }) => /^\s*-\d/.test(attributes['tabindex'] ?? ''),
    becomes: 'nothing',
    reason: 'The frame is left out of the order of focus, where its name would be read.',
  },
  {
    ...accesslint,
    rule: 'labels-and-names/frame-title',
    of: 'element',
    holds: ({ attributes }) => /^\s*(?:none|presentation)\s*$/i.test(attributes['role'] ?? ''),
    becomes: 'review',
    reason: 'The frame is marked as presentational; browsers differ in whether they heed it.',
  },
  {
    ...accesslint,
    rule: 'adaptable/td-headers-attr',
    of: 'element',
    holds: ({ tableRole }) => tableRole !== null && !/^\s*(?:table|grid|treegrid)\b/i.test(tableRole),
    becomes: 'nothing',
    reason: 'The table was given a role that is no table’s; its cells are cells no more.',
  },
  {
    ...accesslint,
    rule: 'adaptable/list-children',
    of: 'element',
    holds: ({ attributes }) => attributes['aria-busy'] === 'true',
    becomes: 'review',
    reason: 'The list says that it is still loading.',
  },
  { ...accesslint, rule: 'distinguishable/color-contrast', ...isSingleSign },
  { ...accesslint, rule: 'distinguishable/color-contrast-enhanced', ...isSingleSign },
  { ...accesslint, rule: 'time-based-media/video-captions', ...mayHaveAlternative },
  { ...accesslint, rule: 'time-based-media/audio-transcript', ...mayHaveAlternative },
]

type Versions = Partial<Record<Finding['engine'], string>>

/** The findings without those known to be false, and with those known to be doubtful as `review`. */
export async function withoutKnownFalse(
  findings: readonly Finding[],
  frames: readonly EnteredFrame[],
  versions: Versions,
  budgetMs: number,
): Promise<Finding[]> {
  const doubts = findings.map((finding) => doubtsOf(finding, versions))
  const wanted = new Map<string, Target>()
  for (const [index, finding] of findings.entries())
    for (const doubt of doubts[index] ?? []) {
      const target = targetOf(finding, doubt)
      wanted.set(JSON.stringify(target), target)
    }
  if (wanted.size === 0) return [...findings]
  const facts = await within(factsOf([...wanted.values()], frames), budgetMs).catch(() => new Map<string, Facts>())
  return findings.flatMap((finding, index) => {
    const doubt = doubts[index]?.find((each) => {
      const known = facts.get(JSON.stringify(targetOf(finding, each)))
      return known !== undefined && each.holds(known)
    })
    if (!doubt) return [finding]
    return doubt.becomes === 'nothing' ? [] : [asReview(finding)]
  })
}

function doubtsOf(finding: Finding, versions: Versions): KnownFalse[] {
  if (finding.verdict !== 'violation') return []
  return cases.filter(
    ({ engine, rule, version }) =>
      engine === finding.engine && rule === finding.rule && version === versions[finding.engine],
  )
}

function targetOf({ target }: Finding, { of }: KnownFalse): Target {
  return of === 'frame' ? target.slice(0, -1) : target
}

function asReview(finding: Finding): Finding {
  return { ...finding, verdict: 'review', confidence: 'medium' }
}

/** "University Ave." of "University Avenue". */
function isAbbreviationOf(text: string, name: string): boolean {
  const short = text.toLowerCase().split(/\s+/)
  const long = name.toLowerCase().split(/\s+/)
  return (
    short.some((word) => word.endsWith('.')) &&
    short.length <= long.length &&
    short.every((word, index) => {
      const full = long[index] ?? ''
      return word === full || (word.length > 1 && word.endsWith('.') && full.startsWith(word.slice(0, -1)))
    })
  )
}

async function factsOf(targets: readonly Target[], frames: readonly EnteredFrame[]): Promise<Map<string, Facts>> {
  const known = new Map<string, Facts>()
  await Promise.all(
    frames.map(async ({ frame, path }) => {
      const inFrame = JSON.stringify(path)
      const here = targets.filter((target) => JSON.stringify(target.slice(0, -1)) === inFrame)
      if (here.length === 0) return
      const selectors = here.map((target) => [target.at(-1) ?? []].flat())
      const answers = await worldOf(frame).evaluate(readFacts, selectors)
      for (const [index, facts] of answers.entries()) if (facts) known.set(JSON.stringify(here[index]), facts)
    }),
  )
  return known
}

/** Runs in the page. */
function readFacts(paths: string[][]): (Facts | null)[] {
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
  return paths.map((path) => {
    let element: Element | null = null
    let root: Document | ShadowRoot | null = document
    for (const selector of path) {
      element = root?.querySelector(selector) ?? null
      root = element?.shadowRoot ?? null
    }
    if (!element) return null
    const attributes: Record<string, string> = {}
    for (const { name, value } of element.attributes) attributes[name] = value.slice(0, 500)
    // biome-ignore lint/performance/useDomNodeTextContent: text that is hidden does not count.
    const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? '')
    return {
      contentType: document.contentType,
      attributes,
      text: text.replace(/\s+/g, ' ').trim().slice(0, 500),
      tableRole: element.closest('table')?.getAttribute('role') ?? null,
      isInert: element.closest('[inert]') !== null || (modal !== undefined && !modal.contains(element)),
    }
  })
}
