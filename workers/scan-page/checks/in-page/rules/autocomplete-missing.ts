/** Fields about the user that do not say so to the browser. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, pick, quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { groupTitle, readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { askedIn, purposes } from '#workers/scan-page/checks/in-page/rules/autocomplete-mismatch'

const personal =
  /^(?:full name|first name|last name|given name|family name|surname|e-?mail(?: address)?|(?:tele)?phone(?: number)?|mobile(?: number)?|street(?: address)?|post ?code|zip ?code|postal code|date of birth|birthday)$/i

/** What follows what is asked for: “, for example 020 7946”, “(as in your passport)”. */
const explained = /\s*[,;(–—].*$/

/** What is asked of nobody but people, in other languages; a town or a company may be anybody's. */
const isPersonal = (name: string): boolean =>
  purposes.some(
    ([label, fitting]) =>
      label.test(name) &&
      ['email', 'given-name', 'family-name', 'tel', 'postal-code', 'bday', 'name'].some((token) => fitting.test(token)),
  )

/** Of the card that somebody pays with. */
const ofCard =
  /^(?:(?:credit |debit |bank )?card ?(?:number|no\.?)|name on (?:the )?card|card ?holder(?:[’']s)?(?: name)?|cvc|cvv|cvc2|cvv2|(?:card )?security code|(?:kredit)?kartennummer|karteninhaber(?:in)?|(?:karten)?prüf(?:nummer|ziffer)|numéro de (?:la )?carte(?: bancaire)?|titulaire de la carte|cryptogramme(?: visuel)?|número de (?:la )?tarjeta|titular de la tarjeta|numero (?:della )?carta|intestatario (?:della )?carta|kaartnummer|naam op (?:de )?kaart|numer karty|número do cartão|nome no cartão)$/iu

/** Where something is, as well as where somebody lives: alone in a form, it asks for no one. */
const ofPlaces = /^(?:street|post ?code|zip ?code|postal code)$/i

/** Groups that ask about somebody else. */
const aboutOthers =
  /\b(?:emergency|next of kin|contact person|recipient|gift|guest|child|friend|colleague|partner|spouse|employer|second|notfall|empfänger|kind|urgence|destinataire|emergenza|destinatario|emergencia|noodgeval)/i

export const autocompleteMissing: StaticCheck = {
  rule: 'autocomplete-missing',
  criteria: ['1.3.5'],
  tier: 'warning',
  impact: 'minor',
  remedy:
    'Give the field the autocomplete value of what it asks for: name, email, tel, street-address, postal-code or cc-number.',
  find: (elements) => {
    const found = readFields(elements).flatMap((element): (Hit & { form: Element | null; isYours: boolean })[] => {
      const written = squeeze(element.getAttribute('autocomplete') ?? element.form?.getAttribute('autocomplete') ?? '')
      // “off” and “on” tell no purpose.
      if (!/^(?:|on|off)$/i.test(written)) return []
      if (!/^(?:text|tel|email|date)$/.test(element.type) || element.hasAttribute('readonly') || element.disabled)
        return []
      const label = nameOf(element)
      const { asked: name, isYours: isSaidYours } = askedIn(label, explained)
      const isYours = isSaidYours || ofCard.test(name)
      if (
        !(ofCard.test(name) || personal.test(name) || isPersonal(name)) ||
        aboutOthers.test(`${groupTitle(element)} ${label}`)
      )
        return []
      return [
        {
          element,
          form: element.form,
          isYours,
          confidence: 'low',
          message: `The field ${quote(name)} has ${written === '' ? 'no autocomplete' : `autocomplete="${written}"`}; if it asks for the user’s own, its purpose is not told to browsers.`,
        },
      ]
    })
    const asksForPlaceAlone = ({ form }: { form: Element | null }) =>
      found.every((each) => each.form !== form || ofPlaces.test(askedIn(nameOf(each.element), explained).asked))
    // A form that says of several that they are one's own asks for nobody else's.
    const sure = Map.groupBy(
      found.filter(({ isYours }) => isYours),
      ({ form }) => form,
    )
    const all = Map.groupBy(found, ({ form }) => form)
    const own = new Set(
      [...all]
        .filter(([form, fields]) => form && fields.length >= fewestYours && isOfOneself(form, elements))
        .map(([form]) => form),
    )
    return found
      .filter((each) => !asksForPlaceAlone(each) || each.isYours)
      .map(({ form, isYours, ...hit }) =>
        form && ((isYours && (sure.get(form)?.length ?? 0) >= fewestYours) || own.has(form))
          ? { ...hit, tier: 'practice', confidence: 'medium' }
          : hit,
      )
  },
}

const fewestYours = 2

/** What people do for themselves, by what the form’s button, its title or the page’s are called. */
const forOneself =
  /(?<!\p{L})(?:check ?out|your|place (?:the |my )?order|pay(?:ment)?|register|sign ?up|create (?:an |your |my )?account|contact us|your details|about you|subscribe|bestellen|zur kasse|zahlungspflichtig|registrieren|konto anlegen|kontakt|ihre (?:daten|angaben)|commander|paiement|s[’']inscrire|inscription|créer (?:un|mon) compte|vos coordonnées|nous (?:contacter|écrire)|finalizar (?:la )?compra|pagar|registrarse|regístrese|crear (?:una )?cuenta|sus datos|registrati|crea (?:un )?account|i (?:tuoi|suoi) dati|afrekenen|registreren|uw gegevens|zarejestruj|załóż konto|twoje dane|registar|criar conta|os seus dados|skapa konto|opret konto|dina uppgifter|dine oplysninger)(?!\p{L})/iu
/** What somebody does about others. */
const forOthers =
  /(?<!\p{L})(?:add|invite|edit|manage|customers?|users?|members?|employees?|staff|clients?|suppliers?|patients?|students?|hinzufügen|einladen|bearbeiten|kund\p{L}+|mitglied\p{L}*|benutzer\p{L}*|ajouter|inviter|clients?|añadir|invitar|clientes?|aggiungi|invita|clienti?|toevoegen|klant\p{L}*|dodaj|klient\p{L}*)(?!\p{L})/iu

function isOfOneself(form: Element, elements: readonly Element[]): boolean {
  const titles = [
    ...form.querySelectorAll('h1, h2, h3, legend, button, input[type="submit"]'),
    ...pick(elements, 'h1'),
  ].map((each) => nameOf(each))
  return titles.some((title) => forOneself.test(title)) && !titles.some((title) => forOthers.test(title))
}
