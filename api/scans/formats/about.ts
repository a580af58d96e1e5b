/** What a format is given: what became of each page, and what it is told beside. */
import type { ScanReport } from '#db/documents/scan-report'

/** A page that there is no report of. */
export type UnscannedPage = {
  url: string
  jobId: string
  /** Whether somebody has tried: what was called off, or is not due yet, nobody has. */
  wasTried: boolean
  /** An error's code, or CANCELED, NOT_SCANNED_YET, REPORT_ERASED. */
  code: string
  message: string
}

export type PageOutcome = { kind: 'scanned'; report: ScanReport } | { kind: 'unscanned'; page: UnscannedPage }

export type ReportsAbout = {
  title: string
  /** The run that the pages are of; without one it is a single scan. */
  run?: { standard: string; createdAt: string } | undefined
  /** The picture of the one page that is reported on. */
  picture?: { picture: Uint8Array; picture_type: string } | undefined
}
