/** What the page of a design verification says, and what it must never do. */
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { parse } from 'parse5'
import { splitDeclarations } from '#api/designs/report-issue'
import { designReportPolicy, renderDesignReport } from '#api/designs/report-page'
import { pictureBytes, type ReportPictures } from '#api/designs/report-pictures'
import type { DesignReport } from '#db/documents/design-report'
import { aDesignIssue, aDesignReport, allPictures, aPicture, noPictures } from '#test/api/designs/makers'
import { hostileTexts } from '#test/api/scans/formats/makers'

const render = (report: DesignReport, pictures: ReportPictures = noPictures): string =>
  [...renderDesignReport(report, pictures)].join('')

type Element = { name: string; attributes: Record<string, string>; text: string }
type Node = { nodeName: string; attrs?: { name: string; value: string }[]; childNodes?: Node[]; value?: string }

/** Every element in document order, each with all the text in it. */
function elementsOf(page: string): Element[] {
  const found: Element[] = []
  const walk = (node: Node): string => {
    const element = {
      name: node.nodeName,
      attributes: Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value])),
      text: '',
    }
    if (node.attrs) found.push(element)
    element.text = node.value ?? (node.childNodes ?? []).map(walk).join('')
    return element.text
  }
  walk(parse(page) as Node)
  return found
}
const named = (elements: readonly Element[], name: string) => elements.filter((each) => each.name === name)
const byId = (elements: readonly Element[], id: string) => elements.find(({ attributes }) => attributes['id'] === id)

test('an issue is told with element, property, both values, token, words and the line that mends it', () => {
  const elements = elementsOf(render(aDesignReport(), allPictures()))

  const issue = byId(elements, 'issue-1')
  expect(issue?.text).toContain('Style change')
  expect(issue?.text).toContain('The background colour was rgb(37, 99, 235)')
  const codes = named(elements, 'code').map(({ text }) => text)
  expect(codes).toEqual(
    expect.arrayContaining([
      '#buy',
      'background-color',
      'rgb(37, 99, 235)',
      'rgb(29, 78, 216)',
      'color.primary',
      'background-color: var(--color-primary);',
    ]),
  )
  const fills = named(elements, 'rect').map(({ attributes }) => attributes['fill'])
  expect(fills).toEqual(expect.arrayContaining(['rgb(37, 99, 235)', 'rgb(29, 78, 216)']))
})

test('each number leads to its box on the picture, and every link of the page leads somewhere in it', () => {
  const issues = [aDesignIssue(), aDesignIssue({ box: { x: 300, y: 10, width: 50, height: 20 } })]
  for (const pictures of [allPictures(), noPictures, { ...allPictures(), before: null, mask: null }]) {
    const elements = elementsOf(render(aDesignReport({ issues }), pictures))
    const links = named(elements, 'a').map(({ attributes }) => attributes['href'] ?? '')

    expect(links.filter((link) => !byId(elements, link.slice(1)))).toEqual([])
    expect(links.includes('#box-2')).toBe(pictures !== noPictures)
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? [])
    expect(new Set(ids).size).toBe(ids.length)
  }
})

test('a box that is off the picture, or nearly all of it, is framed nowhere', () => {
  const issues = [
    aDesignIssue({ box: { x: 700, y: 0, width: 10, height: 10 } }),
    aDesignIssue({ box: { x: 0, y: 0, width: 640, height: 360 } }),
    aDesignIssue({ box: null }),
  ]

  const page = render(aDesignReport({ issues }), allPictures())

  expect(page).not.toContain('href="#box-')
  expect(page).not.toContain('class="mark"')
})

test('a picture stands in the file once, however often it is shown', () => {
  const pictures = allPictures()

  const page = render(aDesignReport(), pictures)

  const data = Buffer.from(pictures.before?.bytes ?? new Uint8Array()).toString('base64')
  expect(page.split(data)).toHaveLength(2)
  expect(page.match(/href="#picture-before"/g)?.length).toBeGreaterThan(2)
})

test('boxes are in CSS pixels also where the picture has two pixels to one', () => {
  const twice = aPicture({ width: 1280, height: 720 })
  const report = aDesignReport({ viewport: { width: 640, height: 360, scale: 2 } })

  const page = render(report, { before: twice, after: twice, mask: null })

  expect(page).toContain('viewBox="0 0 640 360"')
  expect(page).toContain('<image id="picture-after" width="640" height="360"')
})

test('a picture that is too large, or of a type that nobody draws, is left out with a word', () => {
  const huge = { ...aPicture(), bytes: new Uint8Array(pictureBytes + 1) }
  const odd = { ...aPicture(), type: 'image/svg+xml' }

  const page = render(aDesignReport(), { before: huge, after: aPicture(), mask: odd })
  const unread = render(aDesignReport(), { ...noPictures, after: { ...aPicture(), bytes: null } })

  expect(page.length).toBeLessThan(200_000)
  expect(page).toContain('the picture of the baseline, of what differs')
  expect(page).not.toContain('svg+xml')
  expect(unread).toContain('the picture of the new page')
})

