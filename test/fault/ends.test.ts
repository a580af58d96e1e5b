/** Every kind of process, told to end, ends in order and says that nothing went wrong. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Process, type Service, startService } from '#test/support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0 })
})
afterAll(() => service.stop())

const starts: Readonly<Record<string, () => Promise<Process | undefined>>> = {
  api: async () => service.apis[await service.startApi()],
  'generate-tree': () => service.startWorker('generate-tree'),
  'run-task': () => service.startWorker('run-task'),
  'scan-page': () => service.startWorker('scan-page'),
  ledger: () => service.startLedger(),
  witness: () => service.startWitness(),
  maintenance: () => service.startMaintenance(),
}

test.each(Object.keys(starts))(
  '%s',
  async (name) => {
    const one = await starts[name]?.()

    one?.kill('SIGTERM')

    expect([await one?.exited, one?.lines.filter((line) => /"level":"(error|fatal)"/.test(line))]).toEqual([0, []])
    expect(one?.lines.at(-1)).toContain('"stopped"')
  },
  90_000,
)
