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
  /** All that makes it a message is that it tells of trouble. */
  isOfTrouble: boolean
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
  /(?:\bplease |[.:!–—-] |^)(?:enter|provide|give|select|choose|add|type|write|say|tell us|pick|use|upload|tick|check that|make sure) (?:(?:a|an|your|the|one of the|which|how|at) )*(?!(?:valid |correct |required |missing )?(?:values?|fields?|entry|entries|input|data|information|details|options?|it|this|that|them|something|everything|correctly|again|all|form|errors?|problems?|following)\b)\p{L}{3,}/iu
const reasonsOfNamed = /^(?:required|number|date|missing|complete)$/
const fillIn = /\bfill (?:in|out)\b/i

const read = new WeakMap<readonly Element[], ErrorMessage[]>()

export function readErrorMessages(elements: readonly Element[]): readonly ErrorMessage[] {
  const known = read.get(elements)
  if (known) return known
  const fields = readFields(elements)
  const messages =
    fields.length === 0 ? [] : pick(elements, errorBoxes).filter((each) => isMessage(each) || isOfTrouble(each, fields))
  const outermost = messages.filter(
    (message) => !messages.some((other) => other !== message && other.contains(message)),
  )
  const all = outermost.slice(0, messagesTaken).map((element) => {
    const text = spokenText(element, 320)
    const named = fields.filter((field) => names(text, field))
    const own = new Set(named.flatMap((field) => wordsOf(nameOf(field))))
    const isClear =
      reasons.test(text) ||
      asked.test(text) ||
      (named.length > 0 &&
        (wordsOf(text).some((word) => !own.has(word) && reasonsOfNamed.test(word)) || fillIn.test(text)))
    // Of other languages fewer words are known: there, only a short message that names no field says too little.
    const telling = wordsThatTell(text).filter((word) => !own.has(word)).length
    const isVague = isEnglish(element)
      ? !isClear && telling < (named.length > 0 ? 1 : 2) && !named.some(describes)
      : !isClear &&
        telling === 0 &&
        !reasonsElsewhere.test(text) &&
        ((named.length === 0 && text.length <= shortest) || isCalledInvalid(text, named))
    return {
      element,
      text,
      named,
      owner: fields.find((field) => isTied(element, field)),
      isVague,
      isOfTrouble: !errorWords.test(text),
    }
  })
  read.set(elements, all)
  return all
}

/** Verdicts, and what every message of the kind may say of every form. */
const saysNothing = new Set(
  'error errors invalid incorrect correct correctly wrong bad fail failed fails failure problem problems issue issues something anything went oops sorry please check fix try again later review form forms field fields value values input inputs entry entries data information info details required mandatory missing one some all more following above below highlighted marked red submit submission submitted submitting cannot can could couldn not server internal unexpected unknown occurred warning attention alert there this that these those fill filled complete enter entered provide provided give valid appropriate acceptable response answer item items thing things work working happened need needs attention still are is was were has have right the your you our its was with and for from before continue went an be been do does don did doesn didn won will our we us it in of on or to a try'.split(
    ' ',
  ),
)
/** The same in other languages, by what their words begin with. */
const saysNothingElsewhere =
  /^(?:gibt|finns|opstod|oppstod|problèm|probleem|problém|проблем|возник|ongelm|lomak|fehler|ungültig|falsch|fehlerhaft|korrekt|korrigier|richtig|eingab|eingegeben|feld|formular|angabe|angegeben|wert|daten|bitte|(?:über)?prüf|versuch|erneut|nochmal|wieder|aufgetreten|etwas|schief|gegangen|gelaufen|leider|pflicht|ausfüll|ausgefüllt|füll|alle|einig|markiert|problem|achtung|erreur|invalid|valid|incorrect|correct|corrig|saisi|champ|formulaire|valeur|donnée|information|veuillez|vérifi|réessay|essay|nouveau|produit|survenu|certain|tous|toutes|rempli|attention|oblig|erro|errone|errat|válid|inválid|revis|verifi|intent|intént|campo|formulario|valor|dato|dado|informaci|favor|algo|salió|mal|ocurri|nuevo|todo|rellen|complet|obbligat|compil|controll|riprov|riprova|verific|qualcosa|storto|andato|dati|valore|modulo|corregg|sbagliat|fout|ongeldig|onjuist|juist|invoer|ingevoerd|veld|formulier|waarde|gegeven|controleer|probeer|opnieuw|misgegaan|iets|alstublieft|verplicht|ingevuld|błąd|błęd|nieprawidłow|prawidłow|niepoprawn|popraw|pole|pola|formularz|wartoś|dane|danych|spróbuj|ponown|proszę|sprawdź|wystąpił|wszystkie|wymagan|wypełn|fel|ogiltig|felaktig|rätt|fält|värde|uppgift|formulär|kontroller|försök|igen|något|gick|snett|vänligen|fejl|ugyldig|forkert|felt|værdi|oplysning|formular|tjek|prøv|noget|gik|galt|venligst|feil|verdi|opplysning|skjema|vennligst|sjekk|noe|virhe|virheelli|kenttä|arvo|tieto|lomake|tarkista|yritä|uudelleen|jokin|meni|pieleen|chyb|neplatn|hodnot|údaj|pol[ei]|formulář|zkontroluj|zkuste|znovu|hib|érvénytelen|mező|érték|adat|űrlap|kérjük|ellenőriz|próbál|újra|eroare|invalid|câmp|valoare|date|formular|vă|rugăm|verificați|încercați|hata|geçersiz|alan|değer|bilgi|lütfen|kontrol|tekrar|ошибк|неверн|некорректн|пол[ея]|значени|данн|форм|пожалуйста|проверьте|попробуйте|снова|помилк)/iu