test('without pictures it says why, and with a baseline alone or a first snapshot alone it shows that', () => {
  expect(render(aDesignReport())).toContain('was judged by its elements and styles')
  expect(render(aDesignReport({ path: 'picture' }))).toContain('not kept any more')
  const first = render(aDesignReport({ path: 'first', baseline: null, issues: [] }), {
    ...noPictures,
    after: aPicture(),
  })
  expect(first).toContain('There was no baseline')
  expect(first).toContain('aria-label="The page as it is now"')
})

test('the verdict says what was decided, and never that all is well where issues were let pass', () => {
  const heading = (odd: Partial<DesignReport>) => named(elementsOf(render(aDesignReport(odd))), 'h2')[0]?.text

  expect(heading({})).toBe('Not approved: 1 issue')
  expect(heading({ issues: [] })).toBe('Approved: nothing that matters differs')
  expect(heading({ approved: true })).toStartWith('Approved with 1 issue')
  expect(heading({ issues: [], approved: false })).toBe('Not approved: it waits for a person')
})

test('what was left out, notes, and the digests that make it the same again are listed', () => {
  const page = render(aDesignReport())

  for (const said of ['1,412', 'Edges of letters', '3 resources were not', 'a'.repeat(64), 'b'.repeat(64)])
    expect(page).toContain(said)
})

test('hundreds of issues make a page that can still be opened, and it says that there are more', () => {
  const issues = Array.from({ length: 1000 }, () => aDesignIssue())

  const page = render(aDesignReport({ issues, violations: 5000, isTruncated: true }), allPictures())

  expect(page.match(/id="issue-/g)).toHaveLength(300)
  expect(page).toContain('and 700 issues more')
  expect(page).toContain('5,000 issues in all')
})

test('what a page or a client says is text, wherever it is said', () => {
  const plain = elementsOf(render(aDesignReport(), allPictures())).map(({ name }) => name)
  for (const text of hostileTexts) {
    const issue = aDesignIssue({
      type: text,
      element: text,
      violation: text,
      recommendation: text,
      property: text,
      before: text,
      after: text,
      token: text,
    })
    const report = aDesignReport({
      issues: [issue],
      pageId: text,
      branch: text,
      engine: text,
      baseline: { baselineId: text, artifact: text, branch: `${text} ` },
      absorbed: [{ class: text, pixels: 1, message: text }],
      notes: [{ code: text, message: text }],
    })
    const elements = elementsOf(render(report, allPictures()))

    const added = elements.map(({ name }) => name).filter((name) => !plain.includes(name))
    expect(added.filter((name) => name !== 'pre')).toEqual([])
    expect(named(elements, 'script')).toEqual([])
    expect(elements.flatMap(({ attributes }) => Object.keys(attributes)).filter((name) => /^on/.test(name))).toEqual([])
    // Swatches are of colours alone.
    for (const { attributes } of named(elements, 'rect')) expect(attributes['fill'] ?? '#').not.toBe(text)
  }
})

test('a colour that is none has no swatch: nothing of a page is written as a style', () => {
  for (const value of ['url(#x)', 'red;background:url(//x)', 'var(--x)', 'rgb(1,2,3) url(x)', '#12345']) {
    const page = render(aDesignReport({ issues: [aDesignIssue({ before: value, after: value })] }))
    expect(page).not.toContain(`fill="${value}"`)
  }
  expect(render(aDesignReport())).not.toMatch(/ style=/)
})

test('its policy lets in the one style that it has, as a file too, and no script', () => {
  const page = render(aDesignReport(), allPictures())
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(page) ?? []

  expect(designReportPolicy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(designReportPolicy).toStartWith("default-src 'none'")
  expect(designReportPolicy).not.toContain('unsafe')
  const [meta] = named(elementsOf(page), 'meta').filter(({ attributes }) => attributes['http-equiv'] !== undefined)
  expect(designReportPolicy).toStartWith(meta?.attributes['content'] ?? 'none')
  expect(page.match(/<style/g)).toHaveLength(1)
})

test('it says whether the pictures of two trees were held to one another as well', () => {
  const figures = { width: 1280, height: 800, changedPixels: 0, pixelmatch: 0 }

  expect(render(aDesignReport({ picture: figures }))).toContain('Its picture was held to the baseline’s as well.')
  expect(render(aDesignReport({ picture: null }))).not.toContain('Its picture')
})

test('the same report and pictures are the same bytes', () => {
  expect(render(aDesignReport(), allPictures())).toBe(render(aDesignReport(), allPictures()))
})

test('a recommendation is told apart in words and lines of CSS, at its end alone', () => {
  const split = (text: string) => splitDeclarations(text)

  expect(split('Use the token: color: var(--ink);')).toEqual({
    said: 'Use the token.',
    declarations: ['color: var(--ink);'],
  })
  expect(split('Set `color: red;` and then `margin-top: 4px;`.').declarations).toEqual(['margin-top: 4px;'])
  expect(split('--gap: 8px; row-gap: 8px;')).toEqual({ said: '', declarations: ['--gap: 8px;', 'row-gap: 8px;'] })
  expect(split('Note: put it back.')).toEqual({ said: 'Note: put it back.', declarations: [] })
  expect(split('')).toEqual({ said: '', declarations: [] })
})
