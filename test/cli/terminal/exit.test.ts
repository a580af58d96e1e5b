/** How commands end: every exit code, a service that breaks off, and a reader that leaves. The service is a part of the test. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { watch as changesIn } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endOf, exitCodes } from '#cli/terminal/exit'
import type { Run } from '#shared/contracts/scans'
import { aReport } from '#test/api/scans/formats/makers'
import { runAssay, runAtTerminal, runShell } from '#test/support/assay'
import { until } from '#test/support/until'

type Reply = { status?: number; headers?: Record<string, string>; body: string; isCut?: boolean }
type Ask = { what: string; headers: Headers; at: number }

const folder = mkdtempSync(join(tmpdir(), 'assay-exit-'))
const runId = '9a51b204-b0f3-4f5e-8c64-8a3c1e7b2f0e'
const report = aReport({ score: 83 })
const run: Run = {
  runId,
  state: 'succeeded',
  progress: { done: 2, failed: 0, total: 2 },
  scores: { mean: 83, worst: 83 },
  topIssues: [],
  createdAt: '2026-05-20T00:00:00.000Z',
  finishedAt: '2026-05-20T00:00:10.000Z',
}
const result = {
  url: report.url,
  scanId: report.scanId,
  state: 'succeeded',
  score: 83,
  compliance: 'fail',
  issueCount: 2,
  error: null,
}
const large = `<p>${'x'.repeat(5_000_000)}</p>`

/** What the service answers; a test puts its own in place of some. */
const usual = (): Record<string, Reply> => ({
  'POST /api/scan': { headers: { 'x-scan-id': report.scanId }, body: '{}' },
  [`GET /api/scans/${report.scanId}`]: { body: JSON.stringify(report) },
  [`GET /api/scans/${report.scanId}?format=html`]: { body: large },
  'POST /api/scan-runs': { status: 202, body: JSON.stringify(run) },
  [`GET /api/scan-runs/${runId}`]: { body: JSON.stringify(run) },
  [`GET /api/scan-runs/${runId}/events`]: { body: `event: end\nid: 2\ndata: ${JSON.stringify(run)}\n\n` },
  [`GET /api/scan-runs/${runId}/results`]: { body: `${JSON.stringify(result)}\n` },
  [`GET /api/scan-runs/${runId}/report?format=json`]: { body: `[${JSON.stringify(report)}]` },
  [`GET /api/scan-runs/${runId}/report?format=junit`]: { body: '<testsuites/>\n' },
})
let replies = usual()
let asked: Ask[] = []
/** The next large answer comes by half, and its end never. */
let stall = false
beforeEach(() => {
  replies = usual()
  asked = []
})

/** Answers by hand, since a server of good manners never breaks off. */
const server = createServer((socket) => {
  socket.on('error', () => undefined)
  let text = ''
  socket.on('data', (piece) => {
    text += piece
    const [head = '', body] = text.split('\r\n\r\n', 2)
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
    if (body === undefined || body.length < length) return
    text = ''
    answer(socket, head)
  })
})

