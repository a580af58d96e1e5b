/** Pages that ask for leave to send notices or to know the place as soon as they are loaded. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { quote } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'

const asking =
  /Notification\.requestPermission\(|pushManager\.subscribe\(|geolocation\.(?:getCurrentPosition|watchPosition)\(/g

export const askedOnLoad: StaticCheck = {
  rule: 'asked-on-load',
  criteria: ['2.2.4'],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Ask when somebody presses a button that says what it is for.',
  find: (elements) =>
    readPrograms(elements).flatMap(({ text }) => {
      const asked = [...text.matchAll(asking)].find(({ index }) => !waitsForEvent(text, index) && !isNamed(text, index))
      if (!asked) return []
      return [
        {
          element: document.body ?? document.documentElement,
          message: `The page asks for something as soon as it is loaded, before anybody has done anything: ${quote(asked[0])}.`,
        },
      ]
    }),
}

/** Within a function of a name, which something that was pressed may call. */
const isNamed = (program: string, at: number): boolean => {
  const before = program.slice(0, at)
  const declared = before.search(
    /(?:function\s+[\w$]+\s*\([^)]*\)|(?:const|let|var)\s+[\w$]+\s*=\s*(?:async\s*)?(?:function|\([^)]*\)\s*=>|[\w$]+\s*=>))[^}]*$/,
  )
  return declared >= 0
}
