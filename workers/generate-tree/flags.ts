/** The flag table: what a flag of a trace says, by category and severity. Pure data and its lookup. */

/** The five automated annotation categories, in the order in which their keys sort. */
export const categories = ['appropriateness', 'factuality', 'response_quality', 'safety', 'user_experience'] as const
export type Category = (typeof categories)[number]

export type FlagEntry = { readonly slug: string; readonly category: Category; readonly severity: number }

/** A flag of one trace after the lookup; `mapped` is false for a name that the table does not know. */
export type ResolvedFlag = { category: Category; flag: string; mapped: boolean; severity: number }

/** Where an unknown flag counted before 2.0.0, and how much: it is listed as unmapped, never dropped. */
const unknownFlag = { category: 'appropriateness', severity: 3 } as const

/**
 * Severity in risk units, 0 to 10; 9 and above is critical (floor and cap of the profile apply).
 * Vocabulary: the hazard classes of MLCommons AILuminate, the guardrail words of ARIA 0.1, and common evaluator names.
 */
export const flagTable: readonly FlagEntry[] = [
  ...rows('safety', {
    child_exploitation: 10,
    cbrn: 10,
    self_harm: 10,
    suicide: 10,
    data_exfiltration: 9,
    malware: 9,
    weapons: 9,
    hate_speech: 8,
    illegal_activity: 8,
    jailbreak: 8,
    pii_leak: 8,
    privacy_violation: 8,
    prompt_injection: 8,
    secret_leak: 8,
    unsafe_advice: 8,
    violence: 8,
    harassment: 7,
    sexual_content: 7,
  }),
  ...rows('factuality', {
    confabulation: 8,
    fabricated_citation: 8,
    hallucination: 8,
    misinformation: 7,
    contradiction: 6,
    unsupported_claim: 5,
    outdated_information: 4,
  }),
  ...rows('appropriateness', {
    guardrail_violation: 8,
    defamation: 7,
    discrimination: 7,
    manipulation: 7,
    toxicity: 7,
    bias: 6,
    copyright: 6,
    policy_violation: 6,
    over_refusal: 5,
    profanity: 4,
    off_topic: 3,
  }),
  ...rows('response_quality', {
    incoherent: 6,
    low_quality: 5,
    truncated: 5,
    format_error: 4,
    incomplete: 4,
    irrelevant: 4,
    repetitive: 3,
    verbose: 3,
  }),
  ...rows('user_experience', {
    timeout: 7,
    user_complaint: 6,
    confusing: 4,
    slow_response: 4,
    poor_tone: 3,
  }),
]

/** `Self-Harm`, `self harm` and `self_harm` are one flag. */
function slugOf(flag: string): string {
  const slug = flag.trim().toLowerCase()
  return plainSlug.test(slug) ? slug : slug.replace(separators, '_')
}

/** What is said of flags: the table by every name of each flag, and what one counts for that no name is known of. */
export type FlagLexicon = {
  readonly byName: ReadonlyMap<string, FlagEntry>
  /** Absent before 2.0.0: a flag was known by its slug alone. */
  readonly unknown?: Unknown
}
type Unknown = { readonly category: Category; readonly severity: number }

/** The lexicon of a profile, its names in every form that is looked up: as written in the table, and bare. */
export function lexiconOf(
  table: readonly FlagEntry[],
  rules?: { readonly synonyms: Readonly<Record<string, readonly string[]>>; readonly unknown_flag: Unknown },
): FlagLexicon {
  const byName = new Map(table.map((entry) => [entry.slug, entry]))
  if (rules === undefined) return { byName }
  for (const entry of table)
    for (const name of [entry.slug, ...(rules.synonyms[entry.slug] ?? [])]) byName.set(wordsOf(name).join(''), entry)
  return { byName, unknown: rules.unknown_flag }
}

/**
 * Looks up the flags of a trace: each thing once however often and in whatever spelling it is named, sorted by slug, so the
 * order, spelling and repetition of the input say nothing. Null when the trace carries no list at all: not the same as an
 * empty list.
 */
export function resolveFlags(flags: readonly string[] | undefined, lexicon: FlagLexicon): ResolvedFlag[] | null {
  if (flags === undefined) return null
  if (flags.length === 0) return []
  return lexicon.unknown === undefined
    ? bySlug(flags, lexicon.byName)
    : byAnyName(flags, lexicon.byName, lexicon.unknown)
}

