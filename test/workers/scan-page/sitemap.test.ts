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

test('no more pages are taken than are wanted', async () => {
  const { read } = reading({
    s: urlset(...Array.from({ length: 50 }, (_, number) => `https://a.test/${number}`)),
  })

  expect((await readSitemap('s', 7, read)).pages).toHaveLength(7)
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
