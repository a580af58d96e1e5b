/** Notices that what was entered is lost when somebody takes too long. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { hasUnreadPrograms, readPrograms } from '#workers/scan-page/checks/in-page/programs'

const out =
  /(?:(?:signed|logged|timed) out|log you out|sign you out|session (?:will |may )?(?:expires?|ends?|times? out)|(?:time|page) (?:runs out|expires)|automatisch abgemeldet|sitzung (?:läuft|endet)|déconnecté|session (?:expire|expirera)|cerrará la sesión|sesión (?:caduca|expira)|disconness|sessione scad|uitgelogd|sessie verloopt|wylogowan)/iu
const after =
  /(?:\d+|(?<!\p{L})(?:an?|one|two|three|five|ten|twelve|fifteen|twenty|thirty|forty|sixty|fünf|zehn|fünfzehn|zwanzig|dreißig|cinq|dix|quinze|vingt|trente|cinco|diez|quince|veinte|treinta|cinque|dieci|quindici|venti|trenta|vijf|tien|vijftien|twintig|dertig|dez|vinte|trinta|fem|ti|tio|femten|femton|tyve|tjugo|tredive|trettio|pięciu|dziesięciu|piętnastu|dwudziestu|trzydziestu))\s*(?:minutes?|mins?\b|seconds?|hours?|minuten|stunden?|heures?|horas?|ore\b|minutos?|minuti|minut(?:er|ter|ach)?|uur)/iu
const lost =
  /(?:(?:not|never) (?:be )?(?:saved|kept|stored)|(?:will|may) be (?:lost|deleted|discarded|cleared)|lose (?:all |any )?(?:of )?(?:your|what|the|unsaved)|(?:is|are|gets?) (?:lost|deleted|discarded|cleared|emptied)|start (?:all )?(?:over|again)|from the beginning|(?:gehen|geht) verloren|nicht gespeichert|(?:seront|sera) (?:perdu|effacé|supprimé)|se perder|no se guardar|andranno pers|verdr?oren gaan|gaan verloren|zostaną utracone)/iu
const wayOut =
  /save (?:and|for|your|draft|as you)|(?:more|extra|extend (?:the|your)?) time|zwischenspeichern|mehr zeit|enregistrer|guardar|salva/i

export const answersLostInTime: StaticCheck = {
  rule: 'answers-lost-in-time',
  criteria: ['2.2.5', '2.2.1', '2.2.6'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Keep what was entered, so that people go on where they were once they have signed in again.',
  find: (elements) => {
    if (readFields(elements).length === 0) return []
    const told = pick(elements, 'p, li, div, strong, small').flatMap((element) => {
      const text = spokenText(element, 401)
      if (text.length > 400 || !after.test(text) || !out.test(text) || !lost.test(text) || wayOut.test(text)) return []
      if ([...element.children].some((child) => lost.test(spokenText(child, 401)) && out.test(spokenText(child, 401))))
        return []
      if (!isSeen(element) || !isExposed(element)) return []
      return [
        {
          element,
          // Who is asked before may have more time; what was entered is lost all the same to who does not answer.
          ...(asked.test(text) ? { criteria: ['2.2.5'] } : {}),
          confidence: 'high' as const,
          message: `${quote(text, 120)}: who needs longer loses what was entered.`,
        },
      ]
    })
    return told.length > 0 ? told : byScript(elements)
  },
}

const asked = /warn you|(?:ask|remind|tell) you before|we (?:will )?(?:ask|warn|remind)|stay signed in|keep me/i

/** A script that signs out after a time, and keeps nothing of what the page's fields hold. */
function byScript(elements: readonly Element[]): Hit[] {
  const form = pick(elements, 'form').find(
    (each) => isSeen(each) && [...each.querySelectorAll(typed)].filter((field) => isSeen(field)).length >= fewestTyped,
  )
  if (!form || hasUnreadPrograms(elements)) return []
  const programs = readPrograms(elements)
  if (programs.some(({ text }) => keeping.test(text))) return []
  const leading = programs.find(({ text }) => /setTimeout|setInterval/.test(text) && leavingSignedOut.test(text))
  return leading
    ? [
        {
          element: form,
          criteria: ['2.2.5'],
          confidence: 'high',
          message: `A script signs out after a time (${quote(leavingSignedOut.exec(leading.text)?.[0] ?? '', 80)}) and keeps nothing of what was entered here.`,
        },
      ]
    : []
}

const fewestTyped = 2
const typed =
  'textarea, input:not([type]), input[type="text"], input[type="email"], input[type="tel"], input[type="number"], input[type="date"]'
const keeping =
  /sessionStorage|localStorage|indexedDB|\bfetch\(|sendBeacon|XMLHttpRequest|\$\.(?:post|ajax)|axios|document\.cookie|requestSubmit\(|\.submit\(|(?:save|keep|store)\w*\(/i
const leavingSignedOut =
  /location(?:\.href)?(?:\s*=\s*|\.(?:assign|replace)\(\s*)['"`][^'"`]*(?:sign(?:ed)?-?_?out|log(?:ged)?-?_?o(?:ut|ff)|expired|time-?_?out|abgemeldet|abmelden|deconnexion|déconnexion|desconect|cerrar|sesion|uitgelogd|uitloggen|wyloguj|logud|utlogg)[^'"`]*['"`]/i
