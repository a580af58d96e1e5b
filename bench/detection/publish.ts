/** Builds the pages of the detection set: what a change or a build does to a page's document, and where it shows. */
import { createHash } from 'node:crypto'
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5'
import { becoming, type Kind } from '#bench/detection/kinds'
import { dice, type PageSource } from '#bench/detection/source'

/** Which element: its place among its siblings at each step down from the body; `s` leads into a shadow tree. */
export type SourcePlace = string

export type PublishedPage = {
  html: string
  /** Places of the elements that are declared to show each kind. */
  marks: ReadonlyMap<string, readonly SourcePlace[]>
}

/** 0 is the first build of a page; 1 and 2 are others of the same source, by bundlers of different habits. */
export type Build = 0 | 1 | 2

type Element = DefaultTreeAdapterTypes.Element
type ChildNode = DefaultTreeAdapterTypes.ChildNode
type ParentNode = DefaultTreeAdapterTypes.ParentNode

/** Elements that are not counted among siblings: readers of pages may leave them out. */
export const uncounted: ReadonlySet<string> = new Set(['script', 'style', 'template', 'link', 'meta', 'noscript'])

export function publish(page: PageSource, kind: Kind | readonly Kind[], build: Build): PublishedPage {
  const kinds = typeof kind === 'string' ? [kind] : kind
  const become = becoming(kinds)
  const document = parse(wholeOf(page, page.css(become) + kinds.map(noiseCss).join(''), page.body(become)))
  const body = elementsBelow(document).find(({ tagName }) => tagName === 'body')
  if (!body) throw new Error(`${page.name}: no body`)
  const marks = takeMarks(body)
  for (const kind of ['family', 'backdrop']) if (!marks.has(kind)) marks.set(kind, [''])
  const random = dice(numberOf(`${page.name} ${build}`))
  if (build > 0) rename(document, build, random)
  for (const element of elementsBelow(document)) stampBuild(element, build, random)
  if (build > 0) respace(document, build, random)
  return { html: fillIn(serialize(document), random), marks }
}

function wholeOf({ title, lang, direction }: PageSource, css: string, body: string): string {
  return `<!doctype html>
<html lang="${lang}"${direction ? ` dir="${direction}"` : ''}>
<head>
  <meta charset="utf-8">
  <title>${title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="csrf-token" content="{{token}}">
  <link rel="preload" as="script" href="/assets/app.{{hash}}.js">
  <style nonce="{{nonce}}">${css}</style>
</head>
<body>
${body}
<script nonce="{{nonce}}" src="/assets/app.{{hash}}.js" defer></script>
</body>
</html>`
}

function noiseCss(kind: Kind): string {
  // In the layout, as fractions come about, and to the right alone: rows that snap to the next pixel are a shift, no noise.
  if (kind === 'subpixel') return 'body { padding-left: .3px; }'
  if (kind === 'layer') return 'h1, h2, h3, p { will-change: transform; }'
  return ''
}

/** A number that a text always gives. */
export const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0)

/** All elements below, those of shadow trees too, in the order of the source. */
function elementsBelow(node: ParentNode): Element[] {
  return childrenOf(node).flatMap((child) =>
    isElement(child) ? [child, ...elementsBelow(contentOf(child) ?? child)] : [],
  )
}

const isElement = (node: ChildNode): node is Element => 'tagName' in node
const childrenOf = (node: ParentNode): ChildNode[] => node.childNodes

const contentOf = (element: Element): ParentNode | undefined =>
  element.tagName === 'template'
    ? defaultTreeAdapter.getTemplateContent(element as DefaultTreeAdapterTypes.Template)
    : undefined

const attributeOf = (element: Element, name: string) => element.attrs.find((each) => each.name === name)?.value

function takeMarks(body: Element): Map<string, SourcePlace[]> {
  const marks = new Map<string, SourcePlace[]>()
  const visit = (node: ParentNode, place: SourcePlace) => {
    let at = 0
    for (const child of childrenOf(node)) {
      if (!isElement(child)) continue
      const content = contentOf(child)
      if (content) visit(content, stepOf(place, 's'))
      if (uncounted.has(child.tagName)) continue
      const own = stepOf(place, String(at))
      at += 1
      const names = `${attributeOf(child, 'data-mark') ?? ''} ${attributeOf(child, 'data-item') ?? ''}`
      for (const name of names.split(' ').filter((each) => each !== ''))
        marks.set(name, [...(marks.get(name) ?? []), own])
      child.attrs = child.attrs.filter(({ name }) => name !== 'data-mark' && name !== 'data-item')
      visit(child, own)
    }
  }
  visit(body, '')
  return marks
}

export const stepOf = (place: SourcePlace, step: string): SourcePlace => (place === '' ? step : `${place}.${step}`)

