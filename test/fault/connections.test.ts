/** Connections are cut: listeners once a second under load, and every client's when an API process ends. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { aTrace } from '#test/support/makers'
import { type Service, startService, unlimited } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
beforeAll(async () => {
  service = await startService({ apis: 2, workers: 1, env: unlimited })
})
afterAll(() => service.stop())

test('all listening connections killed once a second for ten seconds: no call times out', async () => {
  const created = await service.call('POST /traces', { body: aTrace() })
  const traceId = (created.body as { trace_id: string }).trace_id
  const statuses: Record<number, number> = {}
  let isOver = false
  const client = async () => {
    while (!isOver) {
      const { status } = await service.call('POST /generate', { body: { trace_id: traceId } })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  const clients = Array.from({ length: 10 }, client)

  let killed = 0
  for (let second = 0; second < 10; second += 1) {
    await Bun.sleep(1000)
    const rows = await service.database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`
    killed += rows.length
  }
  isOver = true
  await Promise.all(clients)

  expect(killed).toBeGreaterThan(10)
  expect(Object.keys(statuses)).toEqual(['200'])
})

test('SIGTERM under load: every request that was sent is answered', async () => {
  const api = service.apis[1]
  const { port } = new URL(service.urls[1] ?? '')
  const request = Buffer.from(
    `POST /traces HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\nContent-Type: application/json\r\nContent-Length: ${JSON.stringify(aTrace()).length}\r\n\r\n${JSON.stringify(aTrace())}`,
  )
  let answered = 0
  let cutOff = 0
  /** Keeps sending on one connection, opens another when told to, ends when nobody listens any more. */
  const client = () =>
    new Promise<void>((resolve) => {
      const open = () => {
        let received = ''
        let isWaiting = false
        const send = (socket: { write: (data: Buffer) => unknown }) => {
          received = ''
          isWaiting = true
          socket.write(request)
        }
        Bun.connect({
          hostname: '127.0.0.1',
          port: Number(port),
          socket: {
            open: send,
            data(socket, chunk) {
              received += chunk.toString('latin1')
              if (!isWhole(received)) return
              isWaiting = false
              answered += 1
              if (/\r\nconnection: close\r\n/i.test(received)) socket.end()
              else send(socket)
            },
            close() {
              if (isWaiting) cutOff += 1
              open()
            },
          },
        }).catch(() => resolve())
      }
      open()
    })
  const before = await storedTraces()
  const clients = Array.from({ length: 20 }, client)
  await until(() => answered > 500, { what: 'load' })

  api?.kill('SIGTERM')
  await Promise.all(clients)

  expect(await api?.exited).toBe(0)
  expect(cutOff).toBe(0)
  expect(await storedTraces()).toBe(before + answered)
})

const storedTraces = async () => (await service.database.sql`select 1 from traces`).length

/** Whether a response has come with its whole body. */
function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(received)?.[1]
  return end > 0 && received.length >= end + 4 + Number(length ?? 0)
}

test('SIGTERM in the middle of an export that is read slowly: the reader gets the whole of it', async () => {
  const count = 10_000
  const recommendation = 'x'.repeat(2500)
  for (let stored = 0; stored < count; stored += 5000) {
    const batch = Array.from({ length: 5000 }, () => aTrace({ system_source: 'exported', recommendation }))
    expect((await service.call('POST /traces/batch', { body: batch })).status).toBe(201)
  }
  const api = service.apis[await service.startApi()]
  const { port } = new URL(service.urls[service.apis.length - 1] ?? '')
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let received = 0
  let lines = 0
  let tail = ''
  const socket = connect(Number(port), '127.0.0.1')
  socket.on('data', (chunk) => {
    received += chunk.length
    lines += chunk.toString('latin1').split('"trace_id"').length - 1
    tail = (tail + chunk.toString('latin1')).slice(-5)
    // Paused until the process has been told to end and has stopped listening.
    if (received < 2_000_000 && !socket.isPaused()) socket.pause()
  })
  socket.on('close', () => close())
  socket.write(
    `GET /traces/export?system_source=exported HTTP/1.1\r\nhost: x\r\nconnection: close\r\nauthorization: Bearer ${service.key}\r\n\r\n`,
  )
  await until(() => socket.isPaused(), { what: 'the export to begin' })

  api?.kill('SIGTERM')
  await until(
    async () => {
      const refused = await fetch(`http://127.0.0.1:${port}/livez`).then(
        () => false,
        () => true,
      )
      return refused
    },
    { what: 'nobody to listen any more' },
  )
  received = 2_000_000
  socket.resume()
  await closed

  expect(tail).toBe('0\r\n\r\n')
  // A word may lie on the border of two chunks.
  expect(lines).toBeGreaterThan(count * 0.9)
  expect(await api?.exited).toBe(0)
})
