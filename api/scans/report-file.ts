/** A report as a file of one of its formats: content type, name, and what keeps a browser from running any of it. */
import type { PageOutcome, ReportsAbout } from '#api/scans/formats/about'
import { renderReports } from '#api/scans/formats/index'
import type { ReportFormat } from '#shared/contracts/scans'

const formats: Record<ReportFormat, { type: string; ending: string }> = {
  json: { type: 'application/json; charset=utf-8', ending: 'json' },
  html: { type: 'text/html; charset=utf-8', ending: 'html' },
  sarif: { type: 'application/sarif+json; charset=utf-8', ending: 'sarif' },
  earl: { type: 'application/ld+json; charset=utf-8', ending: 'earl.jsonld' },
  csv: { type: 'text/csv; charset=utf-8; header=present', ending: 'csv' },
  junit: { type: 'application/xml; charset=utf-8', ending: 'junit.xml' },
}

const pagePolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** @param name of the file, without its ending. */
export function reportFile(format: ReportFormat, name: string) {
  const { type, ending } = formats[format]
  const disposition = format === 'json' || format === 'html' ? 'inline' : 'attachment'
  const headers: Record<string, string> = {
    'Content-Disposition': `${disposition}; filename="${name}.${ending}"`,
    ...(format === 'html' ? { 'Content-Security-Policy': pagePolicy } : {}),
  }
  return {
    type,
    headers,
    render: (pages: AsyncIterable<PageOutcome>, about: ReportsAbout) => renderReports(format, pages, about),
  }
}