function answer(socket: Socket, head: string): void {
  const [line = '', ...lines] = head.split('\r\n')
  const what = line.split(' ').slice(0, 2).join(' ')
  const headers = new Headers(lines.map((each) => each.split(/: */, 2) as [string, string]))
  asked.push({ what, headers, at: performance.now() })
  const { status = 200, headers: more = {}, body, isCut = false } = replies[what] ?? { status: 404, body: '{}' }
  const fields = { ...more, 'content-length': Buffer.byteLength(body), connection: 'close' }
  const start = `HTTP/1.1 ${status} x\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
  if (isCut) socket.write(start + body.slice(0, Math.max(1, body.length / 2)), () => socket.destroy())
  else if (stall && body === large) socket.write(start + body.slice(0, body.length / 2))
  else socket.end(start + body)
}

let env: Record<string, string>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  env = { DATA_DIR: folder, ASSAY_URL: `http://127.0.0.1:${address.port}`, ASSAY_KEY: 'k' }
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const assay = (...args: string[]) => runAssay(args, { env })
const scan = (...more: string[]) => assay('scan', report.url, ...more)
const watch = (...more: string[]) => runAssay(['runs', 'submit', '-', '--watch', ...more], { env, input: report.url })
const cut = (what: string) => {
  replies[what] = { ...(replies[what] ?? { body: '{}' }), isCut: true }
}

const ways: Record<keyof typeof exitCodes, () => Promise<number>> = {
  ok: async () => (await scan('--fail-under', '83')).code,
  missed: async () => (await scan('--fail-under', '84')).code,
  usage: async () => (await scan('--fail-under', 'many')).code,
  unscanned: async () => (await runAssay(['scan', report.url, '--server', 'http://127.0.0.1:1'], { env })).code,
  fault: async () => {
    replies[`GET /api/scans/${report.scanId}`] = { body: 'null' }
    return (await scan()).code
  },
  interrupted: async () => {
    const open = { ...run, state: 'running', finishedAt: null }
    replies['POST /api/scan-runs'] = { status: 202, body: JSON.stringify(open) }
    replies[`GET /api/scan-runs/${runId}`] = { body: JSON.stringify(open) }
    replies[`GET /api/scan-runs/${runId}/events`] = { body: '' }
    const when = () =>
      until(() => asked.some(({ what }) => what.endsWith('/events')), {
        what: 'it to follow the run',
        timeoutMs: 40_000,
      })
    const { code, err } = await runAssay(['runs', 'submit', '--sitemap', report.url, '--watch'], {
      env,
      kill: { signal: 'SIGINT', when },
    })
    expect(err).toContain(`the run goes on: assay runs status ${runId}`)
    return code
  },
}

test.each(Object.entries(exitCodes))(
  'exit code "%s" is %i',
  async (name, code) => {
    expect(await ways[name as keyof typeof exitCodes]()).toBe(code)
  },
  20_000,
)

test('every --help has the table of exit codes', async () => {
  const helps = await Promise.all([assay('--help'), assay('scan', '--help'), assay('runs', 'results', '--help')])

  for (const { code, out } of helps) {
    expect(code).toBe(0)
    for (const each of Object.values(exitCodes)) expect(out).toMatch(new RegExp(`^ +${each} +\\w`, 'm'))
  }
}, 60_000)

test('a mistake on the line is 2 with every command, a database that is away is 3, and neither shows a stack', async () => {
  const nowhere = { ...env, DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' }
  const wrong = await Promise.all([
    assay(),
    assay('nothing'),
    assay('key', 'issue'),
    assay('verify', 'none.json'),
    assay('constitution', 'check', 'none.json'),
    scan('--key', 'a\nb'),
    runAssay(['key', 'list'], { env: { ...env, DATABASE_URL: 'nonsense' } }),
    runAssay(['doctor'], { env: { ...env, PORT: 'many' } }),
  ])
  const away = await runAssay(['key', 'list'], { env: nowhere })

  expect(wrong.map(({ code }) => code)).toEqual(wrong.map(() => 2))
  for (const { err } of wrong) expect(err).not.toMatch(/^ +at /m)
  expect([away.code, away.out]).toEqual([3, ''])
  expect(away.err).toStartWith('the database cannot be reached')
  expect(away.err.trim().split('\n')).toHaveLength(1)
  expect(endOf(Object.assign(new Error('no such file'), { code: 'ENOENT', path: '/x' })).code).toBe(exitCodes.fault)
}, 60_000)

const transfers: [string, string, () => ReturnType<typeof assay>][] = [
  ['the report', `GET /api/scans/${report.scanId}`, () => scan('--fail-under', '50')],
  ['a page to standard output', `GET /api/scans/${report.scanId}?format=html`, () => scan('--format', 'html')],
  [
    'a page into a file',
    `GET /api/scans/${report.scanId}?format=html`,
    () => scan('--format', 'html', '--output', join(folder, 'cut.html')),
  ],
  ['the lines of a run', `GET /api/scan-runs/${runId}/results`, () => assay('runs', 'results', runId)],
  [
    'the same as NDJSON',
    `GET /api/scan-runs/${runId}/results`,
    () => assay('runs', 'results', runId, '--format', 'ndjson'),
  ],
  [
    'the file of a run',
    `GET /api/scan-runs/${runId}/report?format=junit`,
    () => watch('--format', 'junit', '--output', join(folder, 'cut.xml')),
  ],
  [
    'what a threshold is held against',
    `GET /api/scan-runs/${runId}/report?format=json`,
    () => watch('--fail-under', '50'),
  ],
  ['the answer to a question', `GET /api/scan-runs/${runId}`, () => assay('runs', 'status', runId)],
]

test.each(transfers)(
  '%s that breaks off is exit code 3, said in one line, and no file',
  async (_name, what, act) => {
    cut(what)

    const { code, err } = await act()

    expect({ code, err }).toMatchObject({ code: 3, err: expect.stringContaining('broke off before its end') })
    expect(err).not.toMatch(/^ +at /m)
    expect(readdirSync(folder).filter((name) => /cut|part/.test(name))).toEqual([])
  },
  20_000,
)

test('an error whose text breaks off, and an answer that is not the service’s, are exit code 3', async () => {
  replies['POST /api/scan'] = { status: 500, body: '{"error":{"code":"INTERNAL_ERROR"', isCut: true }
  const broken = await scan()
  replies = usual()
  replies[`GET /api/scans/${report.scanId}`] = { body: '<h1>Welcome to our proxy</h1>' }
  const proxy = await scan()

  expect([broken.code, proxy.code]).toEqual([3, 3])
  expect(proxy.err).toContain('is not JSON')
}, 60_000)

test('a reader that leaves ends the output and not the judgement: the exit code is what it would have been', async () => {
  const met = await runShell(`{ assay scan ${report.url} --format html; echo "rc $?" >&2; } | head -c 10`, { env })
  const missed = await runShell(
    `{ assay scan ${report.url} --format html --fail-under 90; echo "rc $?" >&2; } | head -c 10`,
    { env },
  )
  const listed = await runShell('{ assay --help; echo "rc $?" >&2; } | head -n 1', { env })
  const small = await runShell(`{ sleep 0.2; assay runs status ${runId}; echo "rc $?" >&2; } | true`, { env })

  expect([met.out, met.err]).toEqual(['<p>xxxxxxx', 'rc 0\n'])
  expect(missed.err).toContain('missed: its score 83 is under 90')
  expect(missed.err).toEndWith('rc 1\n')
  expect([listed.out, listed.err]).toEqual(['Usage: assay [options] [command]\n', 'rc 0\n'])
  expect(small.err).toBe('rc 0\n')
}, 60_000)

test('an output that is full is exit code 2 and a sentence, with large results and small ones', async () => {
  const ways = await Promise.all([
    runShell(`assay scan ${report.url} --format html > /dev/full`, { env }),
    runShell(`assay scan ${report.url} > /dev/full`, { env }),
    runShell(`assay runs submit --sitemap ${report.url} > /dev/full`, { env }),
    runShell('assay doctor > /dev/full', { env }),
    runShell(`assay scan ${report.url} --format html --output /dev/full`, { env }),
  ])

  for (const { code, err } of ways) {
    expect([code, err]).toEqual([2, expect.stringMatching(/cannot be written: .*no space left/i)])
    expect(err).not.toMatch(/^ +at /m)
  }
}, 60_000)

test('a shorter report replaces a longer one wholly, and a command that is killed leaves the old one alone', async () => {
  const file = join(folder, 'report.html')
  writeFileSync(file, 'X'.repeat(6_000_000))
  const { code } = await scan('--format', 'html', '--output', file)
  const whole = readFileSync(file, 'utf8')
  // Half of it comes, and then nothing more.
  replies[`GET /api/scans/${report.scanId}?format=html`] = { headers: { 'content-type': 'text/html' }, body: large }
  stall = true
  const killed = await runAssay(['scan', report.url, '--format', 'html', '--output', file], {
    env,
    kill: {
      signal: 'SIGTERM',
      // In the very moment in which it is begun.
      when: async () => {
        for await (const { filename } of changesIn(folder)) if (filename?.endsWith('.part')) return
      },
    },
  })
  stall = false

  expect([code, whole === large]).toEqual([0, true])
  expect(killed.code).toBe(128 + 15)
  expect(readFileSync(file, 'utf8') === large).toBe(true)
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
}, 60_000)

test('thresholds, format and output without --watch are refused before anything is queued', async () => {
  const ways = await Promise.all(
    [
      ['--fail-on', 'serious'],
      ['--fail-under', '80'],
      ['--format', 'junit'],
      ['--output', join(folder, 'x')],
    ].map((more) => assay('runs', 'submit', '--sitemap', report.url, ...more)),
  )
  const both = await assay('runs', 'submit', '--sitemap', report.url, '--fail-on', 'none', '--fail-under', '1')

  for (const { code, err } of ways) expect([code, err]).toEqual([2, expect.stringContaining('goes with --watch')])
  expect([both.code, both.err]).toEqual([2, expect.stringMatching(/^--fail-under, --fail-on go with --watch/)])
  expect(asked).toEqual([])
}, 60_000)

test('an output that cannot be written is refused before anything is scanned', async () => {
  const nowhere = join(folder, 'no', 'such', 'folder')

  const codes = await Promise.all([scan('--output', nowhere), watch('--output', nowhere)])

  expect(codes.map(({ code }) => code)).toEqual([2, 2])
  expect(asked).toEqual([])
}, 60_000)

test('a patience of part of a second is waited, and no longer', async () => {
  replies['POST /api/scan'] = { status: 202, body: JSON.stringify({ job_id: 'j' }) }
  replies['GET /jobs/j'] = { body: JSON.stringify({ state: 'queued' }) }

  const { code, err } = await scan('--patience', '1.5')
  const waitedMs = performance.now() - (asked[0]?.at ?? 0)

  expect([code, err]).toEqual([3, 'no scan in 1.5 s; job j is queued and goes on\n'])
  expect(asked[0]?.headers.get('prefer')).toBe('wait=1')
  expect(waitedMs).toBeGreaterThan(1000)
  expect(waitedMs).toBeLessThan(5000)
}, 60_000)

test('what became of a run is its exit code, in every format', async () => {
  const codes = async () =>
    Promise.all(
      ['text', 'ndjson', 'junit'].map(
        async (format) => (await assay('runs', 'results', runId, '--format', format)).code,
      ),
    )
  const whole = await codes()
  const answer = (odd: Partial<Run>) => {
    replies[`GET /api/scan-runs/${runId}`] = { body: JSON.stringify({ ...run, ...odd }) }
  }
  answer({ progress: { done: 2, failed: 1, total: 2 } })
  const failed = await codes()
  const words = (await assay('runs', 'results', runId)).err
  answer({ state: 'canceled' })
  const canceled = await codes()
  answer({ state: 'running', finishedAt: null, progress: { done: 1, failed: 0, total: 2 } })
  const open = await codes()

  expect([whole, failed, canceled, open]).toEqual([
    [0, 0, 0],
    [3, 3, 3],
    [3, 3, 3],
    [3, 3, 3],
  ])
  expect(words).toBe('1 of 2 pages could not be scanned\n')
}, 60_000)

const red = '\u001B[31m'
const coloured = '\u001B['

test('at a terminal a report has colours, and none where NO_COLOR or a dumb terminal says so', async () => {
  const [plain, quiet, both, dumb, bar] = await Promise.all([
    runAtTerminal(['scan', report.url], env),
    runAtTerminal(['scan', report.url], { ...env, NO_COLOR: '1' }),
    runAtTerminal(['scan', report.url], { ...env, NO_COLOR: '1', FORCE_COLOR: '1' }),
    runAtTerminal(['scan', report.url], { ...env, TERM: 'dumb' }),
    runAtTerminal(['runs', 'submit', '--sitemap', report.url, '--watch'], { ...env, TERM: 'dumb' }),
  ])
  const piped = await runAssay(['scan', report.url], { env: { ...env, FORCE_COLOR: '1' } })

  expect(plain.out).toContain(coloured)
  for (const { code, out } of [quiet, both, dumb, bar]) {
    expect(code).toBe(0)
    expect(out).not.toContain(coloured)
  }
  expect(piped.out).toContain(coloured)
}, 60_000)

test('what is said at a terminal is not painted red', async () => {
  const { out } = await runAtTerminal(['runs', 'submit', '--sitemap', report.url, '--watch', '--fail-under', '90'], env)
  const refused = await runAtTerminal(['runs', 'submit', '--sitemap', report.url, '--fail-under', '90'], env)

  expect(out).toContain(`run ${runId}\r\n`)
  expect(out).toContain('missed: ')
  expect(out + refused.out).not.toContain(red)
}, 60_000)
