/** Windows that a page opens without being asked. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

export const windowOpenedOnLoad: StaticCheck = {
  rule: 'window-opened-on-load',
  criteria: ['3.2.1', '3.2.5'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Open a window only when a link or button is pressed that says so.',
  find(elements) {
    const act = document.body?.getAttribute('onload') ?? ''
    const program = opening.test(act)
      ? act
      : readPrograms(elements)
          .map(({ text }) => openedBy(text))
          .find((said) => said !== null)
    if (!program || !document.body) return []
    return [
      {
        element: document.body,
        // A script may open one on another condition still.
        tier: program === act ? 'error' : 'practice',
        confidence: 'high',
        message: `The page opens a window when it has loaded: ${quote(squeeze(program), 80)}.`,
      },
    ]
  },
}

const opening = /(?:\bwindow\.|(?:^|[^.\w]))open\(\s*['"`][^'"`]/
const loading =
  /(?:addEventListener\(\s*['"](?:load|DOMContentLoaded|pageshow)['"]\s*,|\bonload\s*=|\bsetTimeout\()\s*(?:async\s*)?(?:function\s*\w*\s*\([^)]*\)|\(?[\w\s,]*\)?\s*=>)\s*\{?[^{}]{0,200}/g

/** What of a script runs when the page has loaded, and opens a window; a function that is only named there is not followed. */
function openedBy(program: string): string | null {
  if (!/\bopen\(/.test(program)) return null
  const atOnce = openedAtOnce(program)
  if (atOnce !== null) return atOnce
  return (
    [...program.matchAll(loading)]
      .map(([said]) => said)
      .find((said) => opening.test(said) && !/\b(?:if|click|press)\b/.test(said)) ?? null
  )
}

/** A statement of its own, outside of any function and any condition. */
function openedAtOnce(program: string): string | null {
  for (const { index } of program.matchAll(/\bwindow\.open\(\s*['"`][^'"`]/g)) {
    const before = program.slice(0, index)
    // A line goes on with the one before unless that has come to an end.
    const start = (before.match(/[;}]|[\w)'"`]\s*\n/g) ?? []).reduce(
      (at, end) => before.indexOf(end, at) + end.length,
      0,
    )
    const isOutside = [...before.matchAll(/[{(]/g)].length === [...before.matchAll(/[})]/g)].length
    if (
      isOutside &&
      /^\s*(?:(?:const|let|var)\s+\w+\s*=\s*)?$/.test(before.slice(start)) &&
      !/\b(?:if|else)\b[^;{}]*$/.test(before)
    )
      return program.slice(start, index + longestCall)
  }
  return null
}

const longestCall = 80
