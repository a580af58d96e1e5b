/** Which document a scan is about, and where in it things stand: redirects, steps, charsets, XML. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { ScanAccess, ScanLook } from '#shared/contracts/scans'
import { ServiceError } from '#shared/kernel/errors'
import { openPageBrowser } from '#test/support/page-browser'
import { aPage, type Pages, servePages } from '#test/support/pages'
import type { BrowserPool } from '#workers/page/browser-pool'
import { watchDocuments } from '#workers/page/documents'
import { type Loaded, loadPage } from '#workers/page/load'
import { openLocator } from '#workers/scan-page/locate'
import { subjectsOf } from '#workers/scan-page/subjects'

let site: Pages
let browser: BrowserPool

beforeAll(async () => {
  site = servePages()
  browser = await openPageBrowser(site.env.EGRESS_ALLOW)
}, 60_000)
afterAll(async () => {
  await browser?.close()
  await site.stop()
})

type Asked = { access?: ScanAccess; look?: ScanLook; timeoutMs?: number }
type LoadedAndFound = Loaded & { at: string }

/** Loads a page and locates its `#it`. */
function load(path: string, { access = {}, look = {}, timeoutMs = 20_000 }: Asked = {}): Promise<LoadedAndFound> {
  return browser.visit(
    {
      deadlineMs: timeoutMs,
      signal: new AbortController().signal,
      viewport: { width: 1000, height: 700 },
      colorScheme: 'light',
      reducedMotion: false,
    },
    async (visit) => {
      const documents = watchDocuments(visit.page)
      const meanwhile = async () => undefined
      const loaded = await loadPage(visit, documents, { url: site.url + path, look, access, timeoutMs, meanwhile })
      const target = ['#it']
      const subjects = await subjectsOf(visit.page, [{ target }])
      documents.stop()
      const { source, documentType } = loaded
      const locate = openLocator({ page: source, pageType: documentType, frames: new Map() }, subjects.frames)
      return { ...loaded, at: locate(subjects.of({ target })) }
    },
  )
}

async function refusalOf(loading: Promise<unknown>): Promise<ServiceError> {
  const error = await loading.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ServiceError)) throw new Error('it was not refused', { cause: error })
  return error
}

const clicking = (selector: string): ScanAccess => ({ steps: [{ action: 'click', selector }] })
const typed = (type: string, body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type, ...more } })

