/** What a report asks of people, and what people answered, as HTML. */
import { html, type Markup } from '#api/pages/markup'
import type { AnsweredIssue, Given, ReportIssue, ScanReport } from '#db/documents/scan-report'
import { questionOf } from '#shared/accessibility/questions'

const fineShown = 200

/** What somebody has to decide of the findings of one rule; nothing of what no criterion of the standard asks for. */
export function questionNote(report: ScanReport, first: ReportIssue): Markup {
  const question = questionOf(first, new Set(report.coverage.criteria.map(({ id }) => id)))
  return html`${
    question &&
    html`<p class="small"><strong>${question.asks}</strong></p>
<ul class="small soft">${question.choices.map(({ says, means, severity }) => html`<li>${says}${means === 'failure' && ` A failure, ${severity}.`}</li>`)}</ul>`
  }`
}

/** Who decided, and what. */
export const answeredNote = ({ choice, by, at, note }: Given): Markup =>
  html`<p class="facts">Answered <code>${choice}</code> by ${by} on ${at.slice(0, 10)}${note !== '' && `: ${note}`}</p>`

/** What people looked at and called fine. */
export const fineSection = (fine: readonly AnsweredIssue[]): Markup =>
  html`<h2 id="fine">Looked at, and fine</h2>
<table><caption>A machine could not decide these; somebody did. They count for nothing, and are asked about again when they have changed.</caption>
<thead><tr><th scope="col">Rule</th><th scope="col">Element</th><th scope="col">Answer</th></tr></thead>
<tbody>${fine
    .slice(0, fineShown)
    .map(
      ({ type, element, location, answered: { choice, by, at, note } }) =>
        html`<tr><th scope="row">${type}</th><td><code>${element}</code> at ${location}</td><td><code>${choice}</code> by ${by}, <span class="soft">${at.slice(0, 10)}</span>${note !== '' && html` ${note}`}</td></tr>`,
    )}</tbody></table>
${fine.length > fineShown && html`<p class="soft small">and ${fine.length - fineShown} more.</p>`}`
