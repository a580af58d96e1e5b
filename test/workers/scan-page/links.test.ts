/** What a crawl follows: its origin's pages, the client's patterns, and what robots.txt lets it. */
import { expect, test } from 'bun:test'
import { crawlable, openRobots } from '#workers/scan-page/links'

const rules = { start: 'https://a.test/', maxDepth: 3, maxPages: 100 }

test('links of the same origin are followed once, without fragments', () => {
  const links = [
    'https://a.test/1',
    'https://a.test/1#part',
    'https://a.test/2?x=1',
    'https://b.test/',
    'http://a.test/',
    'https://a.test:8443/',
    'mailto:a@a.test',
    'javascript:void 0',
    'https://u:p@a.test/',
    'nonsense',
  ]

  expect(crawlable(links, rules)).toEqual(['https://a.test/1', 'https://a.test/2?x=1'])
})

test('what is a file by its name is left out', () => {
  expect(crawlable(['https://a.test/a.PDF', 'https://a.test/b.zip?x', 'https://a.test/c.html'], rules)).toEqual([
    'https://a.test/c.html',
  ])
})

test('patterns choose by address or path, and leaving out wins', () => {
  const links = ['https://a.test/docs/1', 'https://a.test/docs/old/2', 'https://a.test/blog/3']

  expect(crawlable(links, { ...rules, include: ['/docs/*'], exclude: ['*/old/*'] })).toEqual(['https://a.test/docs/1'])
  expect(crawlable(links, { ...rules, include: ['https://a.test/blog/*'] })).toEqual(['https://a.test/blog/3'])
})

const answering = (status: number, text = '') => {
  const asked: string[] = []
  return {
    asked,
    robots: openRobots(async (url) => {
      asked.push(url)
      return { status, text }
    }),
  }
}

test('robots.txt is read once for an origin and obeyed', async () => {
  const { robots, asked } = answering(
    200,
    'User-agent: *\nDisallow: /private\nAllow: /private/open\n\nUser-agent: Other\nDisallow: /',
  )

  expect(await robots('https://a.test/')).toBe(true)
  expect(await robots('https://a.test/private/x')).toBe(false)
  expect(await robots('https://a.test/private/open')).toBe(true)
  expect(asked).toEqual(['https://a.test/robots.txt'])
})

test('our own name may be forbidden alone', async () => {
  const { robots } = answering(200, 'User-agent: AssayScan\nDisallow: /')

  expect(await robots('https://a.test/')).toBe(false)
})

test('a robots.txt that is not there forbids nothing; one that fails forbids everything', async () => {
  expect(await answering(404).robots('https://a.test/')).toBe(true)
  expect(await answering(503).robots('https://a.test/')).toBe(false)
  expect(
    await openRobots(async () => {
      throw new Error('no connection')
    })('https://a.test/'),
  ).toBe(false)
})