describe('after steps the last document is what is judged', () => {
  const home = aPage('<p>You are in.</p>\n<img id="it">', 'Home')
  const login = (script: string, more = '') =>
    aPage(`<button id="go" onclick="${script}">Sign in</button>${more}`, 'Login')

  beforeAll(() => {
    site.pages.set('/home', home)
    site.pages.set('/text', () => typed('text/plain', 'words'))
    site.pages.set('/cookie-home', (request) =>
      request.headers.get('cookie')?.includes('in=1') ? typed('text/html', home) : typed('text/html', 'no', {}, 403),
    )
    site.pages.set('/api/login', async () => {
      await Bun.sleep(400)
      return typed('application/json', '{}', { 'set-cookie': 'in=1; Path=/' })
    })
    site.pages.set('/form', (request) =>
      request.method === 'POST'
        ? new Response(null, { status: 303, headers: { location: '/cookie-home', 'set-cookie': 'in=1; Path=/' } })
        : typed('text/html', aPage('<form method="post"><button id="go">Sign in</button></form>')),
    )
    site.pages.set('/slow-home', async () => {
      await Bun.sleep(600)
      return typed('text/html; charset=utf-8', home)
    })
  })

  const whole = { status: 200, title: 'Home', at: '6:1', source: home, sourceBytes: home.length }

  test('a link', async () => {
    site.pages.set('/a', login(`location.href = '/home'`))

    expect(await load('/a', { access: clicking('#go') })).toMatchObject({ ...whole, finalUrl: `${site.url}/home` })
  })

  test('a form that is posted and redirected from', async () => {
    const loaded = await load('/form', { access: clicking('#go') })

    expect(loaded).toMatchObject({ ...whole, finalUrl: `${site.url}/cookie-home` })
  })

  test('a script that asks a server first, and then goes on', async () => {
    site.pages.set(
      '/a',
      login(`fetch('/api/login', { method: 'POST' }).then(() => { location.href = '/cookie-home' })`),
    )

    expect(await load('/a', { access: clicking('#go') })).toMatchObject({
      ...whole,
      finalUrl: `${site.url}/cookie-home`,
    })
  })

  test('an answer that takes its time: the next step is done in the page that it brings', async () => {
    site.pages.set('/a', login(`location.href = '/slow-next'`))
    site.pages.set('/slow-next', async () => {
      await Bun.sleep(500)
      return typed('text/html', login(`location.href = '/slow-home'`).replace('Login', 'Second'))
    })

    const access: ScanAccess = {
      steps: [
        { action: 'click', selector: '#go' },
        { action: 'press', key: 'Tab' },
        { action: 'click', selector: '#go' },
      ],
    }
    expect(await load('/a', { access })).toMatchObject({ ...whole, finalUrl: `${site.url}/slow-home` })
  })

  test('a navigation that is under way when the steps end', async () => {
    site.pages.set('/a', login(`setTimeout(() => { location.href = '/slow-home' }, 40)`))

    expect(await load('/a', { access: clicking('#go') })).toMatchObject(whole)
  })

  test('a page that was there before, and comes from the cache', async () => {
    const cached = home.replace('<p>', '<a id="go" href="/other">on</a><p>')
    site.pages.set('/cached', (request) =>
      request.headers.has('if-none-match')
        ? new Response(null, { status: 304 })
        : typed('text/html; charset=utf-8', cached, { etag: '"1"', 'cache-control': 'no-cache' }),
    )
    site.pages.set('/other', aPage('<a id="back" href="/cached">back</a>'))

    const access: ScanAccess = {
      steps: [
        { action: 'click', selector: '#go' },
        { action: 'click', selector: '#back' },
      ],
    }
    expect(await load('/cached', { access })).toMatchObject({ status: 200, at: '6:1', sourceBytes: cached.length })
  })

  test('history.pushState and fragments leave the document what it is', async () => {
    const page = aPage(
      `<button id="go" onclick="history.pushState(null, '', '/home?pushed'); location.hash = 'x'">Go</button>\n<img id="it">`,
    )
    site.pages.set('/a', page)

    expect(await load('/a', { access: clicking('#go') })).toMatchObject({
      finalUrl: `${site.url}/home?pushed#x`,
      status: 200,
      source: page,
      at: '6:1',
    })
  })

  test('a download and an empty answer leave the page where it is', async () => {
    site.pages.set('/download', () => typed('application/zip', 'x', { 'content-disposition': 'attachment' }))
    site.pages.set('/empty', () => new Response(null, { status: 204 }))

    for (const path of ['/download', '/empty']) {
      const page = login(`location.href = '${path}'`, '\n<img id="it">')
      site.pages.set('/a', page)
      expect(await load('/a', { access: clicking('#go') })).toMatchObject({ status: 200, source: page, at: '6:1' })
    }
  })

  test('an error page or no page is refused for what it is, and without a verdict', async () => {
    site.pages.set('/gone', () => typed('text/html', aPage('gone'), {}, 404))
    site.pages.set('/bare', () => new Response(null, { status: 500 }))
    site.pages.set('/broken', () => typed('text/html', aPage('gone'), {}, 503))

    for (const [path, reason, said] of [
      ['/gone', 'http_status', 'it led to ADDRESS/gone, which answers 404'],
      ['/broken', 'http_status', 'it led to ADDRESS/broken, which answers 503'],
      ['/text', 'not_html', 'it led to ADDRESS/text, which is text/plain, not HTML'],
      ['/bare', 'http_status', 'it led to ADDRESS/bare, which answers 500'],
      ['http://10.1.2.3/', 'address', ''],
      ['http://no-such-name.test/', 'name_not_resolved', ''],
    ] as const) {
      site.pages.set('/a', login(`location.href = '${path}'`))
      const error = await refusalOf(load('/a?token=secret', { access: clicking('#go') }))
      if (reason === 'address') expect(error.code).toBe('ADDRESS_REFUSED')
      else expect(error).toMatchObject({ code: 'PAGE_UNREACHABLE', details: { reason } })
      expect(error.message).toContain(said.replace('ADDRESS', site.url))
    }
  })
})

