/** Notices that what was entered is lost when somebody takes too long. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

const out =
  /(?:(?:signed|logged|timed) out|log you out|sign you out|session (?:will |may )?(?:expires?|ends?|times? out)|(?:time|page) (?:runs out|expires)|automatisch abgemeldet|sitzung (?:läuft|endet)|déconnecté|session (?:expire|expirera)|cerrará la sesión|sesión (?:caduca|expira)|disconness|sessione scad|uitgelogd|sessie verloopt|wylogowan)/iu
const after = /\d+\s*(?:minutes?|min\b|seconds?|minuten|minutos?|minuti|minut)/i
const lost =
  /(?:(?:not|never) (?:be )?(?:saved|kept|stored)|(?:will|may) be (?:lost|deleted|discarded|cleared)|lose (?:all |any )?(?:of )?(?:your|what|the|unsaved)|start (?:all )?(?:over|again)|from the beginning|(?:gehen|geht) verloren|nicht gespeichert|(?:seront|sera) (?:perdu|effacé|supprimé)|se perder|no se guardar|andranno pers|verdr?oren gaan|gaan verloren|zostaną utracone)/iu
const wayOut =
  /save (?:and|for|your|draft|as you)|(?:more|extra|extend (?:the|your)?) time|stay signed in|keep me|warn you|(?:ask|remind) you before|zwischenspeichern|mehr zeit|enregistrer|guardar|salva/i

export const answersLostInTime: StaticCheck = {
  rule: 'answers-lost-in-time',
  criteria: ['2.2.5', '2.2.1', '2.2.6'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Keep what was entered, so that people go on where they were once they have signed in again.',
  find: (elements) => {
    if (readFields(elements).length === 0) return []
    return pick(elements, 'p, li, div, strong, small').flatMap((element) => {
      const text = spokenText(element, 401)
      if (text.length > 400 || !after.test(text) || !out.test(text) || !lost.test(text) || wayOut.test(text)) return []
      if ([...element.children].some((child) => lost.test(spokenText(child, 401)) && out.test(spokenText(child, 401))))
        return []
      if (!isSeen(element) || !isExposed(element)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(text, 120)}: who needs longer loses what was entered.`,
        },
      ]
    })
  },
}
