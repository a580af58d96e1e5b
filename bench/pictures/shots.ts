/** Pictures of pages for the bench: plain ones and ones full of photographs, short and long, each with a word changed and with a banner. */
import type { Page } from 'puppeteer'
import { makePage } from '#bench/made-pages'
import { openChromium } from '#test/support/chromium'

export type Shot = { png: Buffer }
export type ShotPage = { name: string; base: Shot; same: Shot; word: Shot; banner: Shot }

/** What a photograph is to a compressor: soft shapes under noise, the same each time. */
const photographs = `<script>{
  let state = 7
  const next = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648
  for (const place of document.querySelectorAll('article')) {
    const canvas = document.createElement('canvas')
    canvas.width = 240
    canvas.height = 160
    const context = canvas.getContext('2d')
    const pixels = context.createImageData(240, 160)
    for (let at = 0; at < pixels.data.length; at += 4) {
      const x = (at / 4) % 240
      const base = 110 + 60 * Math.sin(x / 40) + 40 * Math.cos(at / 40000)
      for (let channel = 0; channel < 3; channel += 1) pixels.data[at + channel] = base + 24 * next() + 10 * channel
      pixels.data[at + 3] = 255
    }
    context.putImageData(pixels, 0, 0)
    place.prepend(canvas)
  }
}</script>`

const css = `<style>body{font:16px/1.5 sans-serif;margin:0;color:#222}header,main,footer{padding:1rem;max-width:70rem;margin:auto}
nav ul{display:flex;gap:1rem;list-style:none;padding:0}.card{border:1px solid #ccc;border-radius:8px;padding:1rem;box-shadow:0 2px 8px #0002}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:1rem}td,th{border:1px solid #ccc;padding:.3rem}
.hero{background:linear-gradient(#345,#9ab);color:#fff;padding:2rem}</style>`

const width = 1280

export async function shootPages(): Promise<ShotPage[]> {
  const browser = await openChromium(['--hide-scrollbars'])
  try {
    const page = await browser.newPage()
    const shots: ShotPage[] = []
    for (const height of [720, 5000])
      for (const kind of ['plain', 'photographs']) shots.push(await shootPage(page, kind, height))
    return shots
  } finally {
    await browser.close()
  }
}

async function shootPage(page: Page, kind: string, height: number): Promise<ShotPage> {
  await page.setViewport({ width, height })
  const markup = makePage(7, 700).replace('<link rel="stylesheet" href="/style.css">', css)
  await page.setContent(kind === 'plain' ? markup : markup.replace('</body>', `${photographs}</body>`))
  const shoot = async () => ({ png: Buffer.from(await page.screenshot()) })
  const base = await shoot()
  const same = await shoot()
  await page.evaluate(() => {
    const text = document.querySelector('.card p')
    if (text) text.textContent = `Otherwise ${text.textContent?.slice(text.textContent.indexOf(' '))}`
  })
  const word = await shoot()
  await page.evaluate(() => {
    const text = document.querySelector('.card p')
    if (text) text.textContent = `${text.textContent?.slice('Otherwise '.length)}`
    const banner = document.createElement('div')
    banner.textContent = 'A notice that was not there before'
    banner.style.cssText = 'height:64px;line-height:64px;background:#fde68a;padding:0 2rem'
    document.body.prepend(banner)
  })
  const banner = await shoot()
  return { name: `${kind}, ${width} × ${height}`, base, same, word, banner }
}
