/** The flag table: what a flag of a trace says, by category and severity. Pure data and its lookup. */

/** The five automated annotation categories, in the order in which their keys sort. */
export const categories = ['appropriateness', 'factuality', 'response_quality', 'safety', 'user_experience'] as const
export type Category = (typeof categories)[number]

export type FlagEntry = { readonly slug: string; readonly category: Category; readonly severity: number }

/** A flag of one trace after the lookup; `mapped` is false for a slug the table does not know. */
export type ResolvedFlag = { category: Category; flag: string; mapped: boolean; severity: number }

/** Where an unknown flag counts, and how much: it is listed as unmapped, never dropped. */
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

/**
 * Looks up the flags of a trace: each slug once, sorted by slug, so the order and repetition of the input say nothing.
 * Null when the trace carries no list at all: not the same as an empty list.
 */
export function resolveFlags(
  flags: readonly string[] | undefined,
  bySlug: ReadonlyMap<string, FlagEntry>,
): ResolvedFlag[] | null {
  if (flags === undefined) return null
  if (flags.length === 0) return []

  const slugs = [...new Set(flags.map(slugOf))].sort()
  return slugs.map((slug) => {
    const entry = bySlug.get(slug)
    const { category, severity } = entry ?? unknownFlag
    return { category, flag: slug, mapped: entry !== undefined, severity }
  })
}

const plainSlug = /^[a-z0-9_]*$/
const separators = /[\s_.:/-]+/g

function rows(category: Category, severities: Readonly<Record<string, number>>): FlagEntry[] {
  return Object.entries(severities).map(([slug, severity]) => ({ slug, category, severity }))
}