/** New names for all classes, custom properties and ids that a build makes up; those that are the author's own stay. */
function rename(document: DefaultTreeAdapterTypes.Document, build: Build, random: () => number): void {
  const elements = elementsBelow(document)
  const classes = new Set(elements.flatMap((each) => (attributeOf(each, 'class') ?? '').split(/\s+/)))
  classes.delete('')
  const renamed = new Map([...classes].map((name, at) => [name, className(name, at, build, random)]))
  const made = elements.map((each) => attributeOf(each, 'id') ?? '').filter((id) => /^(?::r\d+:|radix-)/.test(id))
  const ids = new Map(
    made.map((id) => [id, `${id.startsWith(':') ? ':r' : 'radix-'}${word(random, 3)}${id.startsWith(':') ? ':' : ''}`]),
  )
  const inCss = (css: string) =>
    css
      .replace(/\.([a-zA-Z_][\w-]*)/g, (whole, name: string) => (renamed.has(name) ? `.${renamed.get(name)}` : whole))
      .replace(/--([a-z][\w-]*)/g, (_, name: string) => `--v${numberOf(`${build} ${name}`).toString(36)}`)
  for (const element of elements) {
    for (const attribute of element.attrs) {
      if (attribute.name === 'class')
        attribute.value = shuffled(
          attribute.value.split(/\s+/).map((name) => renamed.get(name) ?? name),
          random,
        ).join(' ')
      if (attribute.name === 'style') attribute.value = inCss(attribute.value)
      if (['id', 'for', 'aria-describedby', 'aria-labelledby'].includes(attribute.name))
        attribute.value = ids.get(attribute.value) ?? attribute.value
    }
    if (element.tagName !== 'style') continue
    for (const child of childrenOf(element)) {
      if (!('value' in child)) continue
      child.value =
        build === 2 ? inCss(child.value).replace(/\s*\n\s*/g, '') : `/* ${word(random, 6)} */\n${inCss(child.value)}`
    }
  }
}

function className(name: string, at: number, build: Build, random: () => number): string {
  if (build === 2) return `${String.fromCharCode(97 + (at % 26))}${Math.floor(at / 26)}${word(random, 1)}`
  const readable = name.replace(/[^a-z]/gi, '').slice(0, 3)
  return `${random() < 0.5 ? 'css-' : `${readable}_`}${word(random, 6)}`
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

function word(random: () => number, length: number): string {
  const all = Array.from({ length }, (_, at) => letters[Math.floor(random() * (at === 0 ? 26 : 36))] ?? 'a')
  return all.join('')
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

/** What frameworks write beside the attributes of the source, and in which order all of them stand. */
function stampBuild(element: Element, build: Build, random: () => number): void {
  const scope = word(random, 8)
  if (element.tagName === 'html') element.attrs.push({ name: 'data-build', value: word(random, 10) })
  if (['main', 'header', 'section', 'form', 'article'].includes(element.tagName)) {
    element.attrs.push({ name: 'data-rid', value: word(random, 5) })
    if (build === 2) element.attrs.push({ name: `data-v-${scope}`, value: '' })
  }
  if (build > 0) element.attrs = shuffled(element.attrs, random)
}

/** Elements whose white space around them is never seen. */
const blocks = new Set(
  'html head body title meta link style script header main footer section article aside nav div form ul ol li dl dt dd table thead tbody tr td th h1 h2 h3 p figure figcaption blockquote pre hr'.split(
    ' ',
  ),
)

function respace(node: ParentNode, build: Build, random: () => number): void {
  const isBlock = (child: ChildNode | undefined) => child !== undefined && isElement(child) && blocks.has(child.tagName)
  if (build === 1) annotate(node, random)
  const kept: ChildNode[] = []
  const children = childrenOf(node)
  for (const [at, child] of children.entries()) {
    if (isElement(child)) {
      if (!['pre', 'textarea', 'style', 'script'].includes(child.tagName))
        respace(contentOf(child) ?? child, build, random)
    } else if ('value' in child && /^\s*\n\s*$/.test(child.value)) {
      if (build === 2 && isBlock(children[at - 1]) && isBlock(children[at + 1])) continue
      child.value = build === 2 ? ' ' : `\n${' '.repeat(Math.floor(random() * 12))}`
    }
    kept.push(child)
  }
  node.childNodes = kept
}

/** Texts cut in two by comments, as renderers on servers mark where a value stood. */
function annotate(node: ParentNode, random: () => number): void {
  const isText = node.nodeName !== 'title' && node.nodeName !== 'head' && node.nodeName !== '#document'
  node.childNodes = childrenOf(node).flatMap((child): ChildNode[] => {
    if (!isText || !('value' in child) || child.value.trim() === '' || random() < 0.7) return [child]
    const cut = child.value.indexOf(' ', 1)
    if (cut < 0) return [child]
    const [first, rest] = [child.value.slice(0, cut), child.value.slice(cut)].map((value) => ({ ...child, value }))
    return first && rest ? [first, defaultTreeAdapter.createCommentNode(' '), rest] : [child]
  })
}

function fillIn(html: string, random: () => number): string {
  const values: Record<string, string> = { token: word(random, 32), nonce: word(random, 16), hash: hexOf(random) }
  return html.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole)
}

const hexOf = (random: () => number) =>
  Math.floor(random() * 2 ** 32)
    .toString(16)
    .padStart(8, '0')