const shortestTelling = 3

/** The words of a message that may say what is wrong, or what is expected. Scripts that put no spaces between words hold one each. */
const wordsThatTell = (text: string): string[] =>
  wordsOf(text).filter(
    (word) =>
      (word.length >= shortestTelling || /\d/.test(word)) &&
      !saysNothing.has(word) &&
      !smallElsewhere.has(word) &&
      !saysNothingElsewhere.test(word),
  )

const smallElsewhere = new Set(
  'das der die den dem ein eine einen ist sind war sie ihr ihre ihren und oder nicht bei von mit noch les des une est sont pas votre vos dans que qui los las una por para con del está sus hay son non sono nel nella della dei per che het een niet zijn bij van voor deze dit jest nie się lub przy tego det ett inte och eller för den som med ikke til vid und ett är är kan må skal har uno tuo suo você não seu sua foi uma não som ole jsou není nebo nem van egy bir'.split(
    ' ',
  ),
)

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

/** That there is a problem, in a box of a page with a form: where what is wrong is listed in the same box, it is its title. */
function isOfTrouble(element: Element, fields: readonly Field[]): boolean {
  if (isField(element) || element.matches('form, fieldset, body, main, label, a')) return false
  const text = spokenText(element, 320)
  if (text.length < 4 || text.length > 120 || !trouble.test(text) || !isSeen(element)) return false
  const box = closest(element.parentElement ?? element, errorBoxes) ?? element
  if (box.querySelector('li, a[href^="#"], input, select, textarea')) return false
  return [...Map.groupBy(fields, ({ form }) => form)].some(([form, own]) => form !== null && own.length > 1)
}

const trouble =
  /(?<!\p{L})(?:there (?:is|are|was|were) (?:an? |some |\d+ )?(?:problems?|issues?)|there[’']s (?:a |an )?(?:problem|issue)|something (?:is|was|went) (?:wrong|not right)|oops|es gibt (?:ein |\d+ )?probleme?|ein problem ist aufgetreten|il y a (?:un |des )?probl[eè]mes?|un probl[eè]me est survenu|hay (?:un |algún )?problemas?|ha ocurrido un problema|se ha producido un problema|c[’']è (?:stato )?un problema|ci sono (?:dei )?problemi|si è verificato un problema|er is een probleem|er zijn problemen|wystąpił[yo]? problem\p{L}*|jest problem|há (?:um )?problemas?|ocorreu um problema|det (?:finns|är|er) et+ problem|der (?:er|opstod) et problem|det oppstod et problem|on ongelma|nastal problém|vyskytl se problém|возникла проблема|есть проблема|виникла проблема)(?!\p{L})/iu

function names(text: string, field: Field): boolean {
  const said = new Set(wordsOf(text))
  return wordsOf(nameOf(field)).some(
    (word) => word.length >= 3 && !/^(?:the|your|and|for|required|optional|enter|please)$/.test(word) && said.has(word),
  )
}