describe('a page that goes elsewhere by itself', () => {
  test('a moment after it was loaded is followed there', async () => {
    site.pages.set('/a', aPage(`<script>setTimeout(() => { location.href = '/there' }, 60)</script>`))
    site.pages.set('/there', aPage('<img id="it">', 'There'))

    expect(await load('/a')).toMatchObject({ title: 'There', finalUrl: `${site.url}/there`, at: '5:1' })
  })

  test('by its markup, at once, is followed there as by a script', async () => {
    const there = aPage('<img id="it">', 'There')
    const moved = (how: string) => `<!doctype html><title>Moved</title>${how}<p>Moved</p>`
    site.pages.set('/there', there)
    site.pages.set('/meta-0', moved('<meta http-equiv="refresh" content="0;url=/there">'))
    site.pages.set('/script-0', moved('<script>location.replace("/there")</script>'))

    const whole = { status: 200, title: 'There', source: there, at: '5:1', finalUrl: `${site.url}/there` }
    expect(await load('/meta-0')).toMatchObject(whole)
    expect(await load('/script-0')).toMatchObject(whole)
  })

  test('by its markup, to what is not there, is refused for that', async () => {
    site.pages.set(
      '/meta-404',
      '<!doctype html><title>Moved</title><meta http-equiv="refresh" content="0;url=/nowhere">',
    )

    expect(await refusalOf(load('/meta-404'))).toMatchObject({
      code: 'PAGE_UNREACHABLE',
      details: { reason: 'http_status', status: 404 },
    })
  })

  test('and ends on an error is refused for that', async () => {
    site.pages.set('/a', aPage(`<script>setTimeout(() => { location.href = '/nowhere' }, 60)</script>`))

    expect(await refusalOf(load('/a'))).toMatchObject({ details: { reason: 'http_status', status: 404 } })
  })

  test('again and again is said to be unstable', async () => {
    site.pages.set('/a', aPage(`<script>setTimeout(() => { location.href = '/a?' + Math.random() }, 60)</script>`))

    expect(await refusalOf(load('/a'))).toMatchObject({ details: { reason: 'unstable' } })
  })
})

