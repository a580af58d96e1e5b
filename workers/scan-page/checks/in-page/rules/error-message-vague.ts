/** Error messages that do not say what is wrong. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  type Field,
  isExposed,
  isField,
  isSeen,
  namedBy,
  nameOf,
  ownText,
  parentOf,
  pick,
  quote,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import { type ErrorMessage, readErrorMessages } from '#workers/scan-page/checks/in-page/error-messages'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

export const errorMessageVague: StaticCheck = {
  rule: 'error-message-vague',
  criteria: ['3.3.1', '3.3.3'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Say which field is meant, what is wrong with it and what is expected.',
  find: (elements) => {
    const messages = readErrorMessages(elements)
    // Where something else may say which field is meant, a person must look.
    const isAlone = messages.length === 1 && pick(elements, '[aria-invalid="true"]').length === 0
    const ofMessages = messages
      .filter(({ isVague, element, isOfTrouble }) => isVague && !(isOfTrouble && isToldAtFields(element, elements)))
      .map((message) => ({ ...message, isSure: namesNoneOfSeveral(message, elements) }))
      .map(
        ({ element, text, named, isSure }): Hit => ({
          element,
          tier: isSure
            ? 'error'
            : (isAlone && named.length === 0 && readFields(elements).length > 0) || isOfForm(named, elements)
              ? 'practice'
              : 'warning',
          message: `The error message ${quote(text, 80)} ${named.length === 0 ? 'names no field and not what is wrong' : 'does not say what is wrong or what is expected'}.`,
        }),
      )
    const told = new Set<Element>(ofMessages.map(({ element }) => element))
    return [
      ...ofMessages,
      ...saidInBox(elements),
      ...saidInOneWord(elements).filter(({ element }) => !told.has(element)),
    ]
  },
}

/** Beside a field, or tied to one, is a text of its own that may say what is wrong with it. */
function isToldAtFields(message: Element, elements: readonly Element[]): boolean {
  const fields = readFields(elements)
  const isOther = (each: Element) =>
    !each.contains(message) && !message.contains(each) && squeeze(each.textContent ?? '') !== '' && isSeen(each)
  return fields.some(
    (field) =>
      field.matches('[aria-invalid="true"]') ||
      namedBy(field, 'aria-describedby', 'aria-errormessage').some(isOther) ||
      [...(parentOf(field)?.querySelectorAll(beside) ?? [])].some(isOther),
  )
}

const beside = 'p, span, small, em, strong, div, ul'

/** What has to be written in a certain way; a password or a code is refused without a hint for good reason. */
const written =
  /(?<!\p{L})(?:date|birth(?:day)?|phone|mobile|post ?code|postal|zip|e-?mail|iban|time|datum|geburts\p{L}+|telefon\p{L}*|mobilnummer|handynummer|plz|postleitzahl|uhrzeit|date|naissance|téléphone|portable|code postal|courriel|heure|fecha|nacimiento|teléfono|móvil|correo|código postal|hora|data|nascita|telefono|cellulare|geboorte\p{L}*|telefoon\p{L}*|postcode|tijd|urodzenia|kod pocztowy|godzina|nascimento|telefone|telemóvel|födelse\p{L}+|postnummer|fødsels\p{L}+|syntymä\p{L}+|puhelin\p{L}*|postinumero)(?!\p{L})/iu
const secret =
  /password|passwor[dt]|kennwort|mot de passe|contraseña|hasło|lösenord|adgangskode|salasana|(?<!\p{L})pin(?!\p{L})/iu
const ways =
  '[type="email"], [type="tel"], [type="date"], [type="time"], [autocomplete~="bday"], [autocomplete~="tel"], [autocomplete~="email"], [autocomplete~="postal-code"]'

