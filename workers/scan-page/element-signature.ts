/** What an element is recognised by, computed alike from the page's own tree and from its parsed source. Pure. */

/** How a tree is read: the browser's and the parser's differ in nothing else. */
export type TreeReader<Node> = {
  /** Undefined for what is no element. */
  tagOf: (node: Node) => string | undefined
  /** Undefined for what is no text. */
  textOf: (node: Node) => string | undefined
  childrenOf: (node: Node) => ArrayLike<Node>
  attributesOf: (node: Node) => (readonly [name: string, value: string])[]
}

/**
 * `key`: of its id, name or address; empty when it has none. `look`: of all its attributes; empty when it has none.
 * `content`: of the start of what is in it; empty for nothing, with a leading ~ when it is only bare elements.
 */
export type Marks = readonly [tag: string, key: string, look: string, content: string]

export const isTelling = (content: string): boolean => content !== '' && !content.startsWith('~')

/** By what an element stands out in its whole document: its attributes, or its content when it has none. */
export const standoutOf = ([tag, , look, content]: Marks): string =>
  look !== '' ? look : content !== '' && !content.startsWith('~') ? `${tag} ${content}` : ''

export type Marker<Node> = {
  lookOf: (node: Node) => string
  marksOf: (node: Node) => Marks
  ownTextOf: (node: Node) => string
}

/** Stands alone: its text is also sent into the page. */
export function markerOf<Node>(reader: TreeReader<Node>): Marker<Node> {
  const elementsRead = 16
  const lettersRead = 80
  const identifying = ['id', 'name', 'href', 'src', 'for', 'action']

  // cyrb53: 53 bits, not for secrets.
  function hash(text: string): string {
    let high = 0xdeadbeef
    let low = 0x41c6ce57
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at)
      high = Math.imul(high ^ unit, 2654435761)
      low = Math.imul(low ^ unit, 1597334677)
    }
    high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
    low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
    return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
  }

  const short = (value: string) => (value.length > 200 ? `${value.slice(0, 200)}${value.length}` : value)

  function lookOf(node: Node): string {
    const parts: string[] = []
    // A browser hides the nonce from scripts.
    for (const [name, value] of reader.attributesOf(node)) if (name !== 'nonce') parts.push(`${name}\n${short(value)}`)
    return parts.length === 0 ? '' : hash(`${reader.tagOf(node)}\n\n${parts.sort().join('\n\n')}`)
  }

  function keyOf(node: Node): string {
    const parts: string[] = []
    for (const [name, value] of reader.attributesOf(node))
      if (identifying.includes(name) && value !== '') parts.push(`${name}\n${short(value)}`)
    return parts.sort().join('\n\n')
  }

  const isSilent = (tag: string) => tag === 'script' || tag === 'style' || tag === 'template' || tag === 'noscript'

  function contentOf(node: Node): string {
    const waiting: Node[] = []
    const push = (parent: Node) => {
      const children = reader.childrenOf(parent)
      for (let at = Math.min(children.length, 60) - 1; at >= 0; at--) waiting.push(children[at] as Node)
    }
    push(node)
    let elements = 0
    let letters = 0
    let isTelling = false
    let read = ''
    while (elements < elementsRead && letters < lettersRead) {
      const next = waiting.pop()
      if (next === undefined) break
      const text = reader.textOf(next)
      if (text !== undefined) {
        const squeezed = text
          .slice(0, 2000)
          .replace(/\s+/g, '')
          .slice(0, lettersRead - letters)
        letters += squeezed.length
        read += squeezed
        if (squeezed !== '') isTelling = true
        continue
      }
      const tag = reader.tagOf(next)
      if (tag === undefined || isSilent(tag)) continue
      elements++
      const key = keyOf(next)
      if (key !== '') isTelling = true
      read += `<${tag} ${key}>`
      push(next)
    }
    if (read === '') return ''
    return isTelling ? hash(read) : `~${hash(read)}`
  }

  function marksOf(node: Node): Marks {
    const tag = reader.tagOf(node) ?? ''
    const key = keyOf(node)
    return [tag, key === '' ? '' : hash(`${tag}\n${key}`), lookOf(node), isSilent(tag) ? '' : contentOf(node)]
  }

  function ownTextOf(node: Node): string {
    const children = reader.childrenOf(node)
    let read = ''
    for (let at = 0; at < Math.min(children.length, 60); at++) {
      const text = reader.textOf(children[at] as Node)
      if (text !== undefined) read += text.slice(0, 2000).replace(/\s+/g, '')
      if (read.length > lettersRead) break
    }
    return read === '' ? '' : hash(read.slice(0, lettersRead))
  }

  return { lookOf, marksOf, ownTextOf }
}
