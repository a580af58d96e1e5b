/**
 * Briefings: GET /briefing from 10,000 stored items of five connections; a new mail until it is a ranked signal; a first sync beside calls.
 * `script/bench briefing [--items 10000] [--mails 3000] [--letters 20] [--requests 300]`: about ten minutes. A real Dovecot with real mail is read;
 * needs Debian's packages. Prints Markdown; ends with 1 where a goal is missed.
 */
import { type Paced, paced, shareOf } from '#bench/briefing/calls'
import { fillItems } from '#bench/briefing/fill'
import { type Mailboxes, openMailboxes } from '#bench/briefing/mailboxes'
import { inTurn, type Load, load, requestBytes } from '#bench/load'
import { facts } from '#bench/peers/plans'
import { describeSetting, figure, goalLine, loadNow, markdownTable, median, numberOptions } from '#bench/report'
import { cpuMicros, issueKey, onStand, orgId, postgresCpuMicros, type Stand } from '#bench/stand'
import { openSql, type Sql } from '#db/client'
import { openSigner } from '#shared/evidence/signing'

const options = numberOptions(process.argv.slice(2), { items: 10_000, mails: 3000, letters: 20, requests: 300 })
const goals = { briefingMs: 50, letterMs: 1000, callMs: 1000 }
/** Nothing is read anew for a call: what stands in the store is what is measured. */
const page = '/briefing?tz=Europe/Zurich&max_age=86400'
const misses: string[] = []

function judge(goal: string, value: number, isMet: boolean, unit: string): void {
  console.log(goalLine(goal, value, isMet, unit))
  if (!isMet) misses.push(goal)
}

type Field = {
  stand: Stand
  url: string
  sql: Sql
  boxes: Mailboxes
  /** CPU time so far of the API, of who makes briefings, and of Postgres, in µs. */
  meters: () => number[]
}

