/** What a run has, read as it comes: lines, and reports one by one. */
import { type Client, readJson } from '#cli/commands/client'
import { type KeptReport, reportOfToday, type ScanReport } from '#db/documents/scan-report'

export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines.filter((line) => line !== '')
  }
  if (rest !== '') yield rest
}

/** The service puts each report of the array on a line of its own. */
export async function* eachReport(client: Client, runId: string): AsyncGenerator<ScanReport> {
  for await (const line of linesOf(await client.open(`GET /api/scan-runs/${runId}/report?format=json`))) {
    const text = line
      .trim()
      .replace(/^\[/, '')
      .replace(/[,\]]$/, '')
    if (text !== '') yield reportOfToday(asKept(readJson(text, 'the service')))
  }
}

// Made by the service from reports that it keeps.
const asKept = (line: unknown) => line as KeptReport
