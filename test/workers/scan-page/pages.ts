/** Pages whose every tag carries a number in the source, so that the truth of a location can be searched for. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'puppeteer'
import type { Target } from '#workers/scan-page/finding'
import { openLocator } from '#workers/scan-page/locate'
import { subjectsOf } from '#workers/scan-page/subjects'

const folder = fileURLToPath(new URL('../../fixtures/pages/', import.meta.url))

export type Source = { name: string; text: string }

/** Every page, and some of them with other line ends or a byte order mark. On those named doubt-… scripts make twins of what was served. */
export function sources(): Source[] {
  const pages = readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => ({ name: file.replace('.html', ''), text: readFileSync(`${folder}${file}`, 'utf8') }))
  const withEnds = (end: string, name: string) =>
    pages
      .filter((page) => ['plain', 'blog', 'text-nodes', 'case-and-quotes', 'non-bmp'].includes(page.name))
      .map((page) => ({ name: `${page.name} (${name})`, text: page.text.replaceAll('\n', end) }))
  const plain = pages.find((page) => page.name === 'plain')
  return [
    ...pages,
    ...withEnds('\r\n', 'CRLF'),
    ...withEnds('\r', 'CR'),
    ...(plain ? [{ name: 'plain (BOM)', text: `\ufeff${plain.text}` }] : []),
  ]
}

/** Puts a number into every start tag, outside of comments and of what is only text. */
export function numberTags(text: string): string {
  let count = 0
  return text.replace(
    /<!--[\s\S]*?-->|<(script|style|textarea|title)\b[^>]*>[\s\S]*?<\/\1>|<([a-z][\w-]*)/gi,
    (whole: string, textual: string | undefined, tag: string | undefined) => {
      const number = () => ` data-n="${String(++count).padStart(5, '0')}"`
      if (tag !== undefined) return `<${tag}${number()}`
      return textual === undefined ? whole : whole.replace(/^<[a-z]+/i, (start) => `${start}${number()}`)
    },
  )
}

/** The same text with blanks where the numbers were: every position is kept. */
const withoutNumbers = (text: string): string => text.replace(/ data-n="\d{5}"/g, (mark) => ' '.repeat(mark.length))

/** An element as the page has it: its number, those of its ancestors, and a target that leads to it. */
type Seen = { number: string | null; ancestors: (string | null)[]; target: Target }

/** All elements, through open shadow roots; takes the numbers away. */
const listElements = (page: Page): Promise<Seen[]> =>
  page.evaluate(() => {
    const attribute = Element.prototype.getAttribute
    const childrenIn = Object.getOwnPropertyDescriptor(Element.prototype, 'children')?.get
    const seen: { number: string | null; ancestors: (string | null)[]; target: string[][] }[] = []
    const elements: Element[] = []
    const visit = (element: Element, index: number, chain: string[], path: string, ancestors: (string | null)[]) => {
      const selector = path === '' ? `:nth-child(${index + 1}):not(* > *)` : `${path} > :nth-child(${index + 1})`
      const number = attribute.call(element, 'data-n')
      seen.push({ number, ancestors, target: [[...chain, selector]] })
      elements.push(element)
      const children: Iterable<Element> = childrenIn?.call(element) ?? []
      for (const [at, child] of [...children].entries()) visit(child, at, chain, selector, [number, ...ancestors])
      for (const [at, child] of [...(element.shadowRoot?.children ?? [])].entries())
        visit(child, at, [...chain, selector], '', [number, ...ancestors])
    }
    visit(document.documentElement, 0, [], '', [])
    for (const element of elements) Element.prototype.removeAttribute.call(element, 'data-n')
    return seen
  })

export type Tally = {
  elements: number
  fromSource: number
  exact: number
  generated: number
  wrong: string[]
  inexact: string[]
}

/** Opens a source, locates all its elements and holds that against what the numbers say. */
export async function tallyOf(page: Page, url: string, source: Source, served: string): Promise<Tally> {
  await page.goto(url)
  const seen = await listElements(page)
  const subjects = await subjectsOf(page, seen)
  const locate = openLocator({ page: withoutNumbers(served), frames: new Map() }, subjects.frames)
  const positions = positionsIn(served)
  const copies = Map.groupBy(seen, ({ number }) => number)
  const tally: Tally = { elements: seen.length, fromSource: 0, exact: 0, generated: 0, wrong: [], inexact: [] }
  for (const { number, ancestors, target } of seen) {
    const subject = subjects.of({ target })
    const location = locate(subject)
    const truth = number === null ? undefined : positions.get(number)
    const isFirst = truth !== undefined && copies.get(number)?.length === 1
    const line = `${source.name}: ${subject.html.slice(0, 60)} at ${location}, in truth ${truth ?? 'generated'}`
    if (isFirst) tally.fromSource++
    if (location.endsWith(' (generated)')) {
      tally.generated++
      const place = location.replace(' (generated)', '')
      const around = ancestors.map((each) => (each === null ? undefined : positions.get(each)))
      if (place !== '1:1' && !around.includes(place)) tally.wrong.push(line)
      if (isFirst) tally.inexact.push(line)
    } else if (location !== truth) tally.wrong.push(line)
    else if (isFirst) tally.exact++
  }
  return tally
}

/** Where the tag of each number begins, counted by hand. */
function positionsIn(text: string): Map<string, string> {
  const positions = new Map<string, string>()
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (const [at, line] of lines.entries()) {
    for (const { 1: number = '', index } of line.matchAll(/<[a-z][\w-]* data-n="(\d{5})"/gi))
      positions.set(number, `${at + 1}:${index + 1}`)
  }
  return positions
}
