/** Character references, as &amp; and &#8217;: the character in the place of its first unit, spaces after it. */
import { decodeHTML } from 'entities/decode'
import { replace, type UnreadText } from '#shared/language/unread-text'

/** The longest name has 31 letters. */
const reference = /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});?/y

export function resolveReferences(draft: UnreadText, start: number, end: number): void {
  for (let at = draft.content.indexOf('&', start); at >= 0 && at < end; at = draft.content.indexOf('&', at + 1)) {
    reference.lastIndex = at
    const found = reference.exec(draft.content)?.[0]
    if (found === undefined || at + found.length > end) continue
    const resolved = decodeHTML(found)
    if (resolved === found) continue
    // A name without its semicolon may end before what was found does: "&notit" is "¬it".
    const rest = commonEnd(found, resolved)
    replace(draft, at, at + found.length - rest, visible(resolved.slice(0, resolved.length - rest)))
  }
}

function commonEnd(found: string, resolved: string): number {
  if (found.endsWith(';')) return 0
  let length = 0
  while (length < resolved.length - 1 && found.at(-1 - length) === resolved.at(-1 - length)) length++
  return length
}

/** A space without a break is a space, and what nobody sees stays unseen when it is spelt out. */
const visible = (text: string) =>
  text.replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ').replace(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu, '')
