/**
 * Writes an rrweb snapshot out as HTML. Pure, by a list and not by recursion; nothing of rrweb's own replayer runs.
 * Source of the shapes: rrweb-snapshot 2, `serializedNodeWithId`; what is made here is checked by the browser's parser alone.
 */
import type { ArtifactNote } from '#db/documents/page-artifact'
import { overLimit, snapshotLimits } from '#shared/designs/snapshot'
import { faultIn, sheetsRewritten } from '#workers/compare-design/snapshots/fault'
import type { SnapshotMarkup } from '#workers/page/artifacts/markup'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const [documentNode, doctypeNode, elementNode, textNode, cdataNode, commentNode] = [0, 1, 2, 3, 4, 5]
const [fullSnapshotEvent, incrementalEvent, metaEvent] = [2, 3, 4]

/**
 * @param json a snapshot, `{ node, initialOffset }`, an event with a full snapshot, or a list of events with one.
 * @throws UNSUPPORTED_SNAPSHOT
 */
export function htmlOfRrweb(json: unknown): SnapshotMarkup {
  const { node, about, notes } = snapshotIn(json)
  const url = typeof about['href'] === 'string' && URL.canParse(about['href']) ? about['href'] : null
  const side = (value: unknown) =>
    typeof value === 'number' && value >= 1 && value <= 16_384 ? Math.round(value) : null
  const [width, height] = [side(about['width']), side(about['height'])]
  return {
    html: write(node),
    url,
    parts: new Map(),
    viewport: width !== null && height !== null ? { width, height } : null,
    notes,
  }
}

/** @returns the document's node, and the data of the event that told where it was taken. */
function snapshotIn(json: unknown): { node: Json; about: Json; notes: ArtifactNote[] } {
  const events = Array.isArray(json) ? json.filter(isObject) : []
  const event = Array.isArray(json) ? events.find(({ type }) => type === fullSnapshotEvent) : json
  if (!isObject(event)) throw faultIn('the list of events', 'has no full snapshot', 'an event of type 2')
  const held = isObject(event['data']) ? event['data'] : event
  const node = isObject(held['node']) ? held['node'] : held
  if (node['type'] !== documentNode || !Array.isArray(node['childNodes']))
    throw faultIn('its JSON', 'is no snapshot of a document', 'a node of type 0 with childNodes')
  const meta = events.find(({ type, data }) => type === metaEvent && isObject(data))?.['data']
  const later = events.filter(({ type }) => type === incrementalEvent).length
  return {
    node,
    about: isObject(meta) ? meta : {},
    notes: [
      sheetsRewritten,
      ...(later === 0
        ? []
        : [
            {
              code: 'first-snapshot',
              message: `The full snapshot was taken; what changed after it, ${later} times, was not.`,
            },
          ]),
    ],
  }
}

/** No end tag, no content: HTML, 13.1.2. */
const voidElements = new Set(
  'area base br col embed hr img input link meta source track wbr basefont bgsound frame keygen param'.split(' '),
)
/** Their text is taken as it is written: nothing in it can be escaped. */
const rawElements = new Set(['style', 'xmp', 'iframe', 'noembed', 'noframes'])
/** What never shows anything here. */
const silentElements = new Set(['script', 'noscript'])

/** Something to write: a node with where it hangs, or the text that ends one. */
type Task = string | { node: unknown; parent: string; depth: number }

function write(document: Json): string {
  const parts: string[] = []
  const tasks: Task[] = [{ node: document, parent: '', depth: 0 }]
  let nodes = 0
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (typeof task === 'string') {
      parts.push(task)
      continue
    }
    nodes += 1
    if (nodes > snapshotLimits.nodes)
      throw overLimit('has more than', snapshotLimits.nodes, snapshotLimits.nodes, 'nodes')
    if (task.depth > snapshotLimits.depth) throw overLimit('is nested', task.depth, snapshotLimits.depth, 'deep')
    const { open, children, close, name } = writeNode(task.node, task.parent)
    parts.push(open)
    tasks.push(close)
    for (const child of children.toReversed())
      tasks.push(typeof child === 'string' ? child : { node: child, parent: name, depth: task.depth + 1 })
  }
  return parts.join('')
}

type Written = { open: string; children: readonly unknown[]; close: string; name: string }

function writeNode(json: unknown, parent: string): Written {
  const node = isObject(json) ? json : {}
  const { type } = node
  const childNodes = Array.isArray(node['childNodes']) ? node['childNodes'] : []
  const leaf = (open: string): Written => ({ open, children: [], close: '', name: parent })
  if (type === documentNode) return { open: '', children: childNodes, close: '', name: '' }
  if (type === doctypeNode) return leaf(doctypeOf(node))
  if (type === textNode || type === cdataNode) return leaf(textIn(textOf(node), parent))
  if (type === commentNode) return leaf('')
  if (type === elementNode) return writeElement(node, childNodes)
  throw faultIn('a node', `is of type ${JSON.stringify(type)?.slice(0, 40)}`, '0 to 5')
}