async function call<Body>({ url, stand }: Field, path: string, body?: unknown): Promise<Body> {
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${stand.key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`)
  // Made by the service as its contracts say.
  return (await answer.json()) as Body
}

async function addMailbox(field: Field, box: 0 | 1): Promise<string> {
  const asked = { kind: 'imap', label: field.boxes.address(box), ...field.boxes.login(box) }
  return (await call<{ id: string }>(field, '/connections?verify=strict', asked)).id
}

/** Until so many of its mails are in the store. @returns seconds. */
async function untilRead(field: Field, id: string, count: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const { items, error } = await call<{ items: number; error: unknown }>(field, `/connections/${id}`)
    const seconds = (performance.now() - startedAt) / 1000
    if (items >= count) return seconds
    if (error !== null || seconds > 900)
      throw new Error(`${items} of ${count} mails were read: ${JSON.stringify(error)}`)
    await Bun.sleep(200)
  }
}

async function measureBriefings(field: Field, mailbox: string): Promise<void> {
  const { stand, sql, url } = field
  const sealer = openSigner({ path: `${stand.dataDir}/keys/evidence-ed25519.pem` })
  const counts = await fillItems({ sql, sealer, orgId, mailbox, items: options.items, at: new Date() })
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  console.log(`\n### GET /briefing from ${total.toLocaleString('en')} items of ${counts.size} connections\n`)
  for (const [what, count] of counts) console.log(`- ${what}: ${count.toLocaleString('en')}`)
  const empty = await issueKey(stand, stand.templateUrl, { orgId: 'org_nobody', scopes: [] })
  const read: number[] = []
  for (let at = 0; at < 40; at += 1) {
    const askedAt = performance.now()
    await sql`select item_id, document from source_items where org_id = ${orgId} and document is not null`
    read.push(performance.now() - askedAt)
  }
  const firstAt = performance.now()
  const first = await call<{ sections: { total: number }[] }>(field, page)
  const firstMs = performance.now() - firstAt
  const under = (key: string, connections: number, path = page): Promise<Load> =>
    load({
      url,
      connections,
      seconds: 5,
      warmUpSeconds: 1,
      atLeast: options.requests,
      atMostSeconds: 60,
      next: inTurn([requestBytes('GET', path, key)]),
      meters: field.meters,
    })
  const nothing = await under(empty, 1)
  const alone = await under(stand.key, 1)
  const signals = await under(stand.key, 1, '/signals?limit=50&max_age=86400')
  const many = await under(stand.key, 8)
  const row = (what: string, { requests, p50, p95, p99, statuses, errors, used }: Load) => {
    const others = Object.keys(statuses).filter((status) => status !== '200')
    if (others.length > 0 || errors > 0) throw new Error(`${what}: answers of ${others.join()}, ${errors} broken`)
    return [what, String(requests), ...[p50, p95, p99, ...used.map((micros) => micros / 1000 / requests)].map(figure)]
  }
  console.log(
    `\n${markdownTable(
      ['', 'calls', 'p50 ms', 'p95 ms', 'p99 ms', 'CPU ms/call: API', 'worker', 'Postgres'],
      [
        [
          'the same rows read raw, one query',
          String(read.length),
          figure(median(read)),
          figure(shareOf(read, 0.95)),
          '–',
          '–',
          '–',
          '–',
        ],
        row('a briefing about nothing: no connections', nothing),
        row('GET /briefing', alone),
        row('GET /briefing, 8 at once', many),
        row('GET /signals, 50 of them', signals),
      ],
    )}\n`,
  )
  console.log(
    `- The first one, with nothing in memory: ${figure(firstMs)} ms; ${first.sections.map(({ total: shown }) => shown).join(', ')} signals by section`,
  )
  judge(`GET /briefing p95 <= ${goals.briefingMs} ms`, alone.p95, alone.p95 <= goals.briefingMs, ' ms')
}

/** Real letters put into the mailbox, each timed until it is among the signals, which nobody asks to be read anew. */
async function measureLetters(field: Field, mailbox: string): Promise<void> {
  await untilWatched(field, mailbox)
  const took: number[] = []
  for (let number = 0; number < options.letters; number += 1) {
    const subject = `Could you send me draft ${number} today?`
    const letter = [
      'From: Ann Example <ann@example.com>',
      `To: ${field.boxes.address(0)}`,
      `Subject: ${subject}`,
      `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <letter-${number}-${Date.now()}@example.com>`,
      '',
      `Hi,\r\n\r\ncould you please send me draft ${number} by tomorrow?\r\n\r\nThanks\r\nAnn`,
      '',
    ].join('\r\n')
    const since = encodeURIComponent(new Date(Date.now() - 2000).toISOString())
    const sentAt = performance.now()
    field.boxes.append(0, letter)
    for (;;) {
      const path = `/signals?source=mail&since=${since}&limit=20&max_age=86400&explain=short`
      const { signals } = await call<{ signals: { title: string }[] }>(field, path)
      const ms = performance.now() - sentAt
      if (signals.some(({ title }) => title === subject)) {
        took.push(ms)
        break
      }
      if (ms > 30_000) throw new Error(`letter ${number} is no signal after 30 s`)
      await Bun.sleep(10)
    }
    await Bun.sleep(300)
  }
  console.log(
    `\n### A new mail until it is a ranked signal\n\n- ${took.length} letters into Maildir of a real Dovecot, which tells by IDLE`,
  )
  console.log(
    `- p50 ${figure(median(took))} ms, p95 ${figure(shareOf(took, 0.95))} ms, most ${figure(Math.max(...took))} ms`,
  )
  const most = shareOf(took, 0.95)
  judge(`new mail to ranked signal p95 <= ${goals.letterMs} ms`, most, most <= goals.letterMs, ' ms')
}

async function untilWatched({ sql }: Field, mailbox: string): Promise<void> {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const [row] = await sql<{ watched: boolean }[]>`
      select watched_by is not null as watched from connections where connection_id = ${mailbox}`
    if (row?.watched) return Bun.sleep(1000)
    if (Date.now() > giveUpAt) throw new Error('nobody waits at the mailbox')
    await Bun.sleep(100)
  }
}