const ascii = (text: string) => new TextEncoder().encode(text)
const bytesOf = (...parts: (string | readonly number[] | Uint8Array)[]): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : Uint8Array.from(part)))))
const utf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('an element stands where the source has it, whatever the charset', () => {
  /** What is written in front of the element, and how a charset writes it. */
  const written: Record<string, { bytes: readonly number[]; text: string }> = {
    'iso-8859-1': { bytes: [0xe9, 0xe8, 0xfc], text: 'éèü' },
    'windows-1252': { bytes: [0x80, 0x93, 0x94], text: '€“”' },
    'iso-8859-2': { bytes: [0xb1, 0xe6], text: 'ąć' },
    'koi8-r': { bytes: [0xf0, 0xd2, 0xc9], text: 'При' },
    'windows-1251': { bytes: [0xcf, 0xf0, 0xe8], text: 'При' },
    shift_jis: { bytes: [0x93, 0xfa, 0x96, 0x7b, 0x83, 0x5c], text: '日本ソ' },
    'euc-jp': { bytes: [0xc6, 0xfc, 0xcb, 0xdc], text: '日本' },
    'iso-2022-jp': { bytes: [0x1b, 0x24, 0x42, 0x46, 0x7c, 0x4b, 0x5c, 0x1b, 0x28, 0x42], text: '日本' },
    gbk: { bytes: [0xd6, 0xd0, 0xce, 0xc4], text: '中文' },
    gb18030: { bytes: [0xd6, 0xd0, 0x94, 0x39, 0xfc, 0x36], text: '中😀' },
    big5: { bytes: [0xa4, 0xa4, 0xa4, 0xe5], text: '中文' },
    'euc-kr': { bytes: [0xc7, 0xd1], text: '한' },
    'utf-8': { bytes: [...Buffer.from('é日😀')], text: 'é日😀' },
  }
  const start = (charset: string) =>
    `<!doctype html>\n<html lang="en"><head>${charset === '' ? '' : `<meta charset="${charset}">`}<title>t</title></head>\n<body><p>`
  const end = '<img id="it"></p></body></html>'
  const columnAfter = (text: string) => `3:${'<body><p>'.length + text.length + 1}`

  test.each(Object.entries(written))('%s, said by the header or by meta alone', async (charset, { bytes, text }) => {
    const [byHeader, byMeta] = [bytesOf(start(''), bytes, end), bytesOf(start(charset), bytes, end)]
    site.pages.set('/header', () => typed(`text/html; charset=${charset}`, byHeader))
    site.pages.set('/meta', () => typed('text/html', byMeta))

    expect(await load('/header')).toMatchObject({ at: columnAfter(text), sourceBytes: byHeader.length })
    expect(await load('/meta')).toMatchObject({ at: columnAfter(text), sourceBytes: byMeta.length })
  })

  test('the header goes before meta, a byte order mark before both, and none has columns', async () => {
    const kind = written['koi8-r'] ?? { bytes: [], text: '' }
    site.pages.set('/against', () => typed('text/html; charset=koi8-r', bytesOf(start('utf-8'), kind.bytes, end)))
    expect(await load('/against')).toMatchObject({ at: columnAfter(kind.text) })

    const text = 'é日😀'
    for (const [name, body] of Object.entries({
      'utf-8': bytesOf([0xef, 0xbb, 0xbf], start('koi8-r'), text, end),
      'utf-16le': bytesOf([0xff, 0xfe], utf16(start('') + text + end, false)),
      'utf-16be': bytesOf([0xfe, 0xff], utf16(start('') + text + end, true)),
    })) {
      site.pages.set('/bom', () => typed('text/html; charset=iso-8859-1', body))
      expect([name, await load('/bom')]).toMatchObject([name, { at: columnAfter(text), sourceBytes: body.length }])
    }
    const first = bytesOf([0xef, 0xbb, 0xbf], '<img id="it">')
    site.pages.set('/bom-first', () => typed('text/html', first))
    expect(await load('/bom-first')).toMatchObject({ at: '1:1', sourceBytes: first.length })
  })

  test('said by nobody: as the browser guessed', async () => {
    const guessed = { bytes: [...Buffer.from('日本語のページです。よく読んでください。')], text: '' }
    const body = bytesOf(start(''), guessed.bytes, end)
    site.pages.set('/guess', () => typed('text/html', body))

    const { source, at, sourceBytes } = await load('/guess')

    expect(sourceBytes).toBe(body.length)
    expect(at).toBe(`3:${(source.split('\n')[2] ?? '').indexOf('<img') + 1}`)
  })

  test('packed on its way: the size is that of the document', async () => {
    const body = bytesOf(start('shift_jis'), written['shift_jis']?.bytes ?? [], end, '\n'.repeat(5000))
    for (const [coding, packed] of [
      ['gzip', gzipSync(body)],
      ['br', brotliCompressSync(body)],
    ] as const) {
      site.pages.set('/packed', () => typed('text/html', new Uint8Array(packed), { 'content-encoding': coding }))
      expect(await load('/packed')).toMatchObject({ at: columnAfter('日本ソ'), sourceBytes: body.length })
    }
  })
})

