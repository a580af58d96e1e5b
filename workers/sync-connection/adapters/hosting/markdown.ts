/** Markdown as a person sees it and as a machine does: comments are taken out of the one and kept for the other. Pure. */
import { sourceTextLimit } from '#workers/sync-connection/adapters/source-item'

/** What is code shows its comments. What is never closed goes on to the end. Source: CommonMark 0.31, 4.5, 6.1, 6.6. */
const codeOrComment =
  /(?<=^|\n) {0,3}(?<fence>`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\k<fence>)[^\n]*)*(?:\n {0,3}\k<fence>[^\n]*)?|(?<!`)(?<ticks>`+)(?!`)[\s\S]*?(?<!`)\k<ticks>(?!`)|(?<comment><!--[\s\S]*?(?:-->|$))|(?<=^|\n)(?<note> {0,3}\[[^\]\n]*\]:[ \t]*(?:#|<#?>)[ \t]+["'(][^\n]*)/g

/** `text` is as long as what came in, up to the limit: what nobody sees is spaces in it, so that places in it are places in the source. */
export function seenOf(markdown: string | null | undefined): { text: string; hiddenText: string } {
  const whole = (markdown ?? '').slice(0, sourceTextLimit)
  const hidden: string[] = []
  const text = whole.replace(codeOrComment, (found, ...rest) => {
    const { comment, note } = rest.at(-1) as Record<string, string | undefined>
    if (comment === undefined && note === undefined) return found
    hidden.push(found)
    return found.replace(/[^\r\n]/g, ' ')
  })
  return { text, hiddenText: hidden.join('\n') }
}
