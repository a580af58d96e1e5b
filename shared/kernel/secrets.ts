/** Finds what looks like a secret in something that is about to be released, and takes it out. Pure. */

/** Where a secret was, as a JSON pointer, and what it looks like. Never the secret. */
export type FoundSecret = { at: string; kind: string }

type Shape = {
  kind: string
  pattern: RegExp
  /** A text without any of these holds none. Most texts are told by that alone. */
  signs: readonly string[]
  /** Whether the named group `secret`, or else the match, is as unlike a word as a secret is. */
  isStrange?: (secret: string) => boolean
}

/** Shannon's, in bits per character. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return -[...counts.values()].reduce((sum, n) => sum + (n / text.length) * Math.log2(n / text.length), 0)
}
const isLikeNoWord = (secret: string) => /\d/.test(secret) && entropyOf(secret) >= 3.5
const isBasicLogin = (secret: string) =>
  /^[\x20-\x7e]+:[\x20-\x7e]*$/.test(Buffer.from(secret, 'base64').toString('latin1'))

// A private key whole, also where its end was cut off, and where its line ends are written as \n.
const pem =
  /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----|$)/g
const pemEnd = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/

// Each by the shape that its issuer gives it (as gitleaks 8.30 has them too), so that digests and ids are never taken for
// one. Nothing is excepted for being a published example.
const shapes: readonly Shape[] = [
  { kind: 'private-key', pattern: pem, signs: ['PRIVATE KEY'] },
  {
    kind: 'putty-private-key',
    pattern: /PuTTY-User-Key-File-\d:[\s\S]*?(?:Private-MAC: [0-9a-f]+|$)/g,
    signs: ['PuTTY-User'],
  },
  { kind: 'age-key', pattern: /\bAGE-SECRET-KEY-1[02-9A-Z]{58}\b/g, signs: ['AGE-SECRET-KEY-1'] },
  { kind: 'assay-key', pattern: /\basy_[a-z]{1,16}_[A-Za-z0-9]{6,}_[A-Za-z0-9_-]{32,}/g, signs: ['asy_'] },
  {
    kind: 'aws-access-key',
    pattern: /\b(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b/g,
    signs: ['A3T', 'AKIA', 'ASIA', 'ABIA', 'ACCA'],
  },
  {
    kind: 'github-token',
    pattern: /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{60,}\b/g,
    signs: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  },
  {
    kind: 'gitlab-token',
    pattern: /\bgl(?:pat|ptt|dt|rt|cbt|soat|ft|imt|agent|oas)-[A-Za-z0-9_-]{20,}/g,
    signs: ['gl'],
  },
  {
    kind: 'slack-token',
    pattern: /\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{20,}|\bxapp-\d-[A-Za-z0-9-]{20,}/g,
    signs: ['xox', 'xapp-'],
  },
  {
    kind: 'slack-webhook',
    pattern: /hooks\.slack\.com\/(?:services|workflows|triggers)\/(?<secret>[A-Za-z0-9+/]{40,60})/g,
    signs: ['hooks.slack.com'],
  },
  {
    kind: 'stripe-key',
    pattern: /\b(?:[sr]k_(?:test|live|prod)|whsec)_[A-Za-z0-9]{10,}/g,
    signs: ['k_test_', 'k_live_', 'k_prod_', 'whsec_'],
  },
  { kind: 'model-provider-key', pattern: /\bsk-[A-Za-z0-9_-]{32,}/g, signs: ['sk-'] },
  { kind: 'google-key', pattern: /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g, signs: ['AIza'] },
  {
    kind: 'google-oauth',
    pattern: /\bGOCSPX-[0-9A-Za-z_-]{28}|\bya29\.[0-9A-Za-z_-]{40,}/g,
    signs: ['GOCSPX-', 'ya29.'],
  },
  { kind: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g, signs: ['npm_'] },
  { kind: 'pypi-token', pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,}/g, signs: ['pypi-AgE'] },
  { kind: 'huggingface-token', pattern: /\b(?:hf|api_org)_[A-Za-z]{34}\b/g, signs: ['hf_', 'api_org_'] },
  { kind: 'sendgrid-key', pattern: /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g, signs: ['SG.'] },
  { kind: 'digitalocean-token', pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g, signs: ['_v1_'] },
  { kind: 'docker-token', pattern: /\bdckr_[a-z]{3}_[A-Za-z0-9_-]{20,}/g, signs: ['dckr_'] },
  { kind: 'shopify-token', pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g, signs: ['shp'] },
  { kind: 'databricks-token', pattern: /\bdapi[a-f0-9]{32}(?:-\d)?\b/g, signs: ['dapi'] },
  { kind: 'vault-token', pattern: /\bhv[bs]\.[A-Za-z0-9_-]{60,}/g, signs: ['hvs.', 'hvb.'] },
  { kind: 'grafana-token', pattern: /\bgl(?:sa|c)_[A-Za-z0-9+/]{32,}/g, signs: ['glsa_', 'glc_'] },
  { kind: 'atlassian-token', pattern: /\bATATT3[A-Za-z0-9_=-]{150,}/g, signs: ['ATATT3'] },
  {
    kind: 'azure-secret',
    pattern: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.]{3}\dQ~[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~.-])/g,
    signs: ['Q~'],
  },
  {
    kind: 'jwt',
    // Begun once for each run of letters, and only where the rest is there: a text of nothing but beginnings takes no longer.
    pattern:
      /(?<![\w-])(?=[\w-]+\.eyJ[\w-]{10,}\.[\w-]{20})(?:\w*-)*?(?<secret>eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,})/g,
    signs: ['.eyJ'],
  },
  {
    kind: 'password-in-url',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@"'<>\\]{0,100}:(?<secret>[^\s/?#@"'<>[\]\\]{3,200})@/gi,
    signs: ['://'],
  },
  {
    kind: 'bearer-token',
    pattern: /\bBearer\s{1,3}(?<secret>[A-Za-z0-9._~+/-]{20,}={0,2})/gi,
    signs: ['earer', 'EARER'],
    isStrange: isLikeNoWord,
  },
  {
    kind: 'basic-login',
    pattern: /\bBasic\s{1,3}(?<secret>[A-Za-z0-9+/]{8,}={0,2})/gi,
    signs: ['asic', 'ASIC'],
    isStrange: isBasicLogin,
  },
  {
    // A word that says what follows is secret, and something that no dictionary has.
    kind: 'labelled-secret',
    pattern:
      /(?:passw(?:or)?d|passphrase|secret|api[_-]?key|(?:access|private|secret|account)[_-]?key|(?:access|auth|refresh|session|bearer)[_-]?token)\b["'`\\]{0,3}\s{0,3}(?:=>|:=|=|:)\s{0,3}["'`\\]{0,3}(?<secret>[A-Za-z0-9+/_=.~!@#$%^&*-]{20,})/gi,
    signs: ['assw', 'ASSW', 'assphrase', 'ASSPHRASE', 'ecret', 'ECRET', 'key', 'Key', 'KEY', 'oken', 'OKEN'],
    isStrange: isLikeNoWord,
  },
]

// Most texts hold none of the signs: one look tells.
const anySign = new RegExp(
  shapes
    .flatMap(({ signs }) => signs)
    .map((sign) => RegExp.escape(sign))
    .join('|'),
)

/** Members whose name alone says that their value is secret: then a short one counts too, if it is no word. */
const secretName =
  /(?:passw(?:or)?d|passphrase|secret|api[_-]?key|(?:access|private|secret|account)[_-]?key|(?:access|auth|refresh|session|bearer)[_-]?token)$/i
