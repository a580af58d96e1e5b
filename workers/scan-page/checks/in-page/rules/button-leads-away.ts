/** Buttons that lead to another page, and links to nowhere that act as buttons. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'

const leads =
  /^\s*(?:return\s+)?(?:(?:window|document|self|top|parent)\.)?location(?:\.href)?\s*=\s*[^=]|^\s*(?:return\s+)?(?:(?:window|document)\.)?location\.(?:assign|replace)\(|^\s*(?:return\s+)?(?:window\.)?(?:open|navigate)\(\s*['"]/

export const buttonLeadsAway: StaticCheck = {
  rule: 'button-leads-away',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Use a link with an address for what leads to a page, and a button for what does something on this one.',
  find: (elements) => [...buttonsAsLinks(elements), ...linksAsButtons(elements)],
}

const buttonsAsLinks = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'button[onclick], input[type="button"][onclick]').flatMap((button) => {
    if (button.matches('[role="link"], :disabled') || !isExposed(button) || !isSeen(button)) return []
    if (!leads.test(button.getAttribute('onclick') ?? '')) return []
    return [
      {
        element: button,
        message: `The button ${quote(nameOf(button))} leads to another page: as a link it could be opened beside, kept and told as one.`,
      },
    ]
  })

const linksAsButtons = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'a[href="#"][onclick], a[href=""][onclick]').flatMap((link) => {
    const act = link.getAttribute('onclick') ?? ''
    if (link.hasAttribute('role') || leads.test(act) || !isExposed(link) || !isSeen(link)) return []
    if (/scroll|history|print|\btop\b/i.test(act)) return []
    return [
      {
        element: link,
        message: `${quote(nameOf(link))} is a link to nowhere that does something on this page, as a button does.`,
      },
    ]
  })
