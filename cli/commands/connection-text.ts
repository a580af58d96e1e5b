/** Connections as a person reads them in a terminal: how each stands, what is wrong, and what to do about it. Pure. */
import { clean, painter, type TextStyle } from '#cli/terminal/paint'
import type { AdapterFailureCode } from '#db/documents/briefing'
import { countOf } from '#shared/accessibility/wording'
import type { Connection } from '#shared/contracts/connections'

type Failure = NonNullable<Connection['error']>

const advice: Record<AdapterFailureCode, string> = {
  ADDRESS_REFUSED: 'The service may not go there: whoever runs it names the address in ADAPTER_ALLOW.',
  UNREACHABLE:
    'Nothing answers there: look at the address and the port, and whether the service’s own machine may reach it.',
  CERTIFICATE: 'Where the server’s certificate is of an authority of your own, add the connection with --ca FILE.',
  TIMEOUT: 'It did not answer in time; it is tried again.',
  CREDENTIALS:
    'User or secret are wrong; many providers want an app password here. It is not tried again until the secret is another: connections secret.',
  FORBIDDEN: 'The login is right, but may not read this: give a secret that may, by connections secret.',
  NOT_FOUND:
    'The server knows no such thing: look at the address, and at the folders, calendars or repositories that were named.',
  RATE_LIMITED: 'It was asked too often; it is tried again when the server allows it.',
  UPSTREAM: 'The server has a fault of its own; it is tried again.',
  MALFORMED: 'What answers there does not speak what was expected: look at the address and at --security.',
  TOO_LARGE: 'What it holds is more than is read at once: name folders, calendars or repositories.',
  TRUNCATED: 'The line broke off; it is tried again.',
  SECRET_UNREADABLE:
    'The service’s SEALING_KEY is another than when the secret was given: give it again, by connections secret.',
  NOT_SYNCED_YET: 'It has not been read yet.',
}

/** What to do about it. A code that only a later service knows has no advice here. */
export const adviceOn = (code: string): string | undefined =>
  Object.hasOwn(advice, code) ? advice[asCode(code)] : undefined

/** A failure in its own words, when it is tried again, and what to do. */
export function failureLines({ code, message, retry_at: retryAt }: Failure, now: Date): string[] {
  const again = retryAt === null ? '' : `; tried again ${whenText(retryAt, now)}`
  const what = adviceOn(code)
  return [`${code}: ${clean(message)}${again}`, ...(what === undefined ? [] : [what])]
}

/** A line for each, and what is wrong with it below; how many there are. */
export function connectionsText(connections: readonly Connection[], style: TextStyle, now: Date): string {
  if (connections.length === 0) return 'no connections; add one: connections add imap\n'
  const rows = connections.map((each) => [
    each.state,
    clean(each.label),
    each.kind,
    countOf(each.items, 'item'),
    each.synced_at === null ? 'never read' : `read ${whenText(each.synced_at, now)}`,
    each.id,
  ])
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => Bun.stringWidth(row[at] ?? ''))))
  const paint = painter(style)
  const lines = connections.flatMap((each, at) => {
    const [state = '', label = '', ...others] = (rows[at] ?? []).map((cell, column) =>
      padded(cell, widths[column] ?? 0),
    )
    const said = paint(state, each.state === 'ok' ? 'pass' : each.state === 'new' ? 'dim' : 'fail')
    const below = each.error === null ? [] : failureLines(each.error, now).map((line) => paint(`  ${line}`, 'moderate'))
    return [[said, paint(label, 'bold'), ...others].join('  '), ...below]
  })
  return `${lines.join('\n')}\n`
}

const padded = (cell: string, columns: number) => cell + ' '.repeat(Math.max(0, columns - Bun.stringWidth(cell)))

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** `3 minutes ago`, `in 2 hours`, `now`. */
export function whenText(at: string, now: Date): string {
  const seconds = Math.round((Date.parse(at) - now.getTime()) / 1000)
  if (Number.isNaN(seconds)) return at
  const { unit, seconds: long } = steps.find((step) => Math.abs(seconds) >= step.seconds) ?? {
    unit: 'second',
    seconds: 1,
  }
  const count = countOf(Math.round(Math.abs(seconds) / long), unit)
  return seconds === 0 ? 'now' : seconds < 0 ? `${count} ago` : `in ${count}`
}

// Its own keys were just looked at.
const asCode = (code: string): AdapterFailureCode => code as AdapterFailureCode
