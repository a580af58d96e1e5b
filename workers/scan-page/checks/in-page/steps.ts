/** Forms in steps, gone through as far as their buttons lead: whether a later step asks once more for what an earlier one was told. */
import { enter } from '#workers/scan-page/checks/in-page/choosing'
import {
  allElements,
  allMatching,
  ancestorsOf,
  closest,
  type Field,
  isField,
  isSeen,
  nameOf,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'
import { groupTitle } from '#workers/scan-page/checks/in-page/form-fields'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { soundsHarmful } from '#workers/scan-page/checks/in-page/harm'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { again, entryAskedTwice, sameAs } from '#workers/scan-page/checks/in-page/rules/entry-asked-twice'
import { finishAnimations, pause, pressOnce, wordOf } from '#workers/scan-page/checks/in-page/states'

const formsTried = 2
const stepsTaken = 3
const answerMs = 60

/** What is asked for in two steps. */
type Pair = {
  what: string
  first: Field
  /** As the first was filled in. */
  value: string
  later: Field
  /** Both say so in a way that programs read, too. */
  isDeclared: boolean
}

export type Stepped = { form: Element }

/** What fields ask for, by their token for being filled in, and by what they are called. */
const kinds: readonly (readonly [string, RegExp, RegExp, string])[] = [
  [
    'an email address',
    /^email$/,
    /(?<!\p{L})(?:e-?mail\p{L}*|courriel|correo|posta elettronica|sähköposti)(?!\p{L})/iu,
    'kim@example.org',
  ],
  [
    'a telephone number',
    /^tel(?:-national)?$/,
    /(?<!\p{L})(?:(?:tele)?phone|mobile|telefon\p{L}*|téléphone|teléfono|telefoon\p{L}*|celular|móvil)(?!\p{L})/iu,
    '0301234567',
  ],
  [
    'a postcode',
    /^postal-code$/,
    /(?<!\p{L})(?:post ?code|zip(?: code)?|postal code|plz|postleitzahl|code postal|código postal|cap|kod pocztowy)(?!\p{L})/iu,
    '10115',
  ],
  [
    'a date of birth',
    /^bday$/,
    /(?<!\p{L})(?:date of birth|birth ?(?:day|date)|geburtsdatum|date de naissance|fecha de nacimiento|data di nascita|geboortedatum)(?!\p{L})/iu,
    '1990-05-17',
  ],
  [
    'a name',
    /^name$/,
    /^(?:your |full |first and last )*name$|^(?:ihr |vor- und nach)?name$|^nom(?: complet)?$|^nombre(?: completo)?$|^nome(?: e cognome)?$/iu,
    'Kim Taylor',
  ],
  [
    'a street',
    /^(?:street-address|address-line1)$/,
    /^(?:street(?: address)?|address|straße(?: und hausnummer)?|anschrift|adresse|rue|dirección|calle|indirizzo|via)$/iu,
    'Mill Lane 4',
  ],
]

/** Somebody or something else is meant than before. */
const others =
  /(?<!\p{L})(?:partner\p{L}*|spouse|wife|husband|child(?:ren)?(?:['’]s)?|kid\p{L}*|parents?|guardian|emergency|guests?|friends?|recipients?|receivers?|gift|referees?|references?|company|business|work|employer|employee|invoice|billing|accountant|second\p{L}*|another|other|alternative|additional|new|old|previous|former|passengers?|travell?ers?|participants?|attendees?|members?|players?|applicants?|co-\p{L}+|tenants?|landlord|owner|doctor|kind\p{L}*|ehe\p{L}*|eltern\p{L}*|notfall\p{L}*|gast|gäste|freund\p{L}*|empfänger\p{L}*|firma|firmen\p{L}*|geschäft\p{L}*|arbeitgeber\p{L}*|rechnung\p{L}*|zweite\p{L}*|weitere\p{L}*|andere\p{L}*|neue?\p{L}?|alte?\p{L}?|reisende\p{L}*|teilnehmer\p{L}*|conjoint\p{L}*|enfants?|urgence|invités?|ami\p{L}*|destinataire|entreprise|facturation|autre|nouve\p{L}+|voyageurs?|hij[oa]s?|emergencia|invitad\p{L}+|amig\p{L}+|destinatario|empresa|facturación|otr[oa]s?|nuev[oa]s?|pasajer\p{L}+|figli\p{L}*|emergenza|ospit\p{L}+|azienda|fatturazione|altr[oaie]|nuov\p{L}|kinderen|noodgeval|bedrijf|factuur\p{L}*|andere)(?!\p{L})/iu
/** A place that things go to is another than where somebody lives. */
const otherPlaces =
  /deliver|shipping|ship to|liefer|versand|livraison|envío|entrega|consegna|spedizione|bezorg|dostaw/iu
const optional =
  /(?<!\p{L})(?:optional\p{L}*|if you (?:like|want|wish)|not required|freiwillig|facultati\p{L}+|optionnel\p{L}*|opcional\p{L}*|opzional\p{L}*|facoltativ\p{L}+|optioneel|nieobowiązkow\p{L}+|valfri\p{L}*)(?!\p{L})/iu
const onwards =
  /(?<!\p{L})(?:next|continue|proceed|weiter|fortfahren|nächste\p{L}*|suivante?|continuer|étape suivante|siguiente|continuar|avanti|prosegui|continua|volgende|verder|ga door|dalej|następn\p{L}+|próxim\p{L}|seguinte|nästa|fortsätt|næste|neste|fortsett|fortsæt|seuraava|jatka|další|pokračovat|далее|продолжить)(?!\p{L})|次へ|下一步|다음/iu
const backwards =
  /(?<!\p{L})(?:back|previous|zurück|vorherige\p{L}*|retour|précédente?|atrás|anterior|volver|indietro|precedente|terug|vorige|wstecz|poprzedni\p{L}*|voltar|föregående|tillbaka|tilbage|tilbake|forrige|edellinen|takaisin|zpět|назад)(?!\p{L})|戻る|上一步|이전/iu
const buttons = 'button, [role="button"], input[type="button"], a:not([href]), a[href^="#"]'

/** Those with a button that leads on without sending them, and something in the first step that is asked for twice elsewhere. */
export const steppedForms = (): Stepped[] =>
  [...new Set(allElements().filter(isField).map(formOf))]
    .flatMap((form) => (form && askedIn(form).length > 0 && onwardsIn(form) ? [{ form }] : []))
    .slice(0, formsTried)

const formOf = (field: Field): Element | null => field.form ?? closest(field, '[role="form"]')

function fieldsIn(form: Element): Field[] {
  return [...form.querySelectorAll('input, select, textarea')].filter(isField)
}

const isWritten = (field: Field) => /^(?:text|email|tel|date|textarea)$/.test(field.type)

/** By the token of the field where it has one. */
function kindOf(field: Field): { at: number; isDeclared: boolean } | null {
  const tokens = (field.getAttribute('autocomplete') ?? '').toLowerCase().trim().split(/\s+/)
  // What is another person's, or another place's, says so there.
  if (tokens.some((token) => /^(?:section-.*|shipping|billing|work|one-time-code|new-password)$/.test(token)))
    return null
  const last = tokens.at(-1) ?? ''
  const declared = kinds.findIndex(([, token]) => token.test(field.type === 'email' ? 'email' : last))
  if (declared >= 0) return { at: declared, isDeclared: true }
  const named = kinds.findIndex(([, , words]) => words.test(wordsOf(field)))
  return named >= 0 ? { at: named, isDeclared: false } : null
}

/** What it is called by, as far as that is there while it is hidden. */
const wordsOf = (field: Field): string => {
  const labels = [...(field.labels ?? [])].map((label) => label.textContent ?? '')
  return (labels.join(' ') || field.getAttribute('aria-label') || field.getAttribute('placeholder') || '').trim()
}

function titleOf(field: Field): string {
  const group = closest(field, 'fieldset, [role="group"], section')
  return group?.querySelector('legend, h1, h2, h3, h4, h5, h6, [role="heading"]')?.textContent ?? groupTitle(field)
}

/** What is asked for in fields that are seen and empty. */
const askedIn = (form: Element) =>
  fieldsIn(form).flatMap((field) => {
    const isEmpty = isWritten(field) && !field.matches(':disabled, [readonly], [list]') && field.value === ''
    const kind = isEmpty && isSeen(field) ? kindOf(field) : null
    return kind ? [{ field, ...kind }] : []
  })

type Told = { first: Field; value: string; isDeclared: boolean }

/** What a step asks for that an earlier one was told. */
const pairsIn = (form: Element, told: ReadonlyMap<number, Told>): Pair[] =>
  askedIn(form).flatMap(({ field, at, isDeclared }) => {
    const before = told.get(at)
    const [what] = kinds[at] ?? ['']
    if (!before || before.first === field || isSeen(before.first)) return []
    if (!isSamePersons(before.first, field, at)) return []
    return [
      { what, first: before.first, value: before.value, later: field, isDeclared: isDeclared && before.isDeclared },
    ]
  })

/** As far as words tell: nobody else is named, nothing is confirmed, nothing is left to choice. */
function isSamePersons(first: Field, later: Field, kind: number): boolean {
  const words = `${wordsOf(later)} ${titleOf(later)} ${later.name} ${later.id}`.replace(/[_-]/g, ' ')
  if (again.test(words) || optional.test(words) || others.test(words) || others.test(titleOf(first))) return false
  // Where somebody lives and where things are brought are two places; an address for mails is one.
  return kinds[kind]?.[0] !== 'a street' && kinds[kind]?.[0] !== 'a postcode' ? true : !otherPlaces.test(words)
}

const isPressable = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  isSeen(element) &&
  !element.matches(':disabled, [aria-disabled="true"]') &&
  !(element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null) &&
  !soundsHarmful(nameOf(element))

const buttonIn = (form: Element, words: RegExp): HTMLElement | null =>
  [...form.querySelectorAll(buttons)].filter(isPressable).find((element) => words.test(nameOf(element))) ?? null

const onwardsIn = (form: Element) => buttonIn(form, onwards)

/** Goes from step to step. @returns what was found, and whether the form stands as it stood. */
export async function goThrough({ form }: Stepped): Promise<{ found: Found[]; isBack: boolean; state: string }> {
  const before = fieldsIn(form).map((field) => [field, contentOf(field)] as const)
  const shownBefore = fieldsIn(form).filter(isSeen)
  const found: Found[] = []
  const told = new Map<number, Told>()
  let taken = 0
  for (;;) {
    for (const pair of pairsIn(form, told)) if (await isAskedAgain(pair)) found.push(twiceAsked(pair))
    const shown = fieldsIn(form).filter(isSeen)
    const next = onwardsIn(form)
    if (
      taken === stepsTaken ||
      !next ||
      shown.length === 0 ||
      shown.some(({ type }) => type === 'password' || type === 'file')
    )
      break
    const asked = askedIn(form)
    for (const field of shown) fill(field)
    for (const { field, at, isDeclared } of asked)
      if (!told.has(at)) told.set(at, { first: field, value: field.value, isDeclared })
    await pause(answerMs / 3)
    await pressAndLook(next)
    if (shown.some(isSeen)) break
    taken += 1
  }
  for (let count = 0; count < taken; count += 1) {
    const back = buttonIn(form, backwards)
    if (back) await pressAndLook(back)
  }
  for (const [field, content] of before) putBack(field, content)
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const shown = fieldsIn(form).filter(isSeen)
  const isBack = shown.length === shownBefore.length && shown.every((field) => shownBefore.includes(field))
  return { found, isBack, state: `after filling in the steps of ${wordOf(form)}` }
}

async function pressAndLook(button: HTMLElement): Promise<void> {
  window.dispatchEvent(new Event('assay-press'))
  pressOnce(button)
  await pause(answerMs)
  window.dispatchEvent(new Event('assay-hurry-all'))
  await pause(answerMs / 3)
  finishAnimations()
}

/** Nothing has filled it in, and nothing is there that would. */
async function isAskedAgain({ first, value, later }: Pair): Promise<boolean> {
  if (value === '' || first.value !== value) return false
  // Some are filled in as soon as they are reached.
  later.focus({ preventScroll: true })
  await pause(answerMs / 3)
  if (later.value !== '' || later.matches(':disabled, [readonly], [list]')) return false
  const step = ancestorsOf(later).find((around) => around.contains(first)) ?? document.body
  const around =
    ancestorsOf(later)
      .filter((each) => each !== step && step.contains(each))
      .at(-1) ?? step
  const offers = [
    ...around.querySelectorAll('button, a, label, input, option, [role="button"], [role="checkbox"]'),
  ].filter((each) => each !== later && isSeen(each))
  const isOffered = offers.some((each) => sameAs.test(nameOf(each) || spokenText(each)))
  // What was entered stands there, to be taken or looked at.
  return (
    !isOffered && !(around.textContent ?? '').includes(value) && !later.getAttribute('placeholder')?.includes(value)
  )
}

const twiceAsked = ({ what, first, later, isDeclared }: Pair): Found =>
  foundOf(entryAskedTwice, {
    element: later,
    tier: isDeclared ? 'practice' : 'warning',
    confidence: isDeclared ? 'high' : 'medium',
    message: `${quote(nameOf(later))} asks once more for ${what}, which ${quote(wordsOf(first))} was given in an earlier step; it is empty, and nothing takes that over.`,
  })

type Content = { value: string; isChecked: boolean }

const contentOf = (field: Field): Content => ({
  value: field.value,
  isChecked: field instanceof HTMLInputElement && field.checked,
})

function putBack(field: Field, { value, isChecked }: Content): void {
  if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
    if (field.checked === isChecked) return
    field.checked = isChecked
  } else if (field.value === value) return
  else if (field.type !== 'file') field.value = value
  tell(field)
}

/** With what would do, where nothing is in it. */
export function fill(field: Field): void {
  if (field.matches(':disabled, [readonly]')) return
  if (field instanceof HTMLSelectElement) {
    const option = [...field.options].find((each) => !each.disabled && each.value !== '')
    if (field.value !== '' || !option) return
    option.selected = true
    tell(field)
  } else if (field instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(field.type)) {
    const isOpen = !allMatching<HTMLInputElement>('input:checked').some(
      (each) => each.name === field.name && each.form === field.form,
    )
    // An agreement is nobody's to give: a form that asks for one is not gone through.
    if (field.type === 'radio' && isOpen) field.click()
  } else if (field.value === '') {
    const value = valueFor(field)
    if (value === '') return
    if (field instanceof HTMLInputElement) enter(field, value, value.at(-1) ?? '')
    else field.value = value
    tell(field)
  }
}

function valueFor(field: Exclude<Field, HTMLSelectElement>): string {
  const kind = kindOf(field)
  const value = kind ? (kinds[kind.at]?.[3] ?? '') : ''
  if (value !== '' && !(field.type === 'date' && kind?.at !== birth)) return value
  const byType: Readonly<Record<string, string>> = {
    email: 'kim@example.org',
    tel: '0301234567',
    url: 'https://example.org/',
    date: '2031-05-17',
    time: '10:00',
    number: (field instanceof HTMLInputElement && field.min) || '1',
    text: field.inputMode === 'numeric' ? '1234' : 'Garden',
    textarea: 'Garden',
  }
  return byType[field.type] ?? ''
}

const birth = kinds.findIndex(([what]) => what === 'a date of birth')

function tell(field: Field): void {
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
