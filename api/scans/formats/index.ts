/** Reports in the format that was asked for, made while they are read: no format holds all reports at once. */

import type { PageOutcome, ReportsAbout } from '#api/scans/formats/about'
import { renderCsv } from '#api/scans/formats/csv'
import { renderEarl } from '#api/scans/formats/earl'
import { renderHtml } from '#api/scans/formats/html'
import { renderJson } from '#api/scans/formats/json'
import { renderJunit } from '#api/scans/formats/junit'
import { renderSarif } from '#api/scans/formats/sarif'
import type { ReportFormat } from '#shared/contracts/scans'

const renderers: Record<
  ReportFormat,
  (pages: AsyncIterable<PageOutcome>, about: ReportsAbout) => AsyncIterable<string>
> = {
  json: renderJson,
  html: renderHtml,
  sarif: renderSarif,
  earl: renderEarl,
  csv: renderCsv,
  junit: renderJunit,
}

export const renderReports = (
  format: ReportFormat,
  pages: AsyncIterable<PageOutcome>,
  about: ReportsAbout,
): AsyncIterable<string> => renderers[format](pages, about)
