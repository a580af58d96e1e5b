/** Sitemaps: plain, nested, gzipped, broken, endless. */
import { expect, test } from 'bun:test'
import { parseSitemap, readSitemap } from '#workers/scan-page/sitemap'

const urlset = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc><image:image xmlns:image="x"><image:loc>https://a.test/pic.png</image:loc></image:image></url>`).join('')}</urlset>`
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>\n ${url} </loc><lastmod>2026-01-01</lastmod></sitemap>`).join('')}</sitemapindex>`

const reading = (files: Record<string, string | Uint8Array>) => {
  const asked: string[] = []
  const read = async (url: string): Promise<Uint8Array> => {
    asked.push(url)
    const file = files[url]
    if (file === undefined) throw new Error(`${url} answers 404`)
    return typeof file === 'string' ? new TextEncoder().encode(file) : file
  }
  return { read, asked }
}

test('pages come out once each, in their order, with their entities resolved, and pictures are no pages', async () => {
  const { read } = reading({
    'https://a.test/s.xml': urlset('https://a.test/1?a=1&amp;b=2', 'https://a.test/2', 'https://a.test/1?a=1&amp;b=2'),
  })

  const { pages } = await readSitemap('https://a.test/s.xml', 100, read)

  expect(pages).toEqual(['https://a.test/1?a=1&b=2', 'https://a.test/2'])
})

test('nested and gzipped ones are read, one that cannot be is named, and one that names itself is read once', async () => {
  const { read, asked } = reading({
    'https://a.test/s.xml': index('https://a.test/a.xml.gz', 'https://a.test/gone.xml', 'https://a.test/s.xml'),
    'https://a.test/a.xml.gz': Bun.gzipSync(urlset('https://a.test/1')),
  })

  const { pages, failed } = await readSitemap('https://a.test/s.xml', 100, read)

  expect(pages).toEqual(['https://a.test/1'])
  expect(failed).toEqual([{ url: 'https://a.test/gone.xml', message: 'https://a.test/gone.xml answers 404' }])
  expect(asked).toEqual(['https://a.test/s.xml', 'https://a.test/a.xml.gz', 'https://a.test/gone.xml'])
})

test('no more pages are taken than are wanted, and it is said that there are more', async () => {
  const { read } = reading({
    s: urlset(...Array.from({ length: 50 }, (_, number) => `https://a.test/${number}`)),
    index: index('s', 't'),
  })

  const cut = await readSitemap('s', 7, read)

  expect(cut).toMatchObject({ isCut: true, failed: [] })
  expect(cut.pages).toHaveLength(7)
  expect(await readSitemap('s', 50, read)).toMatchObject({ isCut: false })
  expect(await readSitemap('index', 50, read)).toMatchObject({ isCut: false, failed: [{ url: 't' }] })
})

test('what is nested too deep, comes after a thousand others, or too late, is named', async () => {
  const { read } = reading({
    '1': index('2', 'p'),
    '2': index('3'),
    '3': index('4', '5'),
    p: urlset('https://a.test/1'),
  })
  const wide = reading({ s: index(...Array.from({ length: 1005 }, (_, number) => `s${number}`)) })

  const deep = await readSitemap('1', 10, read)
  const many = await readSitemap('s', 10, async (url) =>
    url === 's' ? wide.read(url) : new TextEncoder().encode(urlset()),
  )
  const late = await readSitemap('1', 10, read, () => true)

  expect(deep.pages).toEqual(['https://a.test/1'])
  expect(deep.failed.map(({ url }) => url)).toEqual(['4', '5'])
  expect(many.failed.map(({ url }) => url)).toEqual(['s999', 's1000', 's1001', 's1002', 's1003', 's1004'])
  expect(late).toEqual({ pages: [], failed: [{ url: '1', message: expect.any(String) }], isCut: false })
})

test('a list of addresses is a sitemap too', () => {
  expect(parseSitemap('\uFEFFhttps://a.test/1\r\n\r\nhttps://a.test/2\n').pages).toEqual([
    'https://a.test/1',
    'https://a.test/2',
  ])
})

test.each([
  ['prose', 'this is not a sitemap'],
  ['cut off', '<urlset><url><loc>https://a.test/1</loc>'],
  ['an unknown entity', '<urlset><url><loc>&xxe;</loc></url></urlset>'],
])('%s is refused', async (_, text) => {
  const { read } = reading({ s: text })

  await expect(readSitemap('s', 10, read)).rejects.toThrow()
})

test('a bomb of gzip does not unfold', async () => {
  const { read } = reading({ s: Bun.gzipSync(new Uint8Array(60_000_000)) })

  await expect(readSitemap('s', 10, read)).rejects.toThrow()
})
