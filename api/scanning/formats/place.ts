/** What a location says: address, line and column. Pure. */
import type { ReportIssue } from '#db/documents/scan-report'

export type Place = { url: string; line: number; column: number; isGenerated: boolean }

/** Of an issue of the page at that address; in a frame it is the frame's own address. */
export function placeOf({ location }: Pick<ReportIssue, 'location'>, pageUrl: string): Place {
  const [, url, line = '1', column = '1', generated] = /^(?:(.*)#)?(\d+):(\d+)( \(generated\))?$/s.exec(location) ?? []
  return { url: url ?? pageUrl, line: Number(line), column: Number(column), isGenerated: generated !== undefined }
}
