/** What each check is given: the page, a way to ask our world of it, one session of the DevTools protocol, the standard. */
import type { CDPSession, Frame, Page } from 'puppeteer'
import type { Standard } from '#shared/accessibility/standards'
import { understandingOf } from '#shared/accessibility/wording'
import { worldOf } from '#workers/page/isolated-world'
import type { ActingFrame } from '#workers/scan-page/checks/acting-frame'
import type { Found, Pass } from '#workers/scan-page/checks/in-page/found'
import type { InPage } from '#workers/scan-page/checks/in-page/main'
import type { Finding } from '#workers/scan-page/finding'

type Method = keyof InPage

type Answers = { [Name in Method]: Awaited<ReturnType<InPage[Name]>> }

/** Asks the in-page checks of the frame that is acted in. */
export type Ask = <Name extends Method>(name: Name, ...args: Parameters<InPage[Name]>) => Promise<Answers[Name]>

export type ListenersKnown = {
  /** The sources of what listens for keys at the window, the document or the body. */
  keySources: string[]
  /** Elements whose listeners look as if they might keep the focus. */
  traps: number
  /** Elements that listen for clicks. */
  pressed: number
  /** Clicks are heard at the top of the page. */
  isPressedAbove: boolean
  /** Keys are heard, or the coming and going of the focus: by those alone can a script hold it. */
  hasKeys: boolean
  /** The coming and going of the focus is heard at an element of the page. */
  hasFocusing: boolean
  /** The coming of the pointer is heard at an element of the page. */
  hasHovering: boolean
  /** Changes of fields are heard. */
  hasChanges: boolean
  /** What is pasted is heard of, by nothing that asks the browser for what is on the clipboard. */
  hasPasting: boolean
  /** Going back within the page is heard. */
  hasGoingBack: boolean
  /** The movement of the device is heard, and nothing that is to be seen turns that off. */
  isMovedFreely: boolean
}

export type CheckTools = {
  page: Page
  acting: ActingFrame
  standard: Standard
  /** Whether the standard asks for a success criterion, e.g. 1.4.10. */
  asksFor: (criterion: string) => boolean
  ask: Ask
  /** Opened when first asked for. */
  session: () => Promise<CDPSession>
  outlook: Pass['outlook']
  /** What the page's scripts listen for; nothing before that check has run. */
  heard: ListenersKnown
  /** The rules that are found by looking alone. */
  looks: readonly string[]
  /** Asks the engines once more, of what has come out. @param state in which that is. */
  examineAgain: (state: string) => Promise<void>
  /** Before what was looked at goes away: how the elements that were found read now is how they are told of. */
  keep: () => Promise<void>
  /** Whether the page could not be put back after something was pressed: then nothing more is. */
  altered: { isSo: boolean }
  /** What the engines found; `settle` says what a measurement makes of one, null of one that it clears. */
  engineFindings: readonly Finding[]
  settle: (finding: Finding, now: Finding | null) => void
  /** Takes back what was told by a rule of ours, for what is known better by now. */
  withdraw: (rule: string) => void
  /** What the check may take of the page's time. */
  budgetMs: number
  /** Says what there was no time for. */
  missed: (reason: string) => void
}

/** What is known before a check runs. */
export type PageTools = Omit<CheckTools, 'settle' | 'withdraw' | 'missed' | 'budgetMs'>

export function asker(frame: Frame): Ask {
  return async <Name extends Method>(name: Name, ...args: Parameters<InPage[Name]>): Promise<Answers[Name]> => {
    const written = args.map((arg) => JSON.stringify(arg)).join()
    const answer: unknown = await worldOf(frame).evaluate(`assayChecks.${name}(${written})`)
    // The script is ours: what comes back is what its method of that name returns.
    return answer as Answers[Name]
  }
}

/** Findings of a frame as the report takes them; criteria that are not asked for are left out, and what breaks none of them, practice aside. */
export function pageFindings(found: readonly Found[], standard: Standard, path: Finding['target'] = []): Finding[] {
  const asked = new Map(standard.criteria.map((criterion) => [criterion.id, criterion]))
  return found.flatMap(({ place, criteria, ...rest }) => {
    const [first, ...others] = criteria.flatMap((id) => asked.get(id) ?? [])
    if (!first && rest.verdict !== 'practice') return []
    return [
      {
        ...rest,
        engine: 'assay' as const,
        criteria: [...(first ? [first] : []), ...others].map((criterion) => criterion.id),
        target: [...path, place],
        helpUrl: first ? understandingOf(first) : null,
      },
    ]
  })
}
