/** Spans of an answer: the characters beside their place, always cut out of what came in. */
import type { Span } from '#db/documents/meaning'
import type { Range, ReadText } from '#shared/language/text'

export const spanOf = (text: Pick<ReadText, 'content'>, { start, end }: Range): Span => ({
  start,
  end,
  text: text.content.slice(start, end),
})
