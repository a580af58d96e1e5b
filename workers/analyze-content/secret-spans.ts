/** Takes what looks like a secret out of what is said of a text: out of spans that show some of it, and out of what repeats it. Pure. */
import { type FoundSecret, type SecretPlace, secretMark, secretsIn, withoutSecrets } from '#shared/kernel/secrets'

type Place = { start: number; end: number }

/** Members that hold words of ours. */
const named = new Set(['type', 'act', 'kind', 'method'])

/**
 * A document about a content, without the secrets of that. Where one stands is still said, how long it is, and which characters
 * are around it.
 * @returns `found` with the places in the document.
 */
export function withoutSecretsOf<Said>(content: string, document: Said): { value: Said; found: FoundSecret[] } {
  const secrets = secretsIn(content)
  if (secrets.length === 0) return withoutSecrets(document)
  const taking: Taking = { content, secrets, found: [] }
  // Sound: nothing but texts is replaced, and by texts.
  const spared = spare(document, { path: [], touched: [], taking }) as Said
  const { value, found } = withoutSecrets(spared)
  return { value, found: [...taking.found, ...found] }
}

type Taking = { content: string; secrets: readonly SecretPlace[]; found: FoundSecret[] }

/** Where a value stands, and which secrets it is about: a part without a place of its own is about those of the whole. */
type Of = { path: readonly string[]; touched: readonly SecretPlace[]; taking: Taking }

function spare(value: unknown, of: Of): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { path, taking } = of
  if (Array.isArray(value)) return value.map((item, at) => spare(item, { ...of, path: [...path, String(at)] }))
  const places = placesIn(value)
  const touched = places.length > 0 ? places.flatMap((place) => overlapping(taking.secrets, place)) : of.touched
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      spareMember(value, name, member, { path: [...path, name], touched, taking }),
    ]),
  )
}

function spareMember(owner: object, name: string, member: unknown, of: Of): unknown {
  if (typeof member !== 'string') return spare(member, of)
  const { path, touched, taking } = of
  const [first] = touched
  if (!first || named.has(name)) return member
  if (name === 'text' && isPlace(owner)) {
    taking.found.push({ at: `/${path.join('/')}`, kind: first.kind })
    return shown(taking.content, owner, touched)
  }
  const repeated = touched.find((secret) => repeats(member, taking.content.slice(secret.start, secret.end)))
  if (!repeated) return member
  taking.found.push({ at: `/${path.join('/')}`, kind: repeated.kind })
  return secretMark(repeated.kind)
}

/** What a text says besides its own characters is about these. */
function placesIn(value: object): Place[] {
  if (isPlace(value)) return [value]
  const { span, spans }: { span?: unknown; spans?: unknown } = value
  return [span, ...(Array.isArray(spans) ? spans : [])].filter(isPlace)
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'start' in value &&
  typeof value.start === 'number' &&
  'end' in value &&
  typeof value.end === 'number'

/** The characters of a place, as many, each secret among them veiled, also where only some of it is among them. */
function shown(content: string, { start, end }: Place, secrets: readonly SecretPlace[]): string {
  let text = ''
  let from = start
  for (const secret of secrets) {
    const [first, last] = [Math.max(from, secret.start), Math.min(end, secret.end)]
    text += content.slice(from, first) + veil(secret.kind, last - first)
    from = last
  }
  return text + content.slice(from, end)
}

/** What a secret is, where there is room for it, in as many characters as it has. */
function veil(kind: string, length: number): string {
  const mark = secretMark(kind)
  return mark.length <= length ? mark.padEnd(length, '█') : '█'.repeat(length)
}

/** Of so many characters in common, in whatever case, nobody says that they are by chance. */
const tellingLength = 6

function repeats(text: string, secret: string): boolean {
  const [said, kept] = [text.toLowerCase(), secret.toLowerCase()]
  return said.includes(kept) || (said.length >= tellingLength && kept.includes(said))
}

/** Those of the secrets, which are in order and apart, that share characters with a place. */
function overlapping(secrets: readonly SecretPlace[], { start, end }: Place): SecretPlace[] {
  let [low, high] = [0, secrets.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((secrets[middle]?.end ?? 0) > start) high = middle
    else low = middle + 1
  }
  const touched: SecretPlace[] = []
  for (let at = low; at < secrets.length; at += 1) {
    const secret = secrets[at]
    if (!secret || secret.start >= end) break
    touched.push(secret)
  }
  return touched
}
