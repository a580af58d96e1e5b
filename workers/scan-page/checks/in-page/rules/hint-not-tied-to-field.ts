/** Hints about a format beside a field that does not name them as its description. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, quote, spokenText, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { errorWords, isTied, readFields } from '#workers/scan-page/checks/in-page/form-fields'

const formatWords =
  /(?<!\p{L})(?:format\p{L}?|z\. ?B\.|mindestens|höchstens|zeichen|TT\.MM|JJJJ|par exemple|au moins|caractères|JJ\/MM|por ejemplo|al menos|caracteres|DD\/MM|AAAA|ad esempio|almeno|caratteri|GG\/MM|bijvoorbeeld|minstens|tekens|np\.|co najmniej|znaków|RRRR)(?!\p{L})|\b(?:format|e\.g\.|for example|example:|must (?:be|contain|have)|at least|at most|minimum|maximum|characters|digits|letters|numbers only|dd|mm\/|yyyy|between \d)\b|\d\s*[-–]\s*\d+ (?:characters|digits)/iu

export const hintNotTiedToField: StaticCheck = {
  rule: 'hint-not-tied-to-field',
  criteria: ['1.3.1', '3.3.2'],
  tier: 'warning',
  impact: 'moderate',
  remedy: 'Give the hint an id and the field aria-describedby with that id.',
  find(elements) {
    const shared = new Map<Element, boolean>()
    const isShared = (holder: Element) => {
      const known = shared.get(holder) ?? holder.querySelectorAll(fields).length > 1
      shared.set(holder, known)
      return known
    }
    return readFields(elements).flatMap((field) => {
      const holder = field.parentElement
      if (/^(?:checkbox|radio)$/.test(field.type) || !holder) return []
      if (isShared(holder)) return []
      const hint = [...holder.children].find((sibling) => {
        if (sibling.contains(field) || !sibling.matches(hints)) return false
        const text = spokenText(sibling, 220)
        if (text.length > 200 || !formatWords.test(text) || errorWords.test(text)) return false
        return isSeen(sibling) && !isTied(sibling, field)
      })
      if (!hint) return []
      return [
        {
          element: field,
          message: `The hint ${quote(spokenText(hint, 220))} stands beside the field ${quote(nameOf(field) || tagOf(field))}, but the field does not name it as its description.`,
        },
      ]
    })
  },
}

const fields = 'input:not([type="hidden"]), select, textarea'
const hints = 'small, p, span, div, em, i, [class*="hint" i], [class*="help" i], [class*="desc" i]'