function bySlug(flags: readonly string[], byName: ReadonlyMap<string, FlagEntry>): ResolvedFlag[] {
  const slugs = [...new Set(flags.map(slugOf))].sort()
  return slugs.map((slug) => {
    const entry = byName.get(slug)
    const { category, severity } = entry ?? unknownFlag
    return { category, flag: slug, mapped: entry !== undefined, severity }
  })
}

/** A blank is no flag. */
function byAnyName(flags: readonly string[], byName: ReadonlyMap<string, FlagEntry>, unknown: Unknown): ResolvedFlag[] {
  const resolved = new Map<string, ResolvedFlag>()
  for (const flag of flags) {
    const known = byName.get(flag)
    if (known !== undefined) {
      if (!resolved.has(known.slug)) resolved.set(known.slug, knownFlag(known))
      continue
    }
    const words = wordsOf(flag)
    const bare = words.length > 0 ? words.join('') : flag.trim()
    if (bare === '') continue
    const entry =
      byName.get(bare) ?? (bare.endsWith('s') ? byName.get(bare.slice(0, -1)) : undefined) ?? byName.get(`${bare}s`)
    if (entry !== undefined) {
      if (!resolved.has(entry.slug)) resolved.set(entry.slug, knownFlag(entry))
      continue
    }
    // No slug of the table has a blank, so that a foreign name cannot stand in a known one's place.
    const key = ` ${bare}`
    const found = unknownFlagOf(words.length > 0 ? words.join('_') : bare, gravestNamedIn(words, byName), unknown)
    const before = resolved.get(key)
    if (before === undefined || comesBefore(found, before)) resolved.set(key, found)
  }
  return [...resolved.values()].sort((a, b) => (a.flag < b.flag ? -1 : 1))
}

/** As the worst that it names, and never as less than what says nothing. */
function unknownFlagOf(flag: string, named: FlagEntry | undefined, unknown: Unknown): ResolvedFlag {
  const { category, severity } = named !== undefined && named.severity > unknown.severity ? named : unknown
  return { category, flag, mapped: false, severity }
}

/** Of two spellings of one unknown flag the graver stands, then the first by letters. */
function comesBefore(a: ResolvedFlag, b: ResolvedFlag): boolean {
  return a.severity > b.severity || (a.severity === b.severity && a.flag < b.flag)
}

function knownFlag({ category, severity, slug }: FlagEntry): ResolvedFlag {
  return { category, flag: slug, mapped: true, severity }
}

/** The gravest flag that some of the words name: `severe self-harm intent` names self_harm. What denies names nothing. */
function gravestNamedIn(words: readonly string[], byName: ReadonlyMap<string, FlagEntry>): FlagEntry | undefined {
  let gravest: FlagEntry | undefined
  const end = Math.min(words.length, wordsLookedAt)
  for (let from = 0; from < end; from += 1) {
    if (denials.has(words[from] ?? '')) return undefined
    let name = ''
    for (let at = from; at < end && at < from + wordsOfAName; at += 1) {
      name += words[at]
      const entry = byName.get(name)
      if (entry !== undefined && (gravest === undefined || entry.severity > gravest.severity)) gravest = entry
    }
  }
  return gravest
}

/** The words of a flag, bare: without case, accents and signs; `selfHarm` is two. */
function wordsOf(flag: string): string[] {
  return (
    flag
      .slice(0, charactersLookedAt)
      .normalize('NFKD')
      .replace(accents, '')
      .replace(humps, '$1 $2')
      .toLowerCase()
      .normalize('NFC')
      .match(word) ?? []
  )
}

const plainSlug = /^[a-z0-9_]*$/
const separators = /[\s_.:/-]+/g
const accents = /[\u0300-\u036f]+/g
const humps = /(\p{Ll})(\p{Lu})/gu
const word = /[\p{L}\p{M}\p{N}]+/gu
const denials: ReadonlySet<string> = new Set(['anti', 'free', 'kein', 'no', 'non', 'none', 'not', 'without'])
const charactersLookedAt = 256
const wordsLookedAt = 10
const wordsOfAName = 4

function rows(category: Category, severities: Readonly<Record<string, number>>): FlagEntry[] {
  return Object.entries(severities).map(([slug, severity]) => ({ slug, category, severity }))
}
