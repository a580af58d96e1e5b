/** The way into an account at Google: access by a refresh token, over the guarded way out, by methods that cannot write. */
import { auth } from '@googleapis/gmail'
import type { SecretOf } from '#shared/contracts/connections'
import { adapterFetch } from '#shared/egress/adapter-fetch'
import { type AdapterContext, AdapterError } from '#workers/sync-connection/adapters/adapter'
import { adapterErrorOf } from '#workers/sync-connection/adapters/http-errors'

/** Where Google is: elsewhere in tests alone. */
export type GoogleSites = { rootUrl?: string; tokenUrl?: string }

const googleToken = 'https://oauth2.googleapis.com/token'
const largestAnswer = 16 << 20
const answerMs = 20_000

/** What `gmail({ version, … })` and `calendar({ version, … })` are opened with. Nothing is tried twice here: syncs are. */
export function googleAccess(
  secret: SecretOf<'gmail' | 'google_calendar'>,
  { policy, signal }: Pick<AdapterContext, 'policy' | 'signal'>,
  { rootUrl, tokenUrl = googleToken }: GoogleSites = {},
) {
  const fetchImplementation = adapterFetch({
    policy,
    signal,
    maxBytes: largestAnswer,
    timeoutMs: answerMs,
    methods: ['GET'],
    postsTo: [tokenUrl],
  })
  const client = new auth.OAuth2({
    clientId: secret.client_id,
    clientSecret: secret.client_secret,
    endpoints: { oauth2TokenUrl: tokenUrl },
    transporterOptions: { fetchImplementation, retry: false },
  })
  client.setCredentials({ refresh_token: secret.refresh_token })
  return { auth: client, fetchImplementation, retry: false, ...(rootUrl === undefined ? {} : { rootUrl }) }
}

type Answered = { status?: unknown; response?: { data?: { error?: unknown } } }

/** @throws the error itself, where it is none of the other side's */
export function googleFailure(error: unknown, at: Date): AdapterError {
  const { status, response } = (typeof error === 'object' && error !== null ? error : {}) as Answered
  const told = response?.data?.error
  // Of the token's address. Source: RFC 6749, 5.2.
  if (status === 400 && (told === 'invalid_grant' || told === 'invalid_client' || told === 'unauthorized_client'))
    return new AdapterError('CREDENTIALS', 'Google does not accept the refresh token any more.')
  if (status === 403 && /ratelimitexceeded|quotaexceeded/i.test(JSON.stringify(told ?? '')))
    return new AdapterError('RATE_LIMITED', 'Google wants to be asked less often.')
  return adapterErrorOf(error, at)
}
