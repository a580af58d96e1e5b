/** Which waivers a scan is given: those that cover what it found, and no others. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { waiversFor } from '#db/queries/scans'
import { fitsWildcard } from '#shared/kernel/wildcard'
import { freshDatabase, type TestDatabase } from '#test/support/database'

let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase()
}, 60_000)
afterAll(() => database.drop())

const orgId = 'org_waivers'
const page = { url: 'https://a.test/shop/50%25_off!?a=b*c\\d', path: '/shop/50%25_off!?a=b*c\\d' }

type Odd = { fingerprint?: string; type?: string; url?: string; org_id?: string; expires_at?: Date; revoked_at?: Date }

let made = 0

/** Each a second later than the one before. */
async function waive({ fingerprint, type, url, org_id = orgId, expires_at, revoked_at }: Odd): Promise<string> {
  const waiverId = crypto.randomUUID()
  const createdAt = new Date(Date.UTC(2026, 0, 1) + 1000 * made++)
  await database.sql`
    insert into scan_waivers (waiver_id, org_id, fingerprint, type, url, reason, created_at, created_by, expires_at, revoked_at)
    values (${waiverId}, ${org_id}, ${fingerprint ?? null}, ${type ?? null}, ${url ?? null}, 'known', ${createdAt},
      'test', ${expires_at ?? null}, ${revoked_at ?? null})`
  return waiverId
}

test('a pattern covers in the store what it covers everywhere else', async () => {
  const patterns = [
    '*',
    page.path,
    page.url,
    '/shop/*',
    '*off!*',
    '/shop/50%*',
    '/shop/50__25*',
    '%',
    '_%',
    '*\\d',
    '*!',
    '*_o*',
  ]
  const types = patterns.map((_, at) => `type-${at}`)
  for (const [at, url] of patterns.entries()) await waive({ type: `type-${at}`, url })

  const found = await waiversFor(database.sql, orgId, { ...page, fingerprints: [], types })

  const covering = patterns.filter((pattern) => fitsWildcard(pattern, page.url) || fitsWildcard(pattern, page.path))
  expect(found.map(({ url }) => url ?? '').sort()).toEqual(covering.sort())
  expect(covering.length).toBeGreaterThan(4)
  expect(covering.length).toBeLessThan(patterns.length)
})

test('of one type the oldest that covers the page is given; none that ended, is another’s, or names another finding', async () => {
  const past = new Date(Date.now() - 1000)
  await waive({ type: 'label', url: '/elsewhere' })
  await waive({ type: 'label', expires_at: past })
  const oldest = await waive({ type: 'label' })
  await waive({ type: 'label', url: '/shop/*' })
  await waive({ type: 'label', org_id: 'org_other' })
  await waive({ fingerprint: 'f0' })
  const one = await waive({ fingerprint: 'f1' })
  await waive({ fingerprint: 'f2', revoked_at: past })

  const found = await waiversFor(database.sql, orgId, { ...page, fingerprints: ['f1', 'f2'], types: ['label'] })

  expect(found.map(({ waiver_id }) => waiver_id).sort()).toEqual([oldest, one].sort())
})