const isPassword = (value: string) =>
  !/\s/.test(value) && value.length >= 8 && value.length <= 4096 && /[^A-Za-z]/.test(value) && !isMark(value)

/** What stands where a secret was. */
export const secretMark = (kind: string) => `[redacted ${kind}]`
const isMark = (text: string) => /^\[redacted [a-z-]+\]$/.test(text)

/**
 * A value of JSON without what looks like a secret, in names of members too; in its place stands which kind it was.
 * Once more through it, nothing more is found.
 */
export function withoutSecrets<Value>(value: Value): { value: Value; found: FoundSecret[] } {
  const found: FoundSecret[] = []
  // Sound: nothing but texts is replaced, and by texts.
  return { value: cleaned(value, [], found) as Value, found }
}

function cleaned(value: unknown, path: readonly string[], found: FoundSecret[]): unknown {
  if (typeof value === 'string') return cleanedText(value, path, found)
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? cleanedList(value, path, found) : cleanedObject(value, path, found)
}

/** A private key may stand line by line. */
function cleanedList(list: readonly unknown[], path: readonly string[], found: FoundSecret[]): unknown[] {
  let isInKey = false
  return list.map((item, at) => {
    if (typeof item !== 'string') {
      isInKey = false
      return cleaned(item, [...path, String(at)], found)
    }
    const wasInKey = isInKey
    isInKey = isInKey || item.includes('PRIVATE KEY') ? opensKey(item, isInKey) : false
    return wasInKey ? secretMark('private-key') : cleanedText(item, [...path, String(at)], found)
  })
}

