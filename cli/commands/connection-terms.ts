/** What each kind of connection has to be told, by which option, and how a person is asked for it. Pure. */

import type { AnswerRules } from '#cli/terminal/questions'
import { refusal } from '#cli/terminal/refusal'
import type { ConnectionKind } from '#shared/contracts/connections'

/** What the command line says of a new connection. */
export type TermFlags = {
  host?: string
  port?: string
  security?: string
  user?: string
  url?: string
  baseUrl?: string
  folder?: string[]
  calendar?: string[]
  repository?: string[]
  alias?: string[]
  /** PEM, read already. */
  ca?: string
}

type Config = Record<string, unknown>
type Term = {
  flag: keyof TermFlags
  /** In the config. */
  name: string
  isNumber?: true
  /** Left out where it is not given; otherwise asked for. */
  question?: string
  rules?: (config: Config) => AnswerRules
}
type SecretTerm = { name: string; question: string }

const securities = ['tls', 'starttls', 'none']
const oneOf = (allowed: readonly string[]) => (answer: string) =>
  allowed.includes(answer) ? undefined : `It is one of ${allowed.join(', ')}.`
const isPort = (answer: string) =>
  /^\d{1,5}$/.test(answer) && Number(answer) >= 1 && Number(answer) <= 65_535
    ? undefined
    : 'It is a whole number from 1 to 65535.'
const isAddress = (answer: string) =>
  /^https?:$/.test(URL.parse(answer)?.protocol ?? '') ? undefined : 'It begins with https://.'

const alias: Term = { flag: 'alias', name: 'aliases' }
const ca: Term = { flag: 'ca', name: 'ca' }
const user = (question: string): Term => ({ flag: 'user', name: 'user', question })
const address = (flag: 'url' | 'baseUrl', name: string, question: string, standard?: string): Term => ({
  flag,
  name,
  question,
  rules: () => ({ faultOf: isAddress, standard }),
})
const google = [user('Address of the account'), alias]

const termsOf: Record<ConnectionKind, readonly Term[]> = {
  imap: [
    { flag: 'host', name: 'host', question: 'Server' },
    {
      flag: 'security',
      name: 'security',
      question: 'Security: tls, starttls or none',
      rules: () => ({ standard: 'tls', faultOf: oneOf(securities) }),
    },
    {
      flag: 'port',
      name: 'port',
      isNumber: true,
      question: 'Port',
      rules: ({ security }) => ({ standard: security === 'tls' ? '993' : '143', faultOf: isPort }),
    },
    user('User'),
    { flag: 'folder', name: 'folders' },
    alias,
    ca,
  ],
  caldav: [
    address('url', 'url', 'Address of the calendars'),
    user('User'),
    { flag: 'calendar', name: 'calendars' },
    alias,
    ca,
  ],
  ics: [address('url', 'url', 'Address of the feed'), ca],
  github: [{ flag: 'baseUrl', name: 'base_url' }, { flag: 'repository', name: 'repositories' }, ca],
  gitlab: [address('baseUrl', 'base_url', 'Address', 'https://gitlab.com'), ca],
  gitea: [address('baseUrl', 'base_url', 'Address'), ca],
  gmail: google,
  google_calendar: google,
}

const token: SecretTerm[] = [{ name: 'token', question: 'Token' }]
const password: SecretTerm[] = [{ name: 'password', question: 'Password' }]
const googleSecret: SecretTerm[] = [
  { name: 'client_id', question: 'Client id' },
  { name: 'client_secret', question: 'Client secret' },
  { name: 'refresh_token', question: 'Refresh token' },
]
const secretTerms: Record<ConnectionKind, readonly SecretTerm[]> = {
  imap: password,
  caldav: password,
  ics: [],
  github: token,
  gitlab: token,
  gitea: token,
  gmail: googleSecret,
  google_calendar: googleSecret,
}

/** @param hasToken whether it is an access token in a password's place. @throws Refusal where there is none for that. */
export function secretTermsOf(kind: ConnectionKind, hasToken: boolean): readonly SecretTerm[] {
  if (!hasToken) return secretTerms[kind]
  if (kind !== 'imap') throw refusal(`--access-token is an imap's: what ${kind} takes is no password anyway`)
  return [{ name: 'access_token', question: 'Access token' }]
}

export const flagName = (flag: keyof TermFlags): string => `--${flag === 'baseUrl' ? 'base-url' : flag}`

/**
 * What the command line says, as the config's members, and what is still to be asked for.
 * @throws Refusal naming every option that the kind has no use for.
 */
export function readTerms(kind: ConnectionKind, flags: TermFlags): { config: Config; missing: readonly Term[] } {
  const terms = termsOf[kind]
  const given = Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag]))
  const strange = given.filter((flag) => !terms.some((term) => term.flag === flag))
  if (strange.length > 0)
    throw refusal(
      `${strange.map((flag) => flagName(asFlag(flag))).join(', ')}: of no use for ${kind}, which takes ${terms.map((term) => flagName(term.flag)).join(', ')}`,
    )
  const config: Config = {}
  const missing: Term[] = []
  for (const term of terms) {
    const value = flags[term.flag]
    if (value !== undefined) config[term.name] = termValue(term, value)
    else if (term.question !== undefined) missing.push(term)
  }
  return { config, missing }
}

/** As the config has it; what is no number stays what it is, and the service says what is wrong with it. */
export const termValue = ({ isNumber }: Term, value: string | string[]): unknown =>
  isNumber && typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value

/** What is left out stands for this, where a script says nothing: as a person is offered it. */
export function withStandards(config: Config, missing: readonly Term[]): { config: Config; lacking: string[] } {
  const whole = { ...config }
  const lacking: string[] = []
  for (const term of missing) {
    const { standard } = term.rules?.(whole) ?? {}
    if (standard === undefined) lacking.push(flagName(term.flag))
    else whole[term.name] = termValue(term, standard)
  }
  return { config: whole, lacking }
}

/** What it is called where nobody says otherwise. */
export function usualLabel(kind: ConnectionKind, config: Config): string {
  const { user: who, host, url, base_url: base } = config
  const place = [url, base].flatMap((each) => (typeof each === 'string' ? [URL.parse(each)?.hostname ?? ''] : []))[0]
  const named = [who, host, place].find((each) => typeof each === 'string' && each !== '')
  return named === undefined ? kind : `${kind} ${String(named)}`.slice(0, 100)
}

/**
 * The secret's members out of what came in on standard input: the secret itself, or a JSON object where there are several.
 * @throws Refusal saying what is expected; never with anything of what came.
 */
export function secretFrom(text: string, terms: readonly SecretTerm[]): Record<string, string> {
  const [only] = terms
  if (terms.length === 1 && only) {
    const secret = text.replace(/\r?\n$/, '')
    if (secret === '') throw refusal('--secret-stdin: standard input is empty')
    return { [only.name]: secret }
  }
  const names = terms.map(({ name }) => name)
  const expected = refusal(`--secret-stdin: expected a JSON object with ${names.join(', ')}`)
  const read = parsed(text)
  if (typeof read !== 'object' || read === null) throw expected
  const found = Object.entries(read).flatMap(([name, value]) =>
    names.includes(name) && typeof value === 'string' && value !== '' ? [[name, value] as const] : [],
  )
  if (found.length !== names.length) throw expected
  return Object.fromEntries(found)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// The names are the table's own.
const asFlag = (name: string): keyof TermFlags => name as keyof TermFlags
