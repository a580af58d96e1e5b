/** What the site that a page belongs to is called, as far as the page tells it. */
import { closest, nameOf, pick, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'

const read = new WeakMap<readonly Element[], string>()
const longest = 60

/** By the link that leads home, or by what the page says to those who share it; empty where neither is there. */
export function siteName(elements: readonly Element[]): string {
  const known = read.get(elements)
  if (known !== undefined) return known
  const said = squeeze(document.querySelector('meta[property="og:site_name"]')?.getAttribute('content') ?? '')
  const home = pick(elements, 'a[href="/"], a[href="./"], a[rel~="home"]').find(
    (link) => !closest(link, 'main, footer'),
  )
  const linked = home ? squeeze(nameOf(home)) : ''
  const name = said !== '' ? said : linked.length <= longest && wordsOf(linked).length >= 2 ? linked : ''
  read.set(elements, name)
  return name
}
