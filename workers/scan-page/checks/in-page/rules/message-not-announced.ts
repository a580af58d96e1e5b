/** Messages that a program of the page writes when something is done, in a place that no screen reader listens to. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { live } from '#workers/scan-page/checks/in-page/announcing'
import { closest, isSeen, pick, quote, spokenText, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { heldBy } from '#workers/scan-page/checks/in-page/held-by'
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'
import { fitting } from '#workers/scan-page/checks/in-page/style-rules'

const place = `(?:document\\.getElementById\\(\\s*['"\`](?<id>[\\w-]+)['"\`]\\s*\\)|document\\.querySelector\\(\\s*['"\`](?<selector>[^'"\`]+)['"\`]\\s*\\)|\\$\\(\\s*['"\`](?<jquery>[#.][\\w-]+)['"\`]\\s*\\)|(?<![\\w$.])(?<name>[a-zA-Z_$][\\w$]*))`
const writes = new RegExp(
  `${place}\\s*\\.(?:(?:textContent|innerText|innerHTML)\\s*=\\s*|(?:text|html)\\(\\s*)['"\`](?<words>[^'"\`\\n]{3,160})['"\`]`,
  'g',
)
const counts = new RegExp(
  `${place}\\s*\\.(?:textContent|innerText)\\s*=\\s*[^;\\n]*(?:\\.length|\\b(?:left|remaining|rest|length|used)\\b)`,
  'gi',
)
const telling =
  /(?<!\p{L})(?:added|saved|copied|sent|updated|removed|deleted|thank(?:s| you)|success\w*|subscribed|booked|applied|failed|went wrong|could not|no results|logged|signed|hinzugefügt|gespeichert|kopiert|gesendet|entfernt|gelöscht|danke|erfolgreich|fehlgeschlagen|ajouté\w*|enregistré\w*|copié\w*|envoyé\w*|merci|añadid\w+|guardad\w+|copiad\w+|enviad\w+|gracias|aggiunt\w+|salvat\w+|copiat\w+|inviat\w+|grazie|toegevoegd|opgeslagen|verzonden|bedankt|dodano|zapisano|wysłano|dziękujemy)(?!\p{L})/iu
const ofLetters =
  /(?<!\p{L})(?:characters?|chars|remaining|zeichen|verbleiben\p{L}*|caractères?|restants?|caracteres?|restantes?|caratteri|rimanenti|tekens)(?!\p{L})/iu
const announced = /aria-?live|(?:role['"`]?\s*[,=:]\s*['"`](?:status|alert|log))|announce/i
const longestAround = 100

export const messageNotAnnounced: StaticCheck = {
  rule: 'message-not-announced',
  criteria: ['4.1.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put role="status" on the element that the message is written into, and let it be there before.',
  find: (elements) => {
    const told = new Set<Element>()
    return readPrograms(elements).flatMap(({ text: program, isLinked }): Hit[] => {
      if (isLinked || announced.test(program)) return []
      const messages = [...program.matchAll(writes)].flatMap((match): Hit[] => {
        const words = squeeze((match.groups?.['words'] ?? '').replace(/<[^>]*>|\\n/g, ' '))
        if (wordsOf(words).length < 2 || !telling.test(words) || !waitsForEvent(program, match.index)) return []
        const element = placeOf(match, program, elements)
        // What stands there already is another text; a message comes up where none was, or where it was hidden.
        if (!element || told.has(element) || (spokenText(element, 5) !== '' && isSeen(element))) return []
        if (!isSilent(element) || isGivenFocus(match, program) || pick(elements, live).length > 0) return []
        told.add(element)
        return [
          {
            element,
            confidence: 'medium',
            message: `A script writes ${quote(words)} here when something is done, in no live region, and does not move the focus to it.`,
          },
        ]
      })
      const counters = [...program.matchAll(counts)].flatMap((match): Hit[] => {
        const element = placeOf(match, program, elements)
        const around = element?.parentElement
        if (!element || !around || told.has(element) || !isSeen(element) || !isSilent(element)) return []
        const words = spokenText(around, longestAround + 1)
        const own = spokenText(element, longestAround + 1)
        const said = words.length <= longestAround ? words : own
        if (!/\d/.test(own) || !ofLetters.test(said) || pick(elements, live).length > 0) return []
        told.add(element)
        return [
          {
            element,
            tier: 'warning',
            confidence: 'medium',
            message: `How many characters are left (${quote(said)}) changes while one writes, in no live region.`,
          },
        ]
      })
      return [...messages, ...counters]
    })
  },
}

const isSilent = (element: Element): boolean =>
  closest(element, `${live}, dialog, [role="dialog"], [role="alertdialog"], [aria-hidden="true"]`) === null &&
  element.querySelector(live) === null &&
  !element.matches('button, a, label, legend, title, input, textarea, select, option, h1, h2, [tabindex]')

function placeOf({ groups = {} }: RegExpMatchArray, program: string, elements: readonly Element[]): Element | null {
  const { id, selector, jquery, name } = groups
  if (id) return document.getElementById(id)
  if (selector || jquery) return fitting(elements, selector ?? jquery ?? '')[0] ?? null
  if (!name) return null
  // A name that is given nowhere is that of an id.
  const isGiven = new RegExp(`(?:const|let|var)\\s+${RegExp.escape(name)}\\b|\\b${RegExp.escape(name)}\\s*=(?!=)`).test(
    program,
  )
  return isGiven ? heldBy(program, name, elements) : document.getElementById(name)
}

function isGivenFocus({ groups = {} }: RegExpMatchArray, program: string): boolean {
  const { id, selector, jquery, name } = groups
  const called = name ?? id ?? (selector ?? jquery ?? '').replace(/^[#.]/, '')
  return new RegExp(`${RegExp.escape(called)}['"\`]?\\s*\\)?\\.focus\\(`).test(program)
}
