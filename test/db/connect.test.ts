/** A Postgres that takes nobody in the clear, as managed ones do: what `sslmode` asks for is had or refused, by everything that connects. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '#cli/dev/postgres'
import { openSql } from '#db/client'
import { connect, shieldOf } from '#db/connect'
import { openCopying } from '#db/copying'
import { migrate } from '#db/migrate'
import { poolerInBetween } from '#db/own-session'
import { whenThere } from '#db/when-there'
import { selfSigned, signedByAuthority, testAuthority } from '#test/support/certificate'
import { until } from '#test/support/until'

const folder = mkdtempSync(join(tmpdir(), 'assay-shielded-'))
const authority = join(folder, 'authority.pem')
const other = join(folder, 'other.pem')
let server: EmbeddedPostgres

beforeAll(async () => {
  writeFileSync(authority, testAuthority)
  writeFileSync(other, selfSigned.cert)
  const dataDir = join(folder, 'data')
  const first = await startPostgres({ dataDir, isDurable: false })
  await first.stop()
  const cluster = join(dataDir, 'postgres')
  const { uid, gid } = statSync(cluster)
  const files = {
    'server.crt': signedByAuthority.cert,
    'server.key': signedByAuthority.key,
  }
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(cluster, name), text, { mode: 0o600 })
    chownSync(join(cluster, name), uid, gid)
  }
  server = await startPostgres({ dataDir, isDurable: false, settings: { ssl: 'on' } })
  // It says anew at each start who may come in.
  writeFileSync(join(cluster, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n')
  process.kill(server.pid, 'SIGHUP')
  await until(async () => (await outcomeAt('')).includes('no encryption'), { what: 'nobody to come in in the clear' })
})
afterAll(async () => {
  await server.stop('immediate')
  rmSync(folder, { recursive: true, force: true })
})

const at = (query: string) => `${server.url}${query}`

/** What becomes of an attempt: whether it is shielded, or why it was none. */
async function outcomeAt(query: string): Promise<string> {
  const seen = { value: '' }
  try {
    await whenThere(
      at(query),
      async (url) => {
        const sql = connect(url, { max: 1, connect_timeout: 2 })
        try {
          const [row] = await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
          seen.value = row?.ssl ? 'shielded' : 'in the clear'
        } finally {
          await sql.end({ timeout: 1 })
        }
      },
      { say: () => undefined, patienceMs: 0 },
    )
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  }
  return seen.value
}

test.each(['?sslmode=require', '?sslmode=prefer', '?sslmode=allow', '?sslmode=no-verify'])(
  '%s: shielded, whoever it is',
  async (query) => {
    expect(await outcomeAt(query)).toBe('shielded')
  },
)

test('with an authority, only whom that has signed', async () => {
  const outcomes: Record<string, string> = {}
  for (const mode of ['require', 'verify-ca', 'verify-full'])
    for (const [whose, path] of Object.entries({ its: authority, another: other }))
      outcomes[`${mode}, ${whose}`] = (await outcomeAt(`?sslmode=${mode}&sslrootcert=${path}`)).replace(/.*: /, '')

  const refused = 'unable to verify the first certificate'
  expect(outcomes).toEqual({
    'require, its': 'shielded',
    'require, another': refused,
    'verify-ca, its': 'shielded',
    'verify-ca, another': refused,
    'verify-full, its': 'shielded',
    'verify-full, another': refused,
  })
})

test('only verify-full asks for the name', () => {
  const checked = (mode: string) => {
    const { ssl } = shieldOf(`postgres://a@db.example/assay?sslmode=${mode}&sslrootcert=${authority}`)
    if (ssl === 'prefer') return undefined
    // Sound: as a certificate of TLS comes, as far as names are looked for in it.
    return ssl?.checkServerIdentity?.('', { subject: {}, subjectaltname: 'DNS:other.example' } as never)?.message
  }

  expect(checked('verify-full')).toContain('db.example')
  expect(checked('verify-ca')).toBeUndefined()
})

test.each([
  ['', 'no encryption'],
  ['?sslmode=disable', 'no encryption'],
  ['?sslmode=verify-full', 'cannot be used: unable to verify the first certificate'],
  ['?sslmode=strict', 'sslmode=strict, which is none of disable, allow, prefer, require, verify-ca, verify-full'],
  ['?sslmode=require&sslrootcert=system', 'says sslrootcert=system, which sslmode=verify-full alone goes with'],
  ['?sslmode=require&sslcrl=x', 'says sslcrl, which is not read here'],
  ['?sslrootcert=/nowhere/ca.pem', 'the sslrootcert of DATABASE_URL cannot be read: /nowhere/ca.pem: ENOENT'],
])('`%s` is refused in a sentence: %s', async (query, sentence) => {
  const outcome = await outcomeAt(query)

  expect(outcome).toContain(sentence)
  expect(outcome).not.toContain(new URL(server.url).password)
})

test('a store is made, spoken to and copied so, and nothing of it goes in the clear', async () => {
  const url = at(`?sslmode=verify-full&sslrootcert=${authority}`)
  await migrate(url)
  const sql = openSql({ url, name: 'assay-test', poolSize: 3 })
  const copying = openCopying(url, 'assay-test')

  const counts = await Promise.all([sql`select from traces`, copying`select from traces`, sql`select from pgboss.job`])
  const [open] = await sql<{ clear: number }[]>`
    select count(*)::int as clear from pg_stat_ssl join pg_stat_activity using (pid) where client_addr is not null and not ssl`
  const pooler = await poolerInBetween(url)

  await Promise.all([sql.end({ timeout: 1 }), copying.end({ timeout: 1 })])
  expect([counts.map(({ length }) => length), open?.clear, pooler]).toEqual([[0, 0, 0], 0, undefined])
})
