/** The organisation's components on a page that is scanned: what may be one is gathered there, and judged as what a baseline shows is. */
import type { Page } from 'puppeteer'
import { type Elements, type KnownComponent, type Sighting, usageIn } from '#shared/components/known'
import { worldOf } from '#workers/page/isolated-world'

/** A page on which more may be one is not counted. */
const elementsTaken = 20_000
/** No element says more that matters. */
const charactersTaken = 2000

/** Of the page's own document with its open shadow roots; null where there is too much to count. */
export async function componentsOn(page: Page, known: readonly KnownComponent[]): Promise<Sighting[] | null> {
  const tags = known.flatMap(({ tagName }) => tagName ?? [])
  const prefixes = known.flatMap(({ classPrefix }) => classPrefix ?? [])
  const limits = { elements: elementsTaken, characters: charactersTaken }
  const nodes = await worldOf(page.mainFrame()).evaluate(gatherIn, tags, prefixes, limits)
  return nodes && usageIn({ nodes }, known)
}

/**
 * Runs in the page: elements that may be an instance, each with the next one that it stands in. What one is, is not decided here:
 * none that is left out can be any.
 */
function gatherIn(
  tags: string[],
  prefixes: string[],
  limits: { elements: number; characters: number },
): [...Elements['nodes']] | null {
  const [ofTags, ofPrefixes] = [new Set(tags), new Set(prefixes)]
  const nodes: [...Elements['nodes']] = []
  const mayBeginWithOne = (word: string) => {
    for (let at = 0; at < word.length; at++)
      if ((word[at] === '-' || word[at] === '_') && ofPrefixes.has(word.slice(0, at))) return true
    return ofPrefixes.has(word)
  }
  const attributesOf = (element: Element): [string, string][] =>
    ['data-component', 'class'].flatMap((name): [string, string][] => {
      const value = element.getAttribute(name)
      return value === null ? [] : [[name, value.slice(0, limits.characters)]]
    })
  const mayBeOne = (element: Element, name: string, classes: string) =>
    ofTags.has(name) ||
    element.hasAttribute('data-component') ||
    (ofPrefixes.size > 0 && classes.split(/\s+/).some(mayBeginWithOne))
  const left: { root: Element | ShadowRoot; parent: number }[] = [{ root: document.documentElement, parent: -1 }]
  for (let next = left.pop(); next; next = left.pop()) {
    const { root, parent } = next
    let within = parent
    if (root instanceof Element) {
      const name = root.localName.toLowerCase()
      if (mayBeOne(root, name, root.getAttribute('class') ?? '')) {
        if (nodes.length === limits.elements) return null
        within = nodes.push({ parent, name, attributes: attributesOf(root) }) - 1
      }
      if (root.shadowRoot) left.push({ root: root.shadowRoot, parent: within })
    }
    for (const child of root.children) left.push({ root: child, parent: within })
  }
  return nodes
}