describe('a page that is XML', () => {
  test('is read as the browser reads it: what closes itself swallows nothing', async () => {
    const page = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en" lang="en"><head><title>t</title><script src="x.js"/></head>
<body><p>a &amp; b&nbsp;<![CDATA[<img id="no">]]></p><!-- <img> -->
<div/><svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:rect/></svg:svg>
 <p>é <img
   id="it"/></p></body></html>`
    site.pages.set('/xml', () => typed('application/xhtml+xml', page))

    expect(await load('/xml')).toMatchObject({ documentType: 'application/xhtml+xml', at: '6:7' })
  })

  test('and breaks off is located as far as it goes', async () => {
    const page = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title></head>\n<body>\n<img id="it"/><p>x</b></p></body></html>`
    site.pages.set('/xml', () => typed('application/xhtml+xml', page))

    expect((await load('/xml')).at).toStartWith('3:1')
  })
})

describe('a page whose script is busy after it was loaded', () => {
  const busyFor = (ms: number) =>
    aPage(
      `<img id="it"><script>
        addEventListener('load', () => setTimeout(() => { const end = Date.now() + ${ms}; while (Date.now() < end); }, 60))
      </script>`,
      'Busy',
    )

  test('for some seconds is looked at when it is done', async () => {
    site.pages.set('/busy', busyFor(6000))

    expect(await load('/busy')).toMatchObject({ at: '5:1' })
  })

  test('for longer than there is time has had its time', async () => {
    site.pages.set('/hanging', busyFor(20_000))

    const loading = load('/hanging', { timeoutMs: 7000 })

    expect(await loading.catch((error: unknown) => error)).toMatchObject({ reason: 'deadline' })
  })
})

describe('what a page shows only when it has been loaded', () => {
  const later = (ms: number) => async () => {
    await Bun.sleep(ms)
    return Response.json('Arrived')
  }
  const titled = (path: string, body: string) => {
    site.pages.set(path, aPage(body, 'Waiting'))
    return load(path).then(({ title }) => title)
  }

  test('what a script asks a server for is waited for, and what comes of it', async () => {
    site.pages.set('/later', later(900))

    const title = titled(
      '/asking',
      `<h1 id="it">Orders</h1><script>addEventListener('load', () => setTimeout(async () => {
        const said = await (await fetch('/later')).json(); setTimeout(() => { document.title = said }, 80) }, 20))</script>`,
    )

    expect(await title).toBe('Arrived')
  })

  test('a page that is empty at first is waited for', async () => {
    const filled = (html: string) => {
      const script = `<script>setTimeout(() => { it.innerHTML = '<p>Here.'; document.title = 'Arrived' }, 900)</script>`
      site.pages.set('/empty', `<!doctype html><html lang="en"><title>Waiting</title><body>${html}${script}`)
      return load('/empty').then(({ title }) => title)
    }

    expect(await filled('<div id="it"></div>')).toBe('Arrived')
    expect(await filled('<div id="it">Loading, please wait …</div>')).toBe('Arrived')
  })

  test('a page that says that it is busy is waited for', async () => {
    const done = (attribute: string) =>
      titled(
        '/busy',
        `<h1>Orders</h1><p ${attribute} id="it">Orders come here.</p><script>setTimeout(() => { it.outerHTML = ''; document.title = 'Arrived' }, 900)</script>`,
      )

    expect(await done('aria-busy="true"')).toBe('Arrived')
    expect(await done('class="Skeleton_line"')).toBe('Arrived')
  })

  test('what never comes is not waited for without end', async () => {
    site.pages.set('/later', later(12_000))

    const title = titled('/asking', `<div id="it" aria-busy="true"></div><script>fetch('/later')</script>`)

    expect(await title).toBe('Waiting')
  })
})