const textOf = ({ textContent }: Json): string => (typeof textContent === 'string' ? textContent : '')

/** As it was: with another one, or none, the page would be laid out by other rules. */
function doctypeOf({ name, publicId, systemId }: Json): string {
  const id = (value: unknown) => (typeof value === 'string' && /^[^"<>]*$/.test(value) ? value : '')
  const named = typeof name === 'string' && /^[a-z]+$/i.test(name) ? name : 'html'
  const system = id(systemId) === '' ? '' : ` "${id(systemId)}"`
  if (id(publicId) !== '') return `<!DOCTYPE ${named} PUBLIC "${id(publicId)}"${system}>`
  return system === '' ? `<!DOCTYPE ${named}>` : `<!DOCTYPE ${named} SYSTEM${system}>`
}

function writeElement(node: Json, childNodes: readonly unknown[]): Written {
  const attributes = isObject(node['attributes']) ? node['attributes'] : {}
  const css = typeof attributes['_cssText'] === 'string' ? attributes['_cssText'] : undefined
  const tag = nameOf(node)
  // A sheet that was linked is written where its link stood.
  const name = css !== undefined && tag === 'link' ? 'style' : tag
  const open = `<${name}${attributesOf(attributes, name, css !== undefined && tag === 'link')}>`
  if (voidElements.has(name)) return { open, children: [], close: '', name }
  const close = `</${name}>`
  if (silentElements.has(name)) return { open, children: [], close, name }
  if (css !== undefined) return { open, children: [rawText(css.replaceAll('/* rr_split */', ''))], close, name }
  if (name === 'iframe') return { open, children: [], close, name }
  const shadow = childNodes.filter((child) => isObject(child) && child['isShadow'] === true)
  const light = childNodes.filter((child) => !shadow.includes(child))
  const root = shadow.length > 0 ? ['<template shadowrootmode="open">', ...shadow, '</template>'] : []
  // The parser takes the first line break away.
  const [first] = light
  const isBroken = (name === 'pre' || name === 'textarea') && isObject(first) && textOf(first).startsWith('\n')
  return { open: isBroken ? `${open}\n` : open, children: [...root, ...light], close, name }
}

function nameOf({ tagName }: Json): string {
  if (typeof tagName !== 'string' || !/^[a-z][^\s/<>"'=\0]{0,99}$/i.test(tagName))
    throw faultIn('an element', `is named ${JSON.stringify(tagName)?.slice(0, 60)}`, 'a tag name')
  // What follows it could never be ended.
  return tagName.toLowerCase() === 'plaintext' ? 'pre' : tagName
}

/** Of a link whose sheet came along: they would make it ask for the sheet again. */
const linkAttributes = new Set(['rel', 'href', 'as', 'type', 'integrity', 'crossorigin'])

/** What rrweb adds is told by its names; what would run is left out. */
function attributesOf(attributes: Json, name: string, wasLink: boolean): string {
  const written: string[] = []
  const styles: string[] = []
  const isInlined = name === 'img' && typeof attributes['rr_dataURL'] === 'string'
  for (const [attribute, value] of Object.entries(attributes)) {
    // It came along, so nobody need be asked for it.
    if (isInlined && (attribute === 'src' || attribute === 'srcset')) continue
    if (attribute === 'rr_dataURL' && typeof value === 'string') {
      if (name === 'img') written.push(attributeText('src', value))
      else styles.push(`background: url("${value.replace(/["\\\n]/g, '')}") 0 0 / 100% 100% no-repeat`)
    } else if (attribute === 'rr_width' || attribute === 'rr_height') {
      // A box that was kept out of the recording, by its size alone.
      if (typeof value === 'string' && /^[\d.]+px$/.test(value)) styles.push(`${attribute.slice(3)}: ${value}`)
    } else if (!isKept(attribute, wasLink) || value === false || value === null) {
      // Not of the page.
    } else if (attribute === 'style' && typeof value === 'string') styles.unshift(value)
    else if (value === true) written.push(attributeText(attribute, ''))
    else if (typeof value === 'string' || typeof value === 'number') written.push(attributeText(attribute, `${value}`))
  }
  if (styles.length > 0) written.push(attributeText('style', styles.join('; ')))
  return written.join('')
}

const isKept = (name: string, wasLink: boolean): boolean =>
  /^[^\s"'<>/=\0]{1,200}$/.test(name) &&
  !/^(?:on|rr_)/i.test(name) &&
  name !== '_cssText' &&
  name !== 'srcdoc' &&
  !(wasLink && linkAttributes.has(name))

const attributeText = (name: string, value: string): string =>
  ` ${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`

function textIn(text: string, parent: string): string {
  if (silentElements.has(parent)) return ''
  if (rawElements.has(parent)) return rawText(text)
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** In CSS a backslash before a slash changes nothing, and ends no element. */
const rawText = (css: string): string => css.replaceAll('</', '<\\/')
