/** Texts as a person sees them: characters that nobody sees are apart, and nothing is left that no store takes. Pure. */
import { wellFormed } from '#shared/kernel/well-formed'
import { hideInvisible } from '#shared/language/invisible'
import { textOfUnits, type UnreadText, unreadText } from '#shared/language/unread-text'
import { sourceTextLimit } from '#workers/sync-connection/adapters/source-item'

export type ReadableText = {
  text: string
  /** What only a machine reads of it. */
  hidden: string
}

/** Shorter rows of characters without width carry no message: they part words and fill previews. */
const shortestMessage = 8

/** Both are at most `sourceTextLimit`. */
export function readablePlain(content: string): ReadableText {
  const draft = unreadText(wellFormed(content))
  hideInvisible(draft)
  return {
    text: cutText(tidyLines(withoutJoiners(textOfUnits(draft.units)).replaceAll('\ufffd', ''))),
    hidden: cutText(hiddenCharacters(draft)),
  }
}

/** Where something was taken out inside of a word, a soft hyphen stands: none of them is seen. */
export const withoutJoiners = (text: string): string => text.replaceAll('\u00ad', '')

/** Long rows of characters without width, as they stand: whoever looks for what they spell knows how. */
export function hiddenCharacters({ content, hidden }: UnreadText): string {
  return hidden
    .filter(({ how, start, end }) => how === 'characters' && end - start >= shortestMessage)
    .map(({ start, end }) => content.slice(start, end))
    .join('\n')
}

/** Lines end in \n alone and without spaces, at most one in a row is empty, none at either end. */
export function tidyLines(text: string): string {
  const lines = text.replace(/\r\n?|\u2028|\u2029/g, '\n').split('\n')
  const kept: string[] = []
  for (const line of lines) {
    const tidy = line.trimEnd()
    if (tidy !== '' || (kept.length > 0 && kept.at(-1) !== '')) kept.push(tidy)
  }
  if (kept.at(-1) === '') kept.pop()
  return kept.join('\n')
}

/** Never inside of a character. */
export const cutText = (text: string, limit = sourceTextLimit): string =>
  text.length <= limit ? text : wellFormed(text.slice(0, limit)).replace(/\ufffd$/, '')
