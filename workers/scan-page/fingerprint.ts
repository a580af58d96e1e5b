/** Names a finding so that it is known again in the next scan: by its place, and by its markup. Pure. */
import { createHash } from 'node:crypto'
import { isLasting } from '#shared/kernel/lasting-name'

const digest = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** 32 hex digits. `place` is a subject's: without texts and counters, so that what goes on elsewhere leaves it alone. */
export function fingerprintOf(finding: {
  page: string
  type: string
  criteria: readonly string[]
  place: string
}): string {
  const page = URL.parse(finding.page)
  if (page) page.hash = ''
  return digest([page?.href ?? finding.page, finding.type, finding.criteria[0] ?? '', finding.place])
}

/** 32 hex digits; the same for the same markup wherever it stands, on whichever page. */
export const contentFingerprintOf = (finding: { type: string; html: string }): string =>
  digest([finding.type, normalMarkup(finding.html)])

/** Without what is made anew with every load: generated ids and what points at them, and the space between tags. */
function normalMarkup(html: string): string {
  return html
    .replace(/\s+/g, ' ')
    .replace(/> </g, '><')
    .replace(/ (id|for|name|aria-[a-z]+|href)="([^"]*)"/g, (whole, name: string, value: string) =>
      isLasting(value.replace(/^#/, '')) ? whole : ` ${name}=""`,
    )
}

/**
 * One element in a place: its tag and what of its attributes lasts, never its text.
 * Stands alone: its text is also sent into the page.
 */
export function stepOf(
  tag: string,
  attributes: readonly (readonly [name: string, value: string])[],
  lasting: (name: string) => boolean,
): { step: string; isAnchor: boolean } {
  const states =
    /^(?:is|has|js|no)-|^(?:active|open|opened|closed|current|selected|hover|focus|loaded|loading|visible|hidden|show|in|on|off|disabled|first|last|odd|even)$/
  const values = new Map(attributes)
  const id = values.get('id') ?? ''
  if (lasting(id)) return { step: `${tag}#${id}`, isAnchor: true }
  // Where html and body get their classes from is what scripts found out about the browser.
  const classes = /^(?:html|body)$/.test(tag)
    ? []
    : (values.get('class') ?? '')
        .split(/\s+/)
        .filter((name) => lasting(name) && /^[a-z]+(?:[-_]+[a-z]+)*$/i.test(name) && !states.test(name))
        .sort()
  let step = [tag, ...classes].join('.')
  for (const name of ['role', 'type', 'name', 'for', 'rel', 'itemprop']) {
    const value = values.get(name)
    if (value !== undefined && value.length <= 100 && (name === 'role' || name === 'type' || lasting(value)))
      step += `[${name}=${value}]`
  }
  for (const name of ['href', 'src', 'action']) {
    const address = (values.get(name) ?? '').split(/[?#]/)[0] ?? ''
    if (address !== '' && address.length <= 200 && !/^(?:data|blob|javascript):/i.test(address))
      step += `[${name}=${address}]`
  }
  return { step, isAnchor: false }
}
