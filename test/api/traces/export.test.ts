/** GET /traces/export against a running service: what it holds, how it is written, and how it ends when something breaks. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import postgres from 'postgres'
import type { Trace, TraceInput } from '#shared/contracts/traces'
import { undocumentedIn } from '#test/contract/documented'
import { serverUrl } from '#test/support/database'
import { aTrace } from '#test/support/makers'
import { patient, type Service, startService } from '#test/support/service'
import { until } from '#test/support/until'

let service: Service
let orgs = 0

beforeAll(async () => {
  service = await startService({ workers: 0, env: patient })
})
afterAll(async () => {
  await service.stop()
})

/** An organisation of its own with these traces. */
async function anOrganisation(traces: TraceInput[], at: Service = service) {
  orgs += 1
  const { key } = await at.issueKey({ org: `org_export_${orgs}` })
  for (let start = 0; start < traces.length; start += 1000) {
    const raw = traces
      .slice(start, start + 1000)
      .map((trace) => JSON.stringify(trace))
      .join('\n')
    const { status } = await at.call('POST /traces/batch', {
      raw,
      headers: { 'content-type': 'application/x-ndjson' },
      key,
    })
    expect(status).toBe(201)
  }
  const open = (query = '', more: RequestInit = {}) =>
    fetch(`${at.urls[0]}/traces/export${query}`, { headers: { authorization: `Bearer ${key}` }, ...more })
  return {
    key,
    open,
    async exported(query = ''): Promise<Trace[]> {
      const text = await (await open(query)).text()
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    },
    /** What the list says, page after page. */
    async listed(query = ''): Promise<Trace[]> {
      const traces: Trace[] = []
      for (let cursor = ''; ; ) {
        const answer = await at.call(`GET /traces?limit=1000${query}${cursor}`, { key })
        const page = answer.body as { traces: Trace[]; next_cursor: string | null }
        traces.push(...page.traces)
        if (page.next_cursor === null) return traces
        cursor = `&cursor=${page.next_cursor}`
      }
    },
  }
}

const levels = ['LOW', 'MEDIUM', 'HIGH'] as const
const various = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aTrace({
      risk_score: index % 101,
      risk_level: levels[index % 3] ?? 'LOW',
      system_source: `s${index % 4}`,
      ...(index % 2 ? { flags: index % 5 ? ['a'] : ['a', 'b'] } : {}),
      ...(index % 7 ? {} : { metadata: { index, nested: [{ x: 0.1 }] }, recommendation: '' }),
    }),
  )

describe('what is exported', () => {
  test('everything that the list has, in its order, and nothing of another organisation', async () => {
    const ours = await anOrganisation(various(2345))
    const theirs = await anOrganisation(various(20))

    const exported = await ours.exported()

    expect(exported).toHaveLength(2345)
    expect(exported).toEqual(await ours.listed())
    const foreign = new Set((await theirs.exported()).map(({ trace_id }) => trace_id))
    expect(foreign.size).toBe(20)
    expect(exported.filter(({ trace_id }) => foreign.has(trace_id))).toEqual([])
  })

  test('with the same filters as the list', async () => {
    const { exported, listed } = await anOrganisation(various(500))
    const all = await listed()
    const from = encodeURIComponent(all[300]?.created_at ?? '')
    const to = encodeURIComponent((all[100]?.created_at ?? '').replace('Z', '+00:00'))
    const filters = [
      'system_source=s1',
      'risk_level=HIGH',
      'flag=b',
      `from=${from}`,
      `to=${to}`,
      `from=${from}&to=${to}&flag=a`,
    ]

    for (const filter of filters) {
      const found = await exported(`?${filter}`)
      expect(found).toEqual(await listed(`&${filter}`))
      expect(found.length).toBeLessThan(500)
      expect(found.length).toBeGreaterThan(0)
    }
    expect(await exported('?system_source=nobody')).toEqual([])
  })

  test('traces with much in them come whole, in pages that fit', async () => {
    const { exported, listed } = await anOrganisation(
      Array.from({ length: 30 }, (_, index) => aTrace({ metadata: { index, text: '\u00e4'.repeat(150_000) } })),
    )

    expect(await exported()).toEqual(await listed())
  })

  test('the path is not taken for the id of a trace', async () => {
    const { open } = await anOrganisation([])

    const answer = await open()

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="traces.ndjson"')
    expect(answer.headers.get('x-telemetry-store-version')).toBeTruthy()
    expect(await answer.text()).toBe('')
  })

  test('HEAD has the headers alone, another method is 405', async () => {
    const { open } = await anOrganisation(various(3))

    const head = await open('?format=csv', { method: 'HEAD' })

    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toStartWith('text/csv')
    expect(await head.text()).toBe('')
    const { status, headers } = await service.call('POST /traces/export', { body: {} })
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  test.each([
    'format=xml',
    'format=CSV',
    'limit=5',
    'risk_level=low',
    'from=yesterday',
    'flag=%00',
    'format=csv&format=csv',
  ])('?%s is 400', async (query) => {
    const answer = await service.call(`GET /traces/export?${query}`)

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'INVALID_REQUEST' } } })
  })

  test('without a key it is 401', async () => {
    expect(await service.call('GET /traces/export', { key: null })).toMatchObject({ status: 401 })
  })
})

