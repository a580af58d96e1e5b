/** The standards a page can be scanned against: what clients may write, and which success criteria it means. Pure. */
import { type Criterion, criteria } from '#shared/accessibility/criteria'

export type Standard = {
  /** As it is shown: "WCAG 2.1 AA". */
  name: string
  /** The tags by which axe-core and others choose their rules. */
  tags: readonly string[]
  criteria: readonly Criterion[]
}

type Version = '2.0' | '2.1' | '2.2'
type Level = 'A' | 'AA' | 'AAA'

const versions: readonly Version[] = ['2.0', '2.1', '2.2']
const levels: readonly Level[] = ['A', 'AA', 'AAA']

function wcag(
  version: Version,
  level: Level,
  name = `WCAG ${version} ${level}`,
  more: readonly string[] = [],
): Standard {
  const takenVersions = versions.slice(0, versions.indexOf(version) + 1)
  const takenLevels = levels.slice(0, levels.indexOf(level) + 1)
  const tags = takenVersions.flatMap((taken) =>
    takenLevels.map((each) => `wcag${taken === '2.0' ? '2' : taken.replace('.', '')}${each.toLowerCase()}`),
  )
  return {
    name,
    tags: [...tags, ...more],
    criteria: criteria.filter(
      (criterion) => takenVersions.includes(criterion.since) && takenLevels.includes(criterion.level),
    ),
  }
}

const known = new Map(
  [
    ...versions.flatMap((version) => levels.map((level) => wcag(version, level))),
    // Section 508 asks for WCAG 2.0 AA, EN 301 549 v3.2.1 for WCAG 2.1 AA.
    wcag('2.0', 'AA', 'Section 508', ['section508']),
    wcag('2.1', 'AA', 'EN 301 549', ['EN-301-549']),
  ].map((standard) => [plain(standard.name), standard]),
)

/** The names as they are shown, for a message that lists them. */
export const standardNames: readonly string[] = [...known.values()].map((standard) => standard.name)

/** The standard a client means, whatever case, spaces and punctuation it writes; undefined when there is none such. */
export function readStandard(text: string): Standard | undefined {
  const word = plain(text)
  return known.get(word) ?? known.get(`${word}aa`)
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/^en301549v?321$/, 'en301549')
    .replace(/^(?:us)?(?:section)?508$/, 'section508')
}
