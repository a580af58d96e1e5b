/** Links that are called the same and lead to different places. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { parentOf, quote, rowOf, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { contextOf, isVague, readLinks, sharesContext } from '#workers/scan-page/checks/in-page/link-texts'

const formats = /^(?:pdf|html|epub|docx?|xlsx?|csv|mp3|plain text|kindle|mobi)$/

export const linkTextAmbiguous: StaticCheck = {
  rule: 'link-text-ambiguous',
  criteria: ['2.4.4', '2.4.9'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'If the pages differ, let the link texts tell them apart.',
  find(elements) {
    const all = readLinks(elements).filter(({ target, key }) => target !== '' && !isVague(key) && !formats.test(key))
    return [...Map.groupBy(all, ({ key }) => key).values()].flatMap((group) => {
      const [first] = group
      if (!first || new Set(group.map(({ target }) => placeOf(target))).size < 2) return []
      const others = group.filter((link) => placeOf(link.target) !== placeOf(first.target)).slice(0, othersLookedAt)
      const twin = others.find((link) => sharesContext(first.element, link.element))
      const other = twin ?? others[0]
      if (!other) return []
      const isSure = areOfDifferentSites(first.target, other.target)
      // Of a list that holds nothing but them, no entry tells what its link is about.
      const isAlone = twin !== undefined && areAllOfOneList(group.map(({ element }) => element))
      return [
        {
          element: other.element,
          tier: isSure ? 'error' : isAlone ? 'practice' : 'warning',
          criteria: twin ? ['2.4.4', '2.4.9'] : ['2.4.9'],
          confidence: isSure ? ('high' as const) : twin ? ('medium' as const) : ('low' as const),
          message: `Two links are called ${quote(first.name)} and lead to different places: ${quote(shortly(first.target), 80)} and ${quote(shortly(other.target), 80)}.`,
        },
      ]
    })
  },
}

const fewestAlike = 3

/** All entries of a list are these links and nothing else, and no heading, term or description is with any of them. */
function areAllOfOneList(links: readonly Element[]): boolean {
  const lists = Map.groupBy(links, listOf)
  return [...lists].some(([list, own]) => {
    if (!list || own.length < fewestAlike || own.length !== list.querySelectorAll('a[href]').length) return false
    const said = own.map((link) => squeeze(link.textContent ?? '')).join(' ')
    return squeeze(spokenText(list)) === said && own.every((link) => contextOf(link) === '')
  })
}

/** What holds it and those beside it, each of which may stand in a box or paragraph of its own. */
function listOf(link: Element): Element | null {
  const row = rowOf(link)
  const isBox = row !== null && row.children.length === 1 && !row.matches('ul, ol, body, main')
  return isBox ? parentOf(row) : row
}

const othersLookedAt = 50

/** Where it leads, places of this very page taken as one: tables of contents repeat themselves by design. */
const placeOf = (target: string) => (target.startsWith(`${location.href.replace(/#.*$/, '')}#`) ? 'this page' : target)

const shortly = (target: string) => target.replace(`${location.origin}/`, '/')

/** Addresses of one site may be one page under two names; so may two sites' where their paths are the same, or one only forwards. */
function areOfDifferentSites(one: string, other: string): boolean {
  const [a, b] = [URL.parse(one), URL.parse(other)]
  if (!a || !b || !/^https?:$/.test(a.protocol) || !/^https?:$/.test(b.protocol)) return false
  if (forwarding.test(a.hostname) || forwarding.test(b.hostname)) return false
  const name = (url: URL) => url.hostname.split('.').slice(-2).join('.')
  const path = (url: URL) => url.pathname.replace(/\/$/, '').toLowerCase()
  return name(a) !== name(b) && path(a) !== path(b)
}

const forwarding =
  /^(?:[^.]{1,4}\.[a-z]{2}|bit\.ly|tinyurl\.com|ow\.ly|buff\.ly|youtu\.be|(?:www\.)?doi\.org|purl\.org|hdl\.handle\.net|web\.archive\.org|(?:.+\.)?safelinks\.protection\.outlook\.com|l\.facebook\.com|lnkd\.in|amzn\.to|forms\.gle|click\..+|go\..+|links?\..+|redirect\..+|r\..+|mirror.*|download.*|cdn.*)$/i
