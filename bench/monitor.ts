/**
 * A monitor of its own kind, in another language, follows the log over HTTP while traces come in, and holds it to all that it says.
 * `script/bench monitor [--minutes 10] [--rate 200]`: so many minutes. Prints Markdown; ends with 1 where they disagree.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeSetting, figure, goalLine, loadNow, markdownTable, numberOptions } from '#bench/report'
import { onStand, type Stand } from '#bench/stand'
import { openSql, type Sql } from '#db/client'
import { memoryOf, statOf } from '#shared/kernel/process/proc'
import { follow } from '#test/outside/monitor'

const options = numberOptions(process.argv.slice(2), { minutes: 10, rate: 200 })
const groupsASecond = 4

type Sent = { stored: number; refused: number }

/** So many traces a second, in groups, until it is called off. */
async function send(url: string, key: string, signal: AbortSignal): Promise<Sent> {
  const sent: Sent = { stored: 0, refused: 0 }
  const count = Math.max(1, Math.round(options.rate / groupsASecond))
  for (let dueAt = performance.now(); !signal.aborted; dueAt += 1000 / groupsASecond) {
    await Bun.sleep(Math.max(0, dueAt - performance.now()))
    const traces = Array.from({ length: count }, (_, at) => ({
      risk_score: (at * 37) % 80,
      risk_level: 'LOW',
      confidence: 0.9,
      system_source: `system-${at % 50}`,
      constitutional_compliance: true,
    }))
    const answer = await fetch(`${url}/traces/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(traces),
    })
    await answer.arrayBuffer()
    if (answer.status === 201) sent.stored += count
    else sent.refused += count
  }
  return sent
}

/** SHA-256 over the ids of the first nodes, in the order of their leaves, as the database has them. */
async function digestOf(sql: Sql, size: number): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256')
  for (let from = 0; from < size; from += 50_000) {
    const rows = await sql<{ id: Uint8Array }[]>`
      select n.id from edg_leaves l join edg_nodes n on n.id = l.node_id
      where l.leaf >= ${from} and l.leaf < ${Math.min(size, from + 50_000)} order by l.leaf`
    for (const { id } of rows) hasher.update(id)
  }
  return hasher.digest('hex')
}

async function untilThere(path: string): Promise<string> {
  for (;;) {
    try {
      const text = readFileSync(path, 'utf8').trim()
      if (text !== '') return text
    } catch {
      // Not written yet.
    }
    await Bun.sleep(100)
  }
}

async function bench(stand: Stand): Promise<boolean> {
  const url = await stand.copyDatabase('monitor')
  const witness = stand.start(['workers/witness/main.ts'], url)
  const ledger = stand.start(['workers/ledger/main.ts'], url)
  const api = await stand.startApi(['api/main.ts'], url)
  const key = await untilThere(join(stand.dataDir, 'log.pub'))
  const cosigner = (await untilThere(join(stand.dataDir, 'witness.pub'))).split('@')[0] ?? ''
  const over = new AbortController()
  const sending = send(api.url, stand.key, over.signal)
  const seen = await follow({
    prefix: `${api.url}/v1/tlog/1`,
    key,
    witnesses: [cosigner],
    bearer: stand.key,
    seconds: options.minutes * 60,
    every: 1,
    size: 1,
  })
  over.abort()
  const sent = await sending
  const sql = openSql({ url, name: 'assay-bench', poolSize: 1 })
  const isSame = seen.digest === (await digestOf(sql, seen.size))
  await sql.end({ timeout: 5 })
  const cpuMs = statOf(api.process.pid)?.cpuMs ?? Number.NaN
  const peak = (memoryOf(api.process.pid)?.peakBytes ?? Number.NaN) / 1e6
  await stand.end([api.process, ledger, witness])

  const rows = Object.entries({
    'traces stored': sent.stored,
    'traces refused': sent.refused,
    'leaves followed': seen.size,
    'checkpoints held to the log': seen.checkpoints,
    'of them cosigned': seen.cosigned,
    'proofs that it only grew': seen.consistency_proofs,
    'proofs that a leaf is in it': seen.inclusion_proofs,
    'tiles recomputed': seen.tiles,
    requests: seen.requests,
    'bytes read a leaf': seen.bytes / Math.max(1, seen.size),
    'API process, MB at most': peak,
    'API process, seconds of processor': cpuMs / 1000,
  })
  console.log(`\n### Followed for ${options.minutes} minutes\n`)
  console.log(
    markdownTable(
      ['', 'count'],
      rows.map(([name, value]) => [name, figure(value)]),
    ),
  )
  console.log(`\n- ${seen.agrees ? 'met' : 'MISSED'}: the monitor agrees${seen.what === null ? '' : `: ${seen.what}`}`)
  console.log(
    `- ${isSame ? 'met' : 'MISSED'}: its entries are the ids of the nodes that the database holds, in their order`,
  )
  console.log(
    goalLine(
      'checkpoints cosigned, at least 90 %',
      (100 * seen.cosigned) / seen.checkpoints,
      seen.cosigned >= 0.9 * seen.checkpoints,
      ' %',
    ),
  )
  return seen.agrees && isSame && seen.size > sent.stored / 2
}

let isFine = false
await onStand(async (stand) => {
  const command = `script/bench monitor ${process.argv.slice(2).join(' ')}`.trim()
  console.log(`## The log, followed from outside\n\n${await describeSetting(stand, command)}`)
  isFine = await bench(stand)
  console.log(`\nLoad average at the end: ${loadNow()}`)
})
process.exit(isFine ? 0 : 1)