describe('as CSV', () => {
  const odd = [
    aTrace({ recommendation: 'a, "quoted"; b' }),
    aTrace({ recommendation: 'two\nlines\r\nand\ra return' }),
    aTrace({ recommendation: '' }),
    aTrace({ recommendation: 'größer 漢字 😀' }),
    aTrace({ flags: [] }),
    aTrace({ flags: ['x,y', '"'], metadata: { a: [1, null, { b: 'c\n' }] } }),
    aTrace({ processing_time_ms: -5, adversarial_test: false, field_conditions: true, testing_mode: 'red_team' }),
    aTrace({ risk_score: 1e-7, confidence: 0.1 }),
  ]

  test('every cell reads back as the list has it', async () => {
    const { open, listed } = await anOrganisation([...odd, ...various(1200)])

    const [header = [], ...records] = parseCsv(await (await open('?format=csv')).text())

    expect(header).toEqual([
      ...['risk_score', 'risk_level', 'confidence', 'system_source', 'flags', 'recommendation'],
      ...['constitutional_compliance', 'trinity_layer', 'testing_mode', 'adversarial_test', 'field_conditions'],
      ...['processing_time_ms', 'metadata', 'trace_id', 'attribution_token', 'timestamp', 'created_at'],
    ])
    const texts = new Set(['risk_level', 'system_source', 'recommendation', 'testing_mode'])
    const read = records.map((cells) =>
      Object.fromEntries(
        header.map(String).flatMap((name, at) => {
          const cell = cells[at]
          if (typeof cell !== 'string') return []
          return [[name, texts.has(name) || /_id|token|timestamp|_at$/.test(name) ? cell : JSON.parse(cell)]]
        }),
      ),
    )
    expect(read as unknown[]).toEqual(await listed())
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\uff1d1'])(
    'the text %j cannot be run as a formula',
    async (recommendation) => {
      const { open } = await anOrganisation([aTrace({ recommendation, system_source: recommendation })])

      const [, cells] = parseCsv(await (await open('?format=csv')).text())

      expect([cells?.[3], cells?.[5]]).toEqual([`'${recommendation}`, `'${recommendation}`])
    },
  )

  test('with nothing to export there is the header', async () => {
    const { open } = await anOrganisation([])

    const answer = await open('?format=csv')

    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(parseCsv(await answer.text())).toHaveLength(1)
  })
})

describe('a transfer that is broken off', () => {
  /** Far more than the buffers between the service and a client that does not read. */
  const heavy = () =>
    Array.from({ length: 1500 }, (_, index) => aTrace({ metadata: { index, text: String(index % 10).repeat(15_000) } }))

  const endOf = (message: string) =>
    until(() => service.apis[0]?.lines.map(rowsOf(message)).find((rows) => rows !== undefined), { what: message })

  const rowsOf = (message: string) => (line: string) => {
    if (!line.includes(`"${message}"`)) return undefined
    const { rows }: { rows: number } = JSON.parse(line)
    return rows
  }

  test('by its reader: no more is read, and nothing stays open in the store', async () => {
    const { open: openExport, key } = await anOrganisation(heavy())
    const hangUp = new AbortController()

    const answer = await openExport('', { signal: hangUp.signal })
    await answer.body?.getReader().read()
    for (let times = 0; times < 50; times += 1) await service.call('GET /stats', { key })
    hangUp.abort()

    expect(await endOf('export given up by its reader')).toBeLessThan(1500)
    const [{ now } = { now: new Date() }] = await service.database.sql<{ now: Date }[]>`select clock_timestamp() as now`
    // What others began in the meantime is theirs.
    const open = () => service.database.sql`
      select state, query from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and state <> 'idle' and xact_start <= ${now}`
    expect(await until(async () => (await open()).length === 0, { what: 'nothing to be open in the store' })).toBe(true)
  })

  test('by the store: the reader sees a broken transfer, and the service lives on', async () => {
    const { open, exported } = await anOrganisation(heavy())
    const [{ name } = { name: '' }] = await service.database.sql<{ name: string }[]>`select current_database() as name`
    const admin = postgres(serverUrl(), { max: 1, onnotice: () => undefined })

    const answer = await open()
    const reader = answer.body?.getReader()
    await reader?.read()
    await admin.unsafe(`alter database ${name} with allow_connections false`)
    await admin`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and backend_type = 'client backend'`
    const rest = (async () => {
      while (!(await reader?.read())?.done);
    })()

    expect(answer.status).toBe(200)
    await expect(rest).rejects.toThrow()
    expect(await endOf('export cut off')).toBeLessThan(1500)

    await admin.unsafe(`alter database ${name} with allow_connections true`)
    await admin.end()
    expect(await until(async () => (await open()).status === 200, { what: 'the store to be back' })).toBe(true)
    expect(await exported()).toHaveLength(1500)
  })
})

/** RFC 4180, strictly. A quoted cell is text, also when empty; an unquoted empty cell is null. */
function parseCsv(text: string): (string | null)[][] {
  const records: (string | null)[][] = []
  let cells: (string | null)[] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  for (let at = 0; at < text.length; at = cell.lastIndex) {
    cell.lastIndex = at
    const found = cell.exec(text)
    if (!found) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 80)}`)
    const [, quoted, bare, end] = found
    cells.push(quoted === undefined ? bare || null : quoted.replaceAll('""', '"'))
    if (end === '\r\n') {
      records.push(cells)
      cells = []
    }
  }
  if (cells.length > 0) throw new Error('the last record has no end')
  return records
}

test('every status and header seen here is in the description of the API', async () => {
  expect(await undocumentedIn(service)).toEqual([])
})
