/** Serves the planted set: each plant's two pages, and the pictures, sounds and frames that they show. */
import { photo } from '#bench/detection/source'
import { scriptPathOf, sheetPathOf } from '#bench/planted/page'
import type { Plant } from '#bench/planted/plant'
import { type SiteName, sites } from '#bench/planted/sites'
import { type Staging, stage } from '#bench/planted/staging'

/** `clip`: a short recording with sound and picture, for pages that show one. */
export function servePlants(plants: readonly Plant[], clip: Uint8Array<ArrayBuffer>, staging: Staging = 'written') {
  const staged = plants.map((plant) => stage(plant, staging))
  const byId = new Map(staged.map((each) => [each.plant.id, each]))
  const scripts = new Map(
    staged.flatMap(({ plant }) =>
      [true, false].map((isBroken) => [scriptPathOf(plant, isBroken), plant.script?.(isBroken)] as const),
    ),
  )
  const html = { 'content-type': 'text/html; charset=utf-8' }
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const { pathname } = new URL(request.url)
      const [, id = '', twin, part = ''] = /^\/planted\/([^/]+)\/(broken|repaired)(\/part)?$/.exec(pathname) ?? []
      const found = byId.get(id)
      if (found) return new Response(found.pageAt(twin === 'broken', part), { headers: html })
      const sheet = sheets.get(pathname)
      if (sheet) return new Response(sheet, { headers: { 'content-type': 'text/css; charset=utf-8' } })
      const script = scripts.get(pathname)
      if (script) return new Response(script, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
      if (/\.(?:jpe?g|png|webp)$/.test(pathname)) return picture(pathname)
      if (pathname.endsWith('.gif')) return new Response(movingGif, { headers: { 'content-type': 'image/gif' } })
      if (pathname.endsWith('.wav')) return ranged(request, tone, 'audio/wav')
      if (pathname.endsWith('.webm')) return ranged(request, clip, 'video/webm')
      if (pathname.endsWith('.vtt'))
        return new Response(
          pathname.includes('music') ? cuesOfMusic : pathname.includes('advert') ? cuesOfAdvert : cues,
          {
            headers: { 'content-type': 'text/vtt' },
          },
        )
      return new Response(elsewhere(pathname), { headers: html })
    },
  })
  const port = server.port ?? 0
  return {
    port,
    plants: staged.map(({ plant }) => plant),
    urlOf: ({ id }: Plant, isBroken: boolean) =>
      `http://127.0.0.1:${port}/planted/${id}/${isBroken ? 'broken' : 'repaired'}`,
    stop: () => server.stop(true),
  }
}

const sheets = new Map((Object.keys(sites) as SiteName[]).map((name) => [sheetPathOf(name), sites[name].css] as const))

function picture(path: string): Response {
  const seed = [...path].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003, 7)
  const [, bytes = ''] = photo(seed, 160, 120).split(',')
  return new Response(Buffer.from(bytes, 'base64'), { headers: { 'content-type': 'image/png' } })
}

const elsewhere = (path: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The page at ${path.replaceAll(/[^\w/-]/g, '')}</title></head><body><section aria-label="Elsewhere"><h1>The page at ${path.replaceAll(/[^\w/-]/g, '')}</h1><p>It is somewhere else.</p></section></body></html>`

const cues =
  'WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning, and welcome.\n\n00:02.000 --> 00:04.000\n[A bell rings]\n'

const cuesOfAdvert = 'WEBVTT\n\n00:00.000 --> 00:04.000\nCaptions brought to you by the friends of Tarn Radio\n'

const cuesOfMusic = 'WEBVTT\n\n00:00.000 --> 00:02.000\n[Music]\n'

/** Media elements seek by asking for a piece. */
function ranged(request: Request, bytes: Uint8Array<ArrayBuffer>, type: string): Response {
  const [, from] = /bytes=(\d+)-/.exec(request.headers.get('range') ?? '') ?? []
  const headers = { 'content-type': type, 'accept-ranges': 'bytes' }
  if (from === undefined) return new Response(bytes, { headers })
  return new Response(bytes.slice(Number(from)), {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` },
  })
}

const toneSeconds = 12
const samplesPerSecond = 8000

/** A tone, as WAV of 8 bits. */
const tone = ((): Uint8Array<ArrayBuffer> => {
  const length = toneSeconds * samplesPerSecond
  const bytes = new Uint8Array(44 + length)
  const view = new DataView(bytes.buffer)
  const word = (at: number, text: string) => bytes.set(new TextEncoder().encode(text), at)
  word(0, 'RIFF')
  view.setUint32(4, 36 + length, true)
  word(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, samplesPerSecond, true)
  view.setUint32(28, samplesPerSecond, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  word(36, 'data')
  view.setUint32(40, length, true)
  for (let at = 0; at < length; at += 1) bytes[44 + at] = 128 + Math.round(90 * Math.sin(at / 3))
  return bytes
})()

/** Two pictures of 8 by 8, one after the other without end: black and white, half a second each. */
const movingGif = ((): Uint8Array<ArrayBuffer> => {
  const frame = (color: 0 | 1) => [
    ...[0x21, 0xf9, 4, 0, 50, 0, 0, 0],
    ...[0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0],
    ...codedPixels(color),
  ]
  return new Uint8Array([
    ...new TextEncoder().encode('GIF89a'),
    ...[8, 0, 8, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...[0x21, 0xff, 11, ...new TextEncoder().encode('NETSCAPE2.0'), 3, 1, 0, 0, 0],
    ...frame(0),
    ...frame(1),
    0x3b,
  ])
})()

/** 64 pixels of one colour as LZW without its savings: the table is cleared before it would grow a code wider. */
function codedPixels(color: 0 | 1): number[] {
  const codes = Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? [4, color] : [color])).flat()
  const bits = [...codes, 5].flatMap((code) => [code & 1, (code >> 1) & 1, (code >> 2) & 1])
  const bytes = Array.from({ length: Math.ceil(bits.length / 8) }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit, place) => sum | (bit << place), 0),
  )
  return [2, bytes.length, ...bytes, 0]
}
