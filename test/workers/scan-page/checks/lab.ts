/** Pages made for one test each, served and looked at by our own checks in a real browser. */

import type { Page } from 'puppeteer'
import { readStandard } from '#shared/accessibility/standards'
import { openChromium } from '#test/support/chromium'
import { type CheckRun, runChecks, warmChecks } from '#workers/scan-page/checks/index'
import { look } from '#workers/scan-page/checks/look'
import { brakeOf, isOutOfTime, within } from '#workers/scan-page/engines/budget'
import type { Finding } from '#workers/scan-page/finding'

type Checked = {
  findings: Finding[]
  runs: CheckRun[]
  criteria: string[]
  /** What was found of a rule: "violation #menu". */
  of: (rule: string) => string[]
}

type Options = {
  standard?: string
  isWarm?: boolean
  explore?: boolean
  /** The frames of the page are looked at as well, each of which is an `iframe`. */
  hasFrames?: boolean
  /** Ends scripts that hang, as a scan does. */
  isBraked?: boolean
  after?: (page: Page) => Promise<void>
}

export type Lab = {
  /** @param html the page from its <body> on; a head with `lang="en"` and a title is put before it, unless it has its own. */
  check: (html: string, options?: Options) => Promise<Checked>
  /** What one rule that judges by looking finds of such a page, and nothing else: "violation #menu". */
  see: (rule: string, html: string) => Promise<string[]>
  /** What such a rule finds of each of several bodies. */
  seeEach: (rule: string, bodies: readonly string[]) => Promise<string[][]>
  /** The same of a rule that must press, type or wait for it. */
  checkEach: (rule: string, bodies: readonly string[]) => Promise<string[][]>
  /** Serves a page that others show in a frame. @returns its path. */
  serve: (html: string) => string
  close: () => Promise<void>
}

const files = { '/long.wav': wave(5), '/short.wav': wave(1) }

const head = '<!doctype html><html lang="en"><head><title>Garden tools</title></head>'

export async function openLab(): Promise<Lab> {
  const pages: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const { pathname } = new URL(url)
      const file = Object.entries(files).find(([path]) => path === pathname)?.[1]
      if (file) return new Response(file, { headers: { 'content-type': 'audio/wav' } })
      const page = pages[Number(pathname.slice(1))]
      return page === undefined
        ? new Response('not here', { status: 404 })
        : new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
  })
  const browser = await openChromium()
  let looking: Promise<Page> | undefined
  /** Left well by a check before, for the next one: what a new one costs is more than what is looked at in it. */
  let left: Page | undefined
  const takePage = async () => {
    const page = left ?? (await browser.newPage())
    left = undefined
    return page
  }
  const lab: Lab = {
    async check(
      html,
      {
        standard: name = 'WCAG 2.2 AAA',
        isWarm = false,
        explore = true,
        isBraked = false,
        hasFrames = false,
        after,
      } = {},
    ) {
      const standard = readStandard(name)
      if (!standard) throw new Error(`no standard ${name}`)
      pages.push(/<html/i.test(html) ? html : `${head}${html}`)
      const page = await takePage()
      let isWell = false
      try {
        await page.setViewport({ width: 1280, height: 900 })
        await page.goto(`${server.url.origin}/${pages.length - 1}`, { waitUntil: 'load' })
        if (isWarm) await warmChecks(page)
        const brake = isBraked ? await brakeOf(page) : undefined
        const { findings, runs, criteria } = await runChecks({
          page,
          standard,
          explore,
          ...(hasFrames && {
            frames: page.frames().map((frame) => ({ frame, path: frame.parentFrame() ? ['iframe'] : [] })),
          }),
          within: async (work, ms) => {
            try {
              return await within(work, ms)
            } catch (error) {
              if (isOutOfTime(error)) await brake?.pull()
              throw error
            }
          },
        })
        brake?.release()
        const broken = runs.filter((run) => run.state === 'failed')
        if (broken.length > 0) throw new Error(broken.map((run) => `${run.name}: ${run.reason}`).join('; '))
        await after?.(page)
        const of = (rule: string) =>
          findings
            .filter((each) => each.rule === rule)
            .map((each) => `${each.verdict} ${each.target.flat().join(' >>> ')}`)
        // One whose scripts were ended by force, or that somebody else has looked at, may be left in any state.
        isWell = brake === undefined && after === undefined && (await timeGoesOn(page))
        return { findings, runs, criteria, of }
      } finally {
        if (isWell && !left) left = page
        else await page.close()
      }
    },
    async see(rule, html) {
      const standard = readStandard('WCAG 2.2 AAA')
      if (!standard) throw new Error('no standard')
      // One page for all: opening one takes longer than looking at it.
      looking ??= browser.newPage()
      const page = await looking
      await page.setContent(`${head}<base href="https://garden.test/">${html}`)
      const { findings, pass } = await look([{ frame: page.mainFrame(), path: [] }], [rule], {
        standard,
        budgetMs: 5000,
      })
      const broken = pass.times.filter(({ error }) => error !== null)
      if (broken.length > 0) throw new Error(broken.map(({ name, error }) => `${name}: ${error}`).join('; '))
      return findings.map((each) => `${each.verdict} ${each.target.flat().join(' >>> ')}`)
    },
    async seeEach(rule, bodies) {
      const said: string[][] = []
      for (const html of bodies) said.push(await lab.see(rule, `<body>${html}`))
      return said
    },
    async checkEach(rule, bodies) {
      const said: string[][] = []
      for (const html of bodies) said.push((await lab.check(`<body>${html}`)).of(rule))
      return said
    },
    serve: (html) => `/${pages.push(html) - 1}`,
    async close() {
      await browser.close()
      await server.stop(true)
    },
  }
  return lab
}

/** A check that moves a page's clock on leaves it standing still. */
const timeGoesOn = (page: Page): Promise<boolean> =>
  within(page.evaluate('new Promise((done) => { setTimeout(done, 0) })'), 200).then(
    () => true,
    () => false,
  )

/** So many seconds of a tone: 8 bit, mono, 8 kHz. */
function wave(seconds: number): Blob {
  const samples = seconds * 8000
  const bytes = new DataView(new ArrayBuffer(44 + samples))
  const words: [number, string][] = [
    [0, 'RIFF'],
    [8, 'WAVE'],
    [12, 'fmt '],
    [36, 'data'],
  ]
  for (const [at, word] of words)
    for (let index = 0; index < 4; index += 1) bytes.setUint8(at + index, word.charCodeAt(index))
  bytes.setUint32(4, 36 + samples, true)
  bytes.setUint32(16, 16, true)
  bytes.setUint16(20, 1, true)
  bytes.setUint16(22, 1, true)
  bytes.setUint32(24, 8000, true)
  bytes.setUint32(28, 8000, true)
  bytes.setUint16(32, 1, true)
  bytes.setUint16(34, 8, true)
  bytes.setUint32(40, samples, true)
  for (let at = 0; at < samples; at += 1) bytes.setUint8(44 + at, 128 + Math.round(60 * Math.sin(at / 3)))
  return new Blob([bytes.buffer])
}
