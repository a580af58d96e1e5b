/** What pages say of any finding: how grave it is, and its type as a title. */
import { html, type Markup } from '#api/pages/markup'
import type { Severity } from '#db/documents/scan-report'

const words: Record<Severity, string> = {
  critical: 'Critical',
  serious: 'Serious',
  moderate: 'Moderate',
  minor: 'Minor',
  practice: 'Poor practice',
  warning: 'Needs a person',
}

export const severityTag = (severity: Severity): Markup => html`<span class="tag ${severity}">${words[severity]}</span>`

/** color-contrast is "Color contrast". */
export function titleOf(type: string): string {
  const said = type.replace(/[-_]+/g, ' ').trim()
  return said === '' ? type : said.charAt(0).toUpperCase() + said.slice(1)
}