/** It is about one field whose entries have a form, and neither its label, its placeholder nor a text beside it shows which. */
function isOfForm(named: readonly Field[], elements: readonly Element[]): boolean {
  const [field, ...others] = named
  if (!field || others.length > 0) return false
  const name = nameOf(field)
  if (secret.test(name) || field.matches('[type="password"]') || !(written.test(name) || field.matches(ways)))
    return false
  if (/[(\d@]/.test(name) || field.matches('select, [placeholder]:not([placeholder=""]), [title]')) return false
  const around = closest(field, 'form, fieldset, [role="group"]') ?? parentOf(field)
  const texts = pick(elements, 'p, span, small, div, li, em, i').filter(
    (each) => around?.contains(each) && !each.contains(field) && isSeen(each),
  )
  return !texts.some((each) => shownWay.test(ownText(each)))
}

/** An example, or letters in the place of figures. */
const shownWay = /\d[\d ./-]*\d|@|(?:d{2}|m{2}|t{2}|j{2}|a{2}|y{2}|g{2}|r{2}|p{2}|k{2})[ ./-]/i

const ofNothing =
  /^(?:(?:an? )?(?:error|invalid|incorrect|wrong)(?: (?:input|data|form|entry|value|occurred))?|something (?:went|is) wrong|oops|(?:please )?(?:fix|correct|check) (?:the |your )?(?:errors?|form|fields|input)|(?:please )?(?:fill(?: in| out)?|complete|enter) (?:in )?all (?:of )?(?:the )?(?:(?:required|mandatory) )?(?:fields|data|information)|(?:required )?fields? (?:is |are )?(?:missing|empty)|(?:fehler|ungültig)(?: aufgetreten)?|bitte (?:alle|füllen sie alle) (?:felder|pflichtfelder)(?: aus(?:füllen)?| ausfüllen)?|erreur|veuillez remplir tous les champs|errore|rellene todos los campos)[.! ]*$/i

/** A box of the browser is all that a form answers with, and does not say what is wrong. */
function saidInBox(elements: readonly Element[]): Hit[] {
  const vague = readPrograms(elements).flatMap(({ text, isLinked }) => {
    if (isLinked || /aria-invalid|setCustomValidity|reportValidity|role['"`]?\s*[,=]\s*['"`]alert/.test(text)) return []
    return [...text.matchAll(/(?<![\w$])alert\(\s*(['"`])([^'"`\n]{3,120})\1\s*\)/g)]
      .filter(({ index }) => /submit|click|valid/i.test(text.slice(0, index)))
      .map(([, , words = '']) => squeeze(words))
      .filter((words) => ofNothing.test(words))
  })
  const [words] = vague
  const forms = pick(elements, 'form').filter((form) => form.querySelectorAll(asked).length > 1 && isExposed(form))
  const [form] = forms
  if (words === undefined || !form || forms.length > 1) return []
  return [
    {
      element: form,
      tier: 'practice',
      confidence: 'high',
      message: `All that a script says of what is wrong in this form is ${quote(words)}, in a box of the browser: it names no field.`,
    },
  ]
}

const asked = 'input:not([type="hidden"], [type="submit"], [type="button"]), select, textarea'
const oneWord = /^(?:error|fehler|erreur|errore|fout|błąd|erro|fel|fejl|feil|virhe)[.:!]*$/i

/** A field that is wrong is described as that and nothing else. */
function saidInOneWord(elements: readonly Element[]): Hit[] {
  return pick(elements, '[aria-invalid="true"]').flatMap((field) => {
    const [message, ...more] = namedBy(field, 'aria-describedby', 'aria-errormessage')
    const text = squeeze(message?.textContent ?? '')
    if (!message || more.length > 0 || !oneWord.test(text) || !isExposed(message)) return []
    return [
      {
        element: message,
        tier: 'error',
        message: `The error message ${quote(text, 80)} does not say what is wrong or what is expected.`,
      },
    ]
  })
}

/** Of what is entered into a single thing, in so many words: "Please fill the field correctly". */
const ofOneEntry =
  /\b(?:the|this|a|one|that) (?:required )?(?:field|value|input|entry|box)\b|\b(?:das|dieses|ein) feld\b|\b(?:le|ce|un) champ\b|\b(?:el|este|un) campo\b/i

/**
 * Whether it speaks of one field, of several that there are, and nothing at all says of which: neither its words, nor a mark on
 * a field that is read out, nor the place that it stands in.
 */
function namesNoneOfSeveral({ element, text, named, owner }: ErrorMessage, elements: readonly Element[]): boolean {
  if (named.length > 0 || owner || !ofOneEntry.test(text)) return false
  const form = closest(element, 'form')
  const fields = readFields(elements).filter((field) => field.form !== null && (!form || field.form === form))
  if (fields.length < 2 || new Set(fields.map((field) => field.form)).size !== 1) return false
  if (fields.some((field) => field.matches('[aria-invalid]:not([aria-invalid="false"])'))) return false
  // It stands right behind the field that it is about.
  const before = element.previousElementSibling
  if (before && isField(before) && element.nextElementSibling !== null) return false
  const block = parentOf(element)
  const beside = fields.filter((field) => block?.contains(field))
  return beside.length === 0 || beside.length === fields.length
}
