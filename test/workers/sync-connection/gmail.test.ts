/** Mails at Google, by the Gmail API of an emulator: listed, followed by history, never changed. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createEmulator, type Emulator } from 'emulate'
import { findFreePort } from '#cli/dev/ports'
import { syncContext } from '#test/support/imap'
import { AdapterError, type OpenConnection, type SyncState } from '#workers/sync-connection/adapters/adapter'
import { openGmailAdapter } from '#workers/sync-connection/adapters/gmail'

const user = 'me@example.com'
const client = { client_id: 'a-client', client_secret: 'a-client-secret' }
let google: Emulator
let proxy: Bun.Server<undefined>
/** Method and path of every request. */
let asked: string[] = []
let refreshToken = ''

beforeAll(async () => {
  google = await createEmulator({
    service: 'google',
    port: findFreePort(),
    seed: {
      google: {
        users: [{ email: user, name: 'Me' }],
        oauth_clients: [{ ...client, name: 'Tests', redirect_uris: ['http://127.0.0.1/back'] }],
        messages: Array.from({ length: 7 }, (_, n) => ({
          id: `mail${n}`,
          thread_id: `thread${n}`,
          user_email: user,
          from: 'Ada <ada@example.com>',
          to: user,
          subject: `Letter ${n}`,
          body_text: `Could you look at ${n}?`,
          body_html: `<p>Could you look at ${n}?</p><p style="display:none">hidden ${n}</p>`,
          label_ids: n === 5 ? ['SENT'] : n === 0 ? ['TRASH'] : ['INBOX', 'UNREAD'],
          date: `2026-11-1${n}T10:00:00Z`,
          message_id: `<${n}@example.com>`,
        })),
      },
    },
  })
  proxy = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      asked.push(`${request.method} ${pathname}`)
      return fetch(`${google.url}${pathname}${search}`, {
        method: request.method,
        headers: {
          authorization: request.headers.get('authorization') ?? '',
          'content-type': request.headers.get('content-type') ?? '',
        },
        ...(request.method === 'GET' ? {} : { body: await request.text() }),
      })
    },
  })
  refreshToken = await signIn()
})
afterAll(async () => {
  await proxy.stop(true)
  await google.close()
})

/** As a person would, once: through the page of the emulator. */
async function signIn(): Promise<string> {
  const back = 'http://127.0.0.1/back'
  const form = new URLSearchParams({
    email: user,
    redirect_uri: back,
    scope: 'https://www.googleapis.com/auth/gmail.readonly',
    state: 's',
    client_id: client.client_id,
  })
  const answer = await fetch(`${google.url}/o/oauth2/v2/auth/callback`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
  })
  const code = new URL(answer.headers.get('location') ?? '', back).searchParams.get('code') ?? ''
  const tokens = await fetch(`${google.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...client, code, grant_type: 'authorization_code', redirect_uri: back }),
  })
  return (await tokens.json()).refresh_token
}

const adapter = () => {
  const site = `http://127.0.0.1:${proxy.port}`
  return openGmailAdapter({ rootUrl: `${site}/`, tokenUrl: `${site}/oauth2/token` })
}
const connection = (over = {}): OpenConnection<'gmail'> => ({
  id: 'gmail',
  config: { user },
  secret: { ...client, refresh_token: refreshToken, ...over },
})
const sync = (state: SyncState, over = {}) => adapter().sync(connection(), state, syncContext(over))

test('mails come in pieces, the newest first, without what was thrown away', async () => {
  const first = await sync(null, { limit: 4 })
  const rest = await sync(first.state, { limit: 4 })

  expect(first).toMatchObject({ hasMore: true, isReset: false, gone: [] })
  expect(rest.hasMore).toBe(false)
  const mails = [...first.items, ...rest.items].flatMap((item) => (item.source === 'mail' ? [item] : []))
  expect(mails.map(({ key }) => key)).toEqual(['mail6', 'mail5', 'mail4', 'mail3', 'mail2', 'mail1'])
  expect(mails[1]).toMatchObject({ isOutgoing: true, folder: 'SENT' })
  expect(mails[2]).toMatchObject({
    subject: 'Letter 4',
    from: { name: 'Ada', address: 'ada@example.com' },
    messageId: '4@example.com',
    text: 'Could you look at 4?',
    hiddenText: 'hidden 4',
    isSeen: false,
    isOutgoing: false,
  })
})

test('what changed since is followed, what was deleted is gone', async () => {
  const { state } = await sync(null)
  const { access_token } = await (
    await fetch(`${google.url}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...client, refresh_token: refreshToken, grant_type: 'refresh_token' }),
    })
  ).json()
  const change = (method: string, path: string, body?: object) =>
    fetch(`${google.url}/gmail/v1/users/me/messages/${path}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  await change('POST', 'mail3/modify', { removeLabelIds: ['UNREAD'], addLabelIds: ['STARRED'] })
  await change('DELETE', 'mail1')

  const after = await sync(state)
  const nothing = await sync(after.state)

  expect(after.items).toMatchObject([{ key: 'mail3', isSeen: true, isFlagged: true }])
  expect(after.gone).toEqual(['mail1'])
  expect(nothing).toMatchObject({ items: [], gone: [], hasMore: false, isReset: false })
})

test('a history that reaches back no more is begun anew', async () => {
  const forgotten = openGmailAdapter({
    rootUrl: `http://127.0.0.1:${withoutHistory().port}/`,
    tokenUrl: `http://127.0.0.1:${proxy.port}/oauth2/token`,
  })

  const delta = await forgotten.sync(connection(), { historyId: '1', todo: [] }, syncContext())

  expect(delta.isReset).toBe(true)
  expect(delta.items.length).toBeGreaterThan(3)
})

/** 404 is what Google says of a mark that is too old. Ends with the process of the tests. */
function withoutHistory() {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      if (pathname.endsWith('/history'))
        return Response.json({ error: { code: 404, message: 'Not found' } }, { status: 404 })
      return fetch(`http://127.0.0.1:${proxy.port}${pathname}${search}`, { headers: request.headers })
    },
  })
}

test('a refresh token that is not accepted is a matter of credentials', async () => {
  const failure = adapter().test(connection({ refresh_token: 'another' }), syncContext())

  await expect(failure).rejects.toMatchObject({ code: 'CREDENTIALS' })
  await expect(failure).rejects.toBeInstanceOf(AdapterError)
})

test('nothing is ever asked for but to read, and a token', () => {
  expect(asked.filter((each) => !each.startsWith('GET '))).toEqual(
    asked.filter((each) => each === 'POST /oauth2/token'),
  )
  expect(asked.filter((each) => each.startsWith('GET ')).length).toBeGreaterThan(10)
  asked = []
})