/** What others wait while a mailbox is read for the first time, beside what they waited just before. */
async function measureFirstSync(field: Field): Promise<void> {
  const { stand, url } = field
  const headers = { authorization: `Bearer ${stand.key}`, 'content-type': 'application/json' }
  const task = JSON.stringify({ type: 'governance.evaluate', payload: facts })
  const paces = [
    { what: 'GET /stats', ask: () => fetch(`${url}/stats`, { headers }) },
    { what: 'POST /tasks', ask: () => fetch(`${url}/tasks`, { method: 'POST', headers, body: task }) },
    { what: 'GET /briefing', ask: () => fetch(url + page, { headers }) },
  ]
  const beforeUntil = Date.now() + 15_000
  const before = await paced(paces, () => Date.now() > beforeUntil)
  const count = field.boxes.fill(1, options.mails)
  const id = await addMailbox(field, 1)
  let isRead = false
  const during = paced(paces, () => isRead)
  const seconds = await untilRead(field, id, count).finally(() => {
    isRead = true
  })
  const rows = (await during).map((each, at) => rowOf(each, before[at]))
  console.log(`\n### A first sync of ${count.toLocaleString('en')} mails, with calls beside it\n`)
  console.log(
    `- Read in ${figure(seconds)} s, ${figure(count / seconds)} mails a second, by one process; load ${loadNow()}\n`,
  )
  console.log(
    markdownTable(
      ['', 'calls before', 'p50 ms', 'p95 ms', 'most ms', 'calls during', 'p50 ms', 'p95 ms', 'most ms', 'failed'],
      rows.map(({ cells }) => cells),
    ),
  )
  const slowest = Math.max(...(await during).map(({ p95 }) => p95))
  const failed = (await during).reduce((sum, each) => sum + each.failed, 0)
  console.log('')
  judge(
    `p95 of every other call during it <= ${goals.callMs} ms, none refused`,
    slowest,
    slowest <= goals.callMs && failed === 0,
    ' ms',
  )
}

function rowOf(during: Paced, before: Paced | undefined): { cells: string[] } {
  const of = (each: Paced | undefined) =>
    each === undefined
      ? ['–', '–', '–', '–']
      : [String(each.calls), figure(each.p50), figure(each.p95), figure(each.most)]
  return { cells: [during.what, ...of(before), ...of(during), String(during.failed)] }
}

async function bench(stand: Stand, boxes: Mailboxes): Promise<void> {
  const env = {
    ADAPTER_ALLOW: boxes.allow,
    ...Object.fromEntries([...'ABCD'].map((area) => [`RATE_LIMIT_${area}_ENTERPRISE`, '100000000'])),
  }
  const api = await stand.startApi(['api/main.ts'], stand.templateUrl, env)
  const workers = ['sync-connection', 'gather-briefing', 'run-task'].map((job) =>
    stand.start(['workers/main.ts', job], stand.templateUrl, env),
  )
  const sql = openSql({ url: stand.templateUrl, name: 'assay-bench', poolSize: 2, statementTimeoutMs: 120_000 })
  const makers = workers[1]
  const meters = () => [
    cpuMicros(api.process.pid),
    cpuMicros(makers?.pid ?? Number.NaN),
    postgresCpuMicros(stand.postgres.pid),
  ]
  const field: Field = { stand, url: api.url, sql, boxes, meters }
  try {
    const count = boxes.fill(0, options.mails)
    const mailbox = await addMailbox(field, 0)
    const seconds = await untilRead(field, mailbox, count)
    console.error(`${count} mails were read in ${figure(seconds)} s; load ${loadNow()}`)
    await measureBriefings(field, mailbox)
    await measureLetters(field, mailbox)
    await measureFirstSync(field)
  } finally {
    await sql.end({ timeout: 5 })
    await stand.end([api.process, ...workers])
  }
}

const boxes = await openMailboxes()
if ('why' in boxes) {
  console.error(`there is nothing to measure with: ${boxes.why}`)
  process.exit(2)
}
try {
  await onStand(async (stand) => {
    const command = `script/bench briefing ${process.argv.slice(2).join(' ')}`.trim()
    console.log(`## Briefings\n\n${await describeSetting(stand, command)}`)
    await bench(stand, boxes)
    console.log(`\nLoad average at the end: ${loadNow()}`)
    await stand.close()
  })
} finally {
  await boxes.stop()
}
process.exit(misses.length > 0 ? 1 : 0)
