/** A mailbox from its connection to its items, over a real service, a real worker and a real Dovecot. */
import { afterAll, expect, test } from 'bun:test'
import { startDovecot } from '#test/servers/dovecot'
import { orWithout } from '#test/servers/needed'
import { letter } from '#test/support/imap'
import { type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

const dovecot = await orWithout('dovecot', startDovecot(['mailbox']))
let service: Service | undefined
afterAll(async () => {
  await service?.stop()
  await dovecot?.stop()
})

test.skipIf(dovecot === undefined)(
  'a mailbox that is connected is read, watched and forgotten, and no log says what was in it',
  async () => {
    if (!dovecot) return
    const letters = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({
        bytes: letter({
          id: `${from + n}`,
          subject: `Heliotrope ${from + n}`,
          text: 'Could you send the quince by noon?',
        }),
        at: new Date(),
      }))
    dovecot.seed('mailbox', '', letters(0, 5))
    service = await startService({
      job: 'sync-connection',
      env: { ADAPTER_ALLOW: '127.0.0.1/32:*', LOG_LEVEL: 'debug' },
    })
    const { database } = service
    const untilItems = (count: number) =>
      until(async () => (await database.sql`select 1 from source_items where document is not null`).length === count, {
        what: `${count} items`,
      })

    const made = await service.call('POST /connections?verify=strict', {
      body: {
        kind: 'imap',
        label: 'Mail',
        config: { host: 'localhost', port: dovecot.tlsPort, security: 'tls', user: 'mailbox', ca: dovecot.ca },
        secret: { password: dovecot.password },
      },
    })
    const refused = await service.call('POST /connections?verify=strict', {
      body: {
        kind: 'imap',
        label: 'Mail',
        config: { host: 'localhost', port: 1, security: 'tls', user: 'mailbox', ca: dovecot.ca },
        secret: { password: dovecot.password },
      },
    })
    await untilItems(5)
    await until(() => dovecot.wireLog('mailbox').includes(' IDLE'), { what: 'somebody to wait for mail' })
    dovecot.seed('mailbox', '', letters(5, 1))
    await untilItems(6)
    const { id } = made.body as { id: string }
    const deleted = await service.call(`DELETE /connections/${id}`)
    await untilItems(0)
    const said = [...service.apis, ...service.workers].flatMap(({ lines }) => lines).join('\n')

    expect([made.status, refused.status, deleted.status]).toEqual([201, 400, 204])
    expect(refused.body).toMatchObject({ error: { code: 'CONNECTION_UNREACHABLE' } })
    expect(said).toContain('sync-connection')
    expect(said).not.toMatch(/heliotrope|quince|ada@example|a password for tests/i)
    expect(dovecot.wireLog('mailbox')).not.toMatch(
      / (?:SELECT|STORE|EXPUNGE|APPEND|COPY|MOVE|CREATE|DELETE|RENAME|SUBSCRIBE) /,
    )
  },
)
