/** Reports as a JSON array, a line each. Pages without one are told by the results of their run. */
import type { PageOutcome } from '#api/scans/formats/about'

export async function* renderJson(pages: AsyncIterable<PageOutcome>): AsyncGenerator<string> {
  let separator = '['
  for await (const outcome of pages) {
    if (outcome.kind === 'unscanned') continue
    yield `${separator}${JSON.stringify(outcome.report)}`
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}