/** Whether a private key that is open, or begins in this text, goes on behind it. */
function opensKey(text: string, isOpen: boolean): boolean {
  const begin = text.search(/-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/)
  if (begin === -1 && !isOpen) return false
  return !pemEnd.test(text.slice(Math.max(0, begin)))
}

function cleanedObject(object: object, path: readonly string[], found: FoundSecret[]): Record<string, unknown> {
  const clean: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(object)) {
    const shown = freeName(cleanedText(name, path, found), clean)
    const place = [...path, shown]
    const isSecret = typeof member === 'string' && secretName.test(name) && isPassword(member)
    if (isSecret) found.push({ at: pointerOf(place), kind: 'labelled-secret' })
    // Not by assignment, which would take __proto__ for something else.
    Object.defineProperty(clean, shown, {
      value: isSecret ? secretMark('labelled-secret') : cleaned(member, place, found),
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  return clean
}

/** Two names that were two secrets must not become one. */
function freeName(name: string, taken: object): string {
  let free = name
  for (let n = 2; Object.hasOwn(taken, free); n++) free = `${name} ${n}`
  return free
}

function cleanedText(text: string, path: readonly string[], found: FoundSecret[]): string {
  if (!anySign.test(text)) return text
  let clean = text
  for (const { kind, pattern, signs, isStrange } of shapes) {
    if (!signs.some((sign) => clean.includes(sign))) continue
    clean = clean.replace(pattern, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1)
      const secret = secretOf(match, typeof groups === 'object' && groups !== null ? groups : {})
      if (isStrange && !isStrange(secret)) return match
      found.push({ at: pointerOf(path), kind })
      const from = match.lastIndexOf(secret)
      return match.slice(0, from) + secretMark(kind) + match.slice(from + secret.length)
    })
  }
  return clean
}

const secretOf = (match: string, groups: { secret?: unknown }): string =>
  groups.secret === undefined ? match : String(groups.secret)

/** A secret's place in a text: from `start` up to but without `end`. */
export type SecretPlace = { start: number; end: number; kind: string }

/** Where in a text something looks like a secret, in order; what overlaps is one, of the kind that begins first. */
export function secretsIn(text: string): SecretPlace[] {
  if (!anySign.test(text)) return []
  const places = shapes.flatMap(({ kind, pattern, signs, isStrange }) =>
    signs.some((sign) => text.includes(sign))
      ? Array.from(text.matchAll(pattern)).flatMap((match) => {
          const secret = secretOf(match[0], match.groups ?? {})
          if (isStrange && !isStrange(secret)) return []
          const start = match.index + match[0].lastIndexOf(secret)
          return [{ start, end: start + secret.length, kind }]
        })
      : [],
  )
  const joined: SecretPlace[] = []
  for (const place of places.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = joined.at(-1)
    if (last && place.start < last.end) last.end = Math.max(last.end, place.end)
    else joined.push(place)
  }
  return joined
}

const pointerOf = (path: readonly string[]): string =>
  path.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const placesTold = 3
const placeLength = 120

/** Where they were, in words for a person; the first few. */
export function placesOf(found: readonly FoundSecret[]): string {
  const told = found
    .slice(0, placesTold)
    .map(({ at, kind }) => `${kind} at ${at.length > placeLength ? `${at.slice(0, placeLength)}…` : at || 'its root'}`)
  return found.length > placesTold ? `${told.join(', ')} and ${found.length - placesTold} more` : told.join(', ')
}
