/** Fields whose autocomplete says something else than their label. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { nameOf, quote } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

// Of a card or a telephone, or what one signs in by, some tokens ask for the same under another name.
export const purposes: readonly (readonly [label: RegExp, fitting: RegExp])[] = [
  [
    /^(?:your )?(?:e-?mail)(?:[- ]address|-?adres(?:se)?)?$|^(?:adresse (?:e-?mail|mail|électronique|de courriel)|courriel|dirección de correo(?: electrónico)?|e-?post(?:adress(?:e)?)?|sähköposti(?:osoite)?|e-?mailová adresa|adresa de e-?mail|adres poczty elektronicznej|электронная почта|correo(?: electrónico)?|indirizzo e-?mail|posta elettronica|adres e-?mail|endereço de e-?mail)$/i,
    /^(?:email|username)$/,
  ],
  [
    /^(?:first|given) name$|^(?:vorname|prénom|voornaam|imię|förnamn|fornavn|etunimi|křestní jméno|имя)$/i,
    /^(?:cc-)?given-name$/,
  ],
  [
    /^(?:last name|surname|family name)$|^(?:nachname|familienname|nom de famille|apellidos?|cognome|achternaam|nazwisko|efternamn|efternavn|etternavn|sukunimi|příjmení|фамилия)$/i,
    /^(?:cc-)?family-name$/,
  ],
  [
    /^(?:(?:tele)?phone|mobile)(?: (?:number|no\.?))?$|^(?:telefon(?:nummer)?|handynummer|mobil(?:nummer|telefon|tel\.)?|(?:numéro de )?(?:téléphone )?portable|(?:teléfono |número )?(?:móvil|celular)|cellulare|telem[óo]vel|(?:telefon )?komórkowy|mobiel(?: nummer)?|(?:numéro de )?téléphone|(?:número de )?teléfono|(?:numero di )?telefono|telefoon(?:nummer)?|(?:numer )?telefonu?|telefone)$/i,
    /^(?:tel(?:-.*)?|username)$/,
  ],
  [
    /^(?:post ?code|postal code|zip(?: ?code)?)$|^(?:plz|postleitzahl|code postal|código postal|codice postale|cap|kod pocztowy)$/i,
    /^postal-code$/,
  ],
  [
    /^(?:city|town)$|^(?:ort|stadt|wohnort|ville|ciudad|città|comune|plaats|woonplaats|stad|miasto|miejscowość)$/i,
    /^address-level[1-4]$/,
  ],
  [/^country$/i, /^(?:country(?:-name)?|tel-country-code)$/],
  [
    /^(?:date of birth|birth ?da(?:y|te))$|^(?:geburtsdatum|date de naissance|fecha de nacimiento|data di nascita|geboortedatum|data urodzenia)$/i,
    /^bday/,
  ],
  [/^(?:organi[sz]ation|company)(?: name)?$/i, /^organization$/],
  [
    /^(?:full name|(?:your )?full name)$|^(?:vor- und nachname|vollständiger name|nom complet|nom et prénom|nombre completo|nombre y apellidos|nome completo|nome e cognome|volledige naam|voor- en achternaam|imię i nazwisko)$/i,
    /^(?:cc-)?name$/,
  ],
  [
    /^(?:street(?: address)?|street and (?:house )?number|address line 1)$|^(?:straße(?: und hausnummer)?|(?:numéro et )?(?:nom de (?:la )?)?rue|calle(?: y número)?|via(?: e numero(?: civico)?)?|straat(?:naam)?(?: en huisnummer)?|ulica(?: i numer(?: domu)?)?|rua|gatuadress)$/i,
    /^(?:street-address|address-line[1-3])$/,
  ],
  [
    /^(?:user ?name|login name)$|^(?:benutzername|nom d[’']utilisateur|identifiant|nombre de usuario|usuario|nome utente|gebruikersnaam|nazwa użytkownika|nome de utilizador|användarnamn)$/i,
    /^(?:username|email|tel)$/,
  ],
  [
    /^(?:(?:current|new|repeat|confirm) )?password$|^(?:passwort|kennwort|mot de passe|contraseña|wachtwoord|hasło|senha|palavra-passe|lösenord)$/i,
    /^(?:current|new)-password$/,
  ],
]

/** Of whoever fills it in, in the words before what is asked for. */
const yours =
  /^(?:your|ihre?n?|deine?n?|votre|vos|ton|ta|tes|su|sus|tu|tus?|il (?:tuo|suo)|la (?:tua|sua)|uw|je|jouw|twój|twoja|twoje|swój|o (?:seu|teu)|a (?:sua|tua)|seu|sua|din|dit|deres|ditt|ert) /i

/** An example, or what stands in brackets; what only follows may be asked for as well. */
const exampled =
  /\s*(?:\([^)]*\)|[,;–—]\s*(?:for example|e\.\s?g\.|such as|like|as (?:in|on)|zum beispiel|z\.\s?b\.|etwa|wie (?:im|in|auf)|par exemple|p\.\s?ex\.|comme|por ejemplo|p\.\s?ej\.|ad esempio|per esempio|es\.|bijvoorbeeld|bijv\.|zoals|na przykład|np\.|por exemplo|t\.\s?ex\.|f\.\s?eks\.|esim\.)\s.*)\s*$/i

/**
 * What a field asks for, by its label; and whether it says that it is the user's own.
 * @param aside what follows what is asked for.
 */
export function askedIn(label: string, aside: RegExp): { asked: string; isYours: boolean } {
  const whole = label.replace(/\s*[*:]\s*$/, '').replace(aside, '')
  const asked = whole.replace(yours, '')
  return { asked, isYours: asked !== whole }
}

const tokens =
  /^(?:name|honorific-prefix|given-name|additional-name|family-name|nickname|organization|street-address|address-line[1-3]|address-level[1-4]|country|country-name|postal-code|cc-[a-z-]+|bday|bday-[a-z]+|sex|url|photo|tel|tel-[a-z-]+|email|username|new-password|current-password|one-time-code)$/

export const autocompleteMismatch: StaticCheck = {
  rule: 'autocomplete-mismatch',
  criteria: ['1.3.5'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Let autocomplete name what the label asks for.',
  find: (elements) =>
    readFields(elements).flatMap((element) => {
      const token = (element.getAttribute('autocomplete') ?? '').toLowerCase().trim().split(/\s+/).at(-1) ?? ''
      if (!tokens.test(token)) return []
      const name = askedIn(nameOf(element), exampled).asked
      const [, fitting] = purposes.find(([label]) => label.test(name)) ?? []
      if (!fitting || fitting.test(token)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `The field ${quote(name)} says autocomplete=${quote(token)}: something else will be filled in.`,
        },
      ]
    }),
}
