/** From a name to what may be dialled. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { dial } from '#shared/egress/dial'
import { openPolicy, resolveTarget } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import { type NameServer, startNameServer } from '#test/workers/page/name-server'

const policyOf = (answers: Record<string, string[]>, allow = '') =>
  openPolicy({ allow: readEgressAllow(allow), resolve: async (name) => answers[name] ?? [] })

let dns: NameServer
beforeAll(async () => {
  dns = await startNameServer()
})
afterAll(() => dns.close())

test('every address of a name must pass', async () => {
  const policy = policyOf({
    'good.test': ['93.184.216.34', '2606:4700::1111'],
    'mixed.test': ['93.184.216.34', '10.0.0.1'],
    'mixed6.test': ['93.184.216.34', '::1'],
    'inside.test': ['127.0.0.1'],
  })

  expect(await resolveTarget('good.test', 443, policy)).toEqual({
    ok: true,
    addresses: ['93.184.216.34', '2606:4700::1111'],
  })
  for (const name of ['mixed.test', 'mixed6.test', 'inside.test']) {
    expect(await resolveTarget(name, 443, policy)).toEqual({ ok: false, reason: 'address' })
  }
  expect(await resolveTarget('good.test', 22, policy)).toEqual({ ok: false, reason: 'port' })
})

test('a refusal never says what the name resolved to', async () => {
  const refused = await resolveTarget('a.test', 80, policyOf({ 'a.test': ['10.11.12.13'] }))

  expect(JSON.stringify(refused)).not.toContain('10.11')
})

test('a name without an address, a resolver that fails and one that never answers are all a name not found', async () => {
  const failing = openPolicy({ allow: [], resolve: () => Promise.reject(new Error('SERVFAIL')) })
  const silent = openPolicy({ allow: [], resolve: () => new Promise(() => undefined) })

  expect(await resolveTarget('none.test', 80, policyOf({}))).toEqual({ ok: false, reason: 'name_not_found' })
  expect(await resolveTarget('a.test', 80, failing)).toEqual({ ok: false, reason: 'name_not_found' })
  expect(await resolveTarget('a.test', 80, silent)).toEqual({ ok: false, reason: 'name_not_found' })
})

test('a written address and localhost are not asked for', async () => {
  let asked = 0
  const policy = openPolicy({
    allow: [],
    resolve: async () => {
      asked += 1
      return ['93.184.216.34']
    },
  })

  expect(await resolveTarget('8.8.8.8', 80, policy)).toEqual({ ok: true, addresses: ['8.8.8.8'] })
  expect(await resolveTarget('[2606:4700::1111]', 80, policy)).toEqual({ ok: true, addresses: ['2606:4700::1111'] })
  for (const host of ['localhost', 'x.localhost', '127.0.0.1', '[::1]']) {
    expect(await resolveTarget(host, 80, policy)).toEqual({ ok: false, reason: 'address' })
  }
  expect(asked).toBe(0)
})

test('a real name server is asked for both families', async () => {
  dns.answer('both.test', ['93.184.216.34', '2606:4700::1111'])
  dns.answer('hidden.test', ['93.184.216.34', 'fd00::1'])
  const policy = openPolicy({ allow: [], dnsServers: [dns.address] })

  expect(await resolveTarget('both.test', 443, policy)).toEqual({
    ok: true,
    addresses: ['93.184.216.34', '2606:4700::1111'],
  })
  expect(await resolveTarget('hidden.test', 443, policy)).toEqual({ ok: false, reason: 'address' })
  expect(await resolveTarget('absent.test', 443, policy)).toEqual({ ok: false, reason: 'name_not_found' })
})

test('the system’s resolver gives addresses, and the machine’s own are known', async () => {
  const policy = openPolicy({ allow: readEgressAllow('127.0.0.1:80') })

  expect(await policy.resolve('localhost')).toContain('127.0.0.1')
  expect(policy.own).not.toContain('127.0.0.1')
})

test('dialling reaches what is allowed, tells what is not there, and goes on to the next address', async () => {
  const server = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data: () => undefined } })
  const policy = policyOf(
    { 'two.test': ['127.0.0.2', '127.0.0.1'], 'gone.test': ['127.0.0.2'] },
    `127.0.0.0/8:${server.port}`,
  )

  const reached = await dial('two.test', server.port, { policy, connectMs: 1000 })
  const gone = await dial('gone.test', server.port, { policy, connectMs: 1000 })
  const refused = await dial('two.test', server.port + 1, { policy, connectMs: 1000 })

  expect(reached.ok && reached.socket.remoteAddress).toBe('127.0.0.1')
  expect(gone).toEqual({ ok: false, reason: 'unreachable' })
  expect(refused).toEqual({ ok: false, reason: 'address' })
  if (reached.ok) reached.socket.destroy()
  server.stop(true)
})

test('dialling gives up in time, and at once when it is called off', async () => {
  // RFC 5737's addresses answer nobody; opened here so that the dial happens at all.
  const policy = policyOf({}, '192.0.2.1:443')
  const startedAt = performance.now()

  const late = await dial('192.0.2.1', 443, { policy, connectMs: 200 })
  const off = await dial('192.0.2.1', 443, { policy, connectMs: 5000, signal: AbortSignal.timeout(50) })

  expect(late.ok).toBe(false)
  expect(off.ok).toBe(false)
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
