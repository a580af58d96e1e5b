/** Reports as a JSON array, a line each. */
import type { ScanReport } from '#db/documents/scan-report'

export async function* renderJson(reports: AsyncIterable<ScanReport>): AsyncGenerator<string> {
  let separator = '['
  for await (const report of reports) {
    yield `${separator}${JSON.stringify(report)}`
    separator = ',\n'
  }
  yield separator === '[' ? '[]' : ']'
}
