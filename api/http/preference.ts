/** RFC 7240's Prefer: respond-async and wait. Preferences we do not know are ignored, as it says. */

export type Preference = {
  waitSeconds: number
  /** As `Preference-Applied` says it. */
  text: string
}

/** @param longestSeconds what a longer wait comes to. */
export function readPreference(
  header: string | null,
  longestSeconds = Number.POSITIVE_INFINITY,
): Preference | undefined {
  if (header === null) return undefined
  const tokens = header.split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')
  const isAsync = tokens.includes('respond-async')
  const wait = tokens
    .map((token) => /^wait\s*=\s*"?(\d{1,6})"?$/.exec(token)?.[1])
    .find((seconds) => seconds !== undefined)
  if (wait === undefined) return isAsync ? { waitSeconds: 0, text: 'respond-async' } : undefined
  const waitSeconds = Math.min(Number(wait), longestSeconds)
  const text = waitSeconds < Number(wait) ? `wait=${waitSeconds}` : `wait=${wait}`
  return { waitSeconds, text: isAsync ? `respond-async, ${text}` : text }
}

export const applied = (preference: Preference | undefined): Record<string, string> =>
  preference ? { 'Preference-Applied': preference.text } : {}
