/** Wire shapes of connections: where a briefing is read from, what it takes to get in, and how it stands. */
import { type Static, type TSchema, Type as t } from '@sinclair/typebox'
import { adapterFailures } from '#db/documents/briefing'

const closed = { additionalProperties: false }
const nullable = <Schema extends TSchema>(schema: Schema) => t.Union([schema, t.Null()])
const word = (description: string, maxLength = 500) => t.String({ minLength: 1, maxLength, description })
const Url = t.String({
  format: 'uri',
  maxLength: 2000,
  description: 'An https address; http only where the operator allowed it.',
})
const Certificate = t.String({
  maxLength: 65_536,
  pattern: '^-----BEGIN CERTIFICATE-----',
  description: 'PEM: trusted besides the system’s, for this connection alone.',
})
const Secret = t.String({ minLength: 1, maxLength: 8192 })

/** Where mails that went out lie, and who the connection's owner is beside `user`. */
const aliases = t.Optional(
  t.Array(t.String({ minLength: 3, maxLength: 320 }), {
    maxItems: 50,
    description: 'Further addresses of the same person.',
  }),
)

const imap = {
  config: t.Object(
    {
      host: word('A name or an address.', 255),
      port: t.Integer({ minimum: 1, maximum: 65_535 }),
      security: t.Union([t.Literal('tls'), t.Literal('starttls'), t.Literal('none')], {
        description: 'starttls is never done without; none only where the operator allowed the address.',
      }),
      user: word('Whom the server knows.'),
      folders: t.Optional(
        t.Array(word('As the server calls it.', 255), { minItems: 1, maxItems: 50, uniqueItems: true }),
      ),
      ca: t.Optional(Certificate),
      aliases,
    },
    closed,
  ),
  secret: t.Union([t.Object({ password: Secret }, closed), t.Object({ access_token: Secret }, closed)]),
}
const caldav = {
  config: t.Object(
    {
      url: Url,
      user: word('Whom the server knows.'),
      calendars: t.Optional(
        t.Array(word('A display name or a path.', 500), { minItems: 1, maxItems: 100, uniqueItems: true }),
      ),
      ca: t.Optional(Certificate),
      aliases,
    },
    closed,
  ),
  secret: t.Object({ password: Secret }, closed),
}
const ics = { config: t.Object({ url: Url, ca: t.Optional(Certificate) }, closed), secret: t.Object({}, closed) }
const token = t.Object({ token: Secret }, closed)
const github = {
  config: t.Object(
    {
      base_url: t.Optional(Url),
      ca: t.Optional(Certificate),
      repositories: t.Optional(
        t.Array(t.String({ pattern: '^[\\w.-]+/[\\w.-]+$', maxLength: 200 }), {
          minItems: 1,
          maxItems: 200,
          uniqueItems: true,
        }),
      ),
    },
    closed,
  ),
  secret: token,
}
const forge = { config: t.Object({ base_url: Url, ca: t.Optional(Certificate) }, closed), secret: token }
const google = {
  config: t.Object({ user: word('The address of the account.', 320), aliases }, closed),
  secret: t.Object({ client_id: Secret, client_secret: Secret, refresh_token: Secret }, closed),
}

/** What each kind of connection is told and has to keep to itself. */
export const connectionTerms = {
  imap,
  caldav,
  ics,
  github,
  gitlab: forge,
  gitea: forge,
  gmail: google,
  google_calendar: google,
} as const
export type ConnectionKind = keyof typeof connectionTerms
export const connectionKinds = [
  'imap',
  'caldav',
  'ics',
  'github',
  'gitlab',
  'gitea',
  'gmail',
  'google_calendar',
] as const satisfies readonly ConnectionKind[]
export type ConfigOf<Kind extends ConnectionKind> = Static<(typeof connectionTerms)[Kind]['config']>
export type SecretOf<Kind extends ConnectionKind> = Static<(typeof connectionTerms)[Kind]['secret']>

const Label = t.String({ minLength: 1, maxLength: 100, description: 'What you call it.' })
const creating = <Kind extends ConnectionKind>(kind: Kind) =>
  t.Object(
    { kind: t.Literal(kind), label: Label, config: connectionTerms[kind].config, secret: connectionTerms[kind].secret },
    closed,
  )
export const CreateConnection = t.Union(connectionKinds.map(creating))
export type CreateConnection = Static<typeof CreateConnection>

export const connectionStates = ['new', 'ok', 'failing', 'paused'] as const

/** Never with a secret. */
export const Connection = t.Object({
  id: t.String({ format: 'uuid' }),
  kind: t.Union(connectionKinds.map((kind) => t.Literal(kind))),
  label: Label,
  config: t.Unknown({ description: 'As it was given, defaults filled in.' }),
  state: t.Union(
    connectionStates.map((state) => t.Literal(state)),
    { description: 'paused: a refused login is not tried again until the secret is another.' },
  ),
  error: nullable(
    t.Object({
      code: t.Union(adapterFailures.map((code) => t.Literal(code))),
      message: t.String(),
      retry_at: nullable(t.String({ format: 'date-time' })),
    }),
  ),
  failures: t.Integer({ minimum: 0, description: 'In a row.' }),
  items: t.Integer({ minimum: 0 }),
  synced_at: nullable(t.String({ format: 'date-time' })),
  next_sync_at: nullable(t.String({ format: 'date-time' })),
  created_at: t.String({ format: 'date-time' }),
})
export type Connection = Static<typeof Connection>

export const ConnectionList = t.Object({ connections: t.Array(Connection), total: t.Integer({ minimum: 0 }) })
export type ConnectionList = Static<typeof ConnectionList>

/** What a test came to. */
export const ConnectionTested = t.Object({
  reachable: t.Boolean(),
  error: Connection.properties.error,
  latency_ms: t.Integer({ minimum: 0 }),
})
export type ConnectionTested = Static<typeof ConnectionTested>

/** Of the kind of its connection, whole: what it was before is forgotten. */
export const ReplaceSecret = t.Object(
  { secret: t.Object({}, { additionalProperties: Secret, description: 'As the kind of the connection has it.' }) },
  closed,
)
export type ReplaceSecret = Static<typeof ReplaceSecret>

export const ConnectionQuery = t.Object(
  {
    verify: t.Union([t.Literal('lenient'), t.Literal('strict')], {
      default: 'lenient',
      description: 'strict: what cannot be reached is not made, and the answer is 400.',
    }),
  },
  closed,
)
