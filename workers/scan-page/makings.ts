/** What a page's looks and doings come from, as digests: by them it is known when what hangs on either may be another. Pure. */
import { createHash } from 'node:crypto'

/**
 * Of the source as it was served: the style sheets that it names or holds, and those with the scripts that it names. What is
 * another by now under the same address, nobody sees by it. Undefined where there is no source, or none that can be read.
 */
export function makingsOf(source: string): { looks: string; scripts: string } | undefined {
  if (source === '') return undefined
  const sheets: string[] = []
  const scripts: string[] = []
  let styles = ''
  const reader = new HTMLRewriter()
    .on('link[rel~="stylesheet" i]', { element: (link) => void sheets.push(link.getAttribute('href') ?? '') })
    .on('style', {
      text(piece) {
        styles += piece.text
      },
    })
    .on('script[src]', { element: (script) => void scripts.push(script.getAttribute('src') ?? '') })
  try {
    reader.transform(source)
  } catch {
    // It has a bound on what it keeps. Answers are then of this scan alone, which is what undefined says.
    return undefined
  }
  return { looks: digest([sheets, styles]), scripts: digest([sheets, styles, scripts]) }
}

const digest = (parts: unknown) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
