/** Error messages that are seen on a page, each with what it says of fields. */
import {
  closest,
  type Field,
  isField,
  isSeen,
  namedBy,
  nameOf,
  pick,
  spokenText,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { errorWords, isTied, readFields } from '#workers/scan-page/checks/in-page/form-fields'

export type ErrorMessage = {
  element: Element
  text: string
  /** The fields whose names it mentions. */
  named: readonly Field[]
  /** The field that names it as its description. */
  owner: Field | undefined
  /** It says neither what is wrong nor what is expected. */
  isVague: boolean
}

const errorBoxes =
  '[role="alert"], [aria-live="assertive"], [class*="error" i], [class*="fehler" i], [class*="erreur" i], [class*="fout" i], [class*="blad" i], [class*="warning" i], [class*="alert" i], [class*="feedback" i], [class*="invalid" i], [id*="error" i], [class*="danger" i]'
const messagesTaken = 10
const shortest = 40

const reasons =
  /\b(?:empty|blank|is required|are required|at least|at most|between|format|must|contain|characters|digits|expected|e\.g\.|example|match|already|too (?:short|long|big|small))\b/i
/** What says it in the other languages that pages are mostly written in. */
const reasonsElsewhere =
  /\d|@|(?<!\p{L})(?:leer|mindestens|höchstens|muss|müssen|zeichen|format|erwartet|beispiel|z\. ?B\.|schon|bereits|zu (?:kurz|lang)|ausfüllen|vide|au moins|au plus|doit|doivent|caractères|exemple|déjà|trop|vacío|al menos|debe|deben|caracteres|ejemplo|demasiado|ya|vuoto|almeno|deve|devono|caratteri|esempio|troppo|già|leeg|minstens|hoogstens|moet|moeten|tekens|bijvoorbeeld|te (?:kort|lang)|al|puste|co najmniej|musi|znaków|np\.|już|vazio|pelo menos|deve|exemplo)(?!\p{L})/iu
/** What is asked for, in so many words: "Please enter your name". */
const asked =
  /\bplease (?:enter|provide|give|select|choose|add|type) (?:(?:a|an|your|the|one of the) )?(?!(?:valid |correct |required |missing )?(?:values?|fields?|entry|entries|input|data|information|details|options?|it|this|that|them|something|everything|correctly|all)\b)\p{L}{3,}/iu
const reasonsOfNamed = /\b(?:required|number|date|missing|fill (?:in|out)|complete)\b/i

const read = new WeakMap<readonly Element[], ErrorMessage[]>()

export function readErrorMessages(elements: readonly Element[]): readonly ErrorMessage[] {
  const known = read.get(elements)
  if (known) return known
  const fields = readFields(elements)
  const messages = fields.length === 0 ? [] : pick(elements, errorBoxes).filter(isMessage)
  const outermost = messages.filter(
    (message) => !messages.some((other) => other !== message && other.contains(message)),
  )
  const all = outermost.slice(0, messagesTaken).map((element) => {
    const text = spokenText(element, 320)
    const named = fields.filter((field) => names(text, field))
    const isClear = reasons.test(text) || asked.test(text) || (named.length > 0 && reasonsOfNamed.test(text))
    // Of other languages fewer words are known: there, only a short message that names no field says too little.
    const isVague = isEnglish(element)
      ? !isClear
      : !isClear &&
        !reasonsElsewhere.test(text) &&
        ((named.length === 0 && text.length <= shortest) || isCalledInvalid(text, named))
    return { element, text, named, owner: fields.find((field) => isTied(element, field)), isVague }
  })
  read.set(elements, all)
  return all
}

const invalid =
  /(?<!\p{L})(?:ungültig\p{L}*|fehlerhaft\p{L}*|non valide|invalide|incorrecte?|no válid[oa]|inválid[oa]|incorrect[oa]|non valid[oa]|errat[oa]|ongeldig\p{L}*|onjuist\p{L}*|nieprawidłow\p{L}*|ogiltig\p{L}*|ugyldig\p{L}*|virheelli\p{L}*|neplatn\p{L}*)(?!\p{L})/iu
const wordsOfVerdict = 5

/** Beside the names of its fields it has a verdict alone. */
function isCalledInvalid(text: string, named: readonly Field[]): boolean {
  if (named.some((field) => describes(field))) return false
  const names = new Set(named.flatMap((field) => wordsOf(nameOf(field))))
  return invalid.test(text) && wordsOf(text).filter((word) => !names.has(word)).length <= wordsOfVerdict
}

/** What is expected may stand there. */
const describes = (field: Field): boolean =>
  namedBy(field, 'aria-describedby').some(
    ({ textContent }) => !errorWords.test(textContent ?? '') && (textContent ?? '').trim() !== '',
  )

const isEnglish = (element: Element) => /^(?:en\b|$)/i.test(closest(element, '[lang]')?.getAttribute('lang') ?? '')

function isMessage(element: Element): boolean {
  if (isField(element) || element.matches('form, fieldset, body, main, label, a')) return false
  if (element.querySelector('input, select, textarea')) return false
  const text = spokenText(element, 320)
  return text.length >= 8 && text.length <= 300 && errorWords.test(text) && isSeen(element)
}

function names(text: string, field: Field): boolean {
  const said = new Set(wordsOf(text))
  return wordsOf(nameOf(field)).some(
    (word) => word.length >= 3 && !/^(?:the|your|and|for|required|optional|enter|please)$/.test(word) && said.has(word),
  )
}
