/** Forms that ask for the same thing again. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  type Field,
  headings,
  isField,
  isSeen,
  nameOf,
  ownText,
  parentOf,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'
import { groupTitle, readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { hasUnreadPrograms, readPrograms } from '#workers/scan-page/checks/in-page/programs'

export const again =
  /\b(?:confirm|repeat|re-?enter|re-?type|again|once more|verify|bestätigen|wiederholen|nochmals|confirmer|confirmez|répét\w+|confirmar|repetir|repita|conferma|ripeti|herhaal|bevestig|powtórz|potwierdź)\b/i
export const sameAs =
  /(?<!\p{L})(?:same|copy|identical|use my|gleich|wie (?:oben|die|der|das|bei)|entspricht|übernehmen|identique|même|comme l[ae’']|misma|igual|como (?:la|el)|stess\p{L}|uguale|come (?:l[ae’']|il)|hetzelfde|zoals|tak[ai] sam|t[aąe] sam[aąeo]|jak (?:wyżej|adres|powyżej)|samm[ae]|ens med|lik(?:a|t)? med|mesm[oa]|idêntic[oa]|stejn\p{L}+|shodn\p{L}+|totožn\p{L}+|rovnak\p{L}+|ist[aio]|aynı|megegyez\p{L}*|azonos|aceeași|același|ίδια|совпада\p{L}+|так(?:ой|ая) же|то[тй] же|збіга\p{L}+|така сама)|同じ|相同|同上|同样|同樣|동일|같은/iu
const fewestAlike = 3
/** Of two groups that say so, that many. */
const fewestOfAddress = 2
const ofAddress = /address|anschrift|adress|direcci|indirizzo|endereço|adres|billing|shipping|delivery|rechnung|liefer/i

export const entryAskedTwice: StaticCheck = {
  rule: 'entry-asked-twice',
  criteria: ['3.3.7'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Let what was entered be taken over: fill it in, or offer a choice such as “Same as above”.',
  find: (elements) => {
    const fields = readFields(elements).filter(
      (field) =>
        field.form !== null && /^(?:text|email|tel|number|textarea|select-one)$/.test(field.type) && isSeen(field),
    )
    const repeated = fields.flatMap((field) => {
      const isAddress = field.type === 'email' || /e-?mail/i.test(nameOf(field))
      const hasFirst = fields.some(
        (other) => other !== field && other.form === field.form && /e-?mail/i.test(nameOf(other)),
      )
      if (!isAddress || !hasFirst || !again.test(nameOf(field))) return []
      return [
        {
          tier: 'warning' as const,
          element: field,
          message: `${quote(nameOf(field))} asks for what was entered before, in the same form.`,
        },
      ]
    })
    const isCopied = readPrograms(elements).some(({ text }) => copying.test(text)) || hasUnreadPrograms(elements)
    return [...repeated, ...groupsAlike(fields, isCopied), ...shownBefore(fields, elements), ...saidAgain(elements)]
  },
}

/** Of whom else something is asked. */
const anotherPerson =
  /(?<!\p{L})(?:sender|recipients?|addressee|guests?|passengers?|travell?ers?|participants?|partner|spouse|child|emergency|absender\p{L}*|empfänger\p{L}*|gast|gäste|reisende\p{L}*|mitreisende\p{L}*|expéditeur|destinataire|invités?|passagers?|remitente|destinatari[oa]|invitad[oa]s?|pasajer[oa]s?|mittente|ospiti?|passegger[oi]|afzender|ontvanger|gasten|reiziger|nadawc\p{L}+|odbiorc\p{L}+|remetente|avsändare|mottagare|afsender|modtager|avsender|mottaker)(?!\p{L})/iu

const copying = /\.value\s*=\s*[^;'"`]*\.value|same|copy/i

type Fields = ReturnType<typeof readFields>

/** By what its fields are for, where all say so to programs and name a kind of address; else by what they are called. */
function keyOf(members: Fields): string {
  const tokens = members.map((field) => (field.getAttribute('autocomplete') ?? '').toLowerCase().trim())
  const parts = tokens.map((token) => /^(?:(?:section-\S+ )?(?:shipping|billing) )?([a-z][a-z0-9-]+)$/.exec(token)?.[1])
  return parts.every((part) => part !== undefined && !/^(?:on|off)$/.test(part))
    ? parts.join('|')
    : members.map((field) => nameOf(field).toLowerCase()).join('|')
}

/** Two groups of one form with the same fields, and nothing that takes over the first. */
function groupsAlike(fields: Fields, isCopied: boolean) {
  const groups = Map.groupBy(fields, (field) => closest(field, 'fieldset, [role="group"]') ?? headingOver(field))
  const known = new Map<string, Fields[number]>()
  for (const [group, members] of groups) {
    const [first] = members
    const isAddress = first !== undefined && ofAddress.test(titleOf(first))
    // What a browser fills in for both is of the same person.
    const isOfOne = members.every((field) => /^(?!off$|on$)[a-z][a-z0-9-]+$/.test(field.autocomplete))
    const fewest = isAddress || isOfOne ? fewestOfAddress : fewestAlike
    if (!group || !first || members.length < fewest) continue
    const key = keyOf(members)
    const before = known.get(key)
    known.set(key, before ?? first)
    if (!before || before.form !== first.form) continue
    if ([first, before].some((field) => anotherPerson.test(titleOf(field)))) continue
    if (isTakenOver(before, group, first)) continue
    const isSureAddress =
      isAddress || members.every((field) => addressToken.test(field.getAttribute('autocomplete') ?? ''))
    return [
      {
        tier:
          isSureAddress && members.length >= fewestAlike && !isCopied ? ('practice' as const) : ('warning' as const),
        element: group,
        message: `The group ${quote(titleOf(first))} asks for the same as ${quote(titleOf(before))}, and nothing takes that over.`,
      },
    ]
  }
  return []
}

/** The heading of the form under which it stands. */
const headingOver = (field: Fields[number]): Element | null =>
  [...(closest(field, 'form')?.querySelectorAll(headings) ?? [])].findLast((each) => isBefore(each, field)) ?? null

const titleOf = (field: Fields[number]): string => {
  const heading = closest(field, 'fieldset, [role="group"]') ? null : headingOver(field)
  return heading ? spokenText(heading) : groupTitle(field)
}

const fewestOfShown = 3
/** What it is called where it was given: to whom it is sent, billed, delivered. */
const givenTitle =
  /(?<!\p{L})(?:ship(?:ping|s)?|deliver\p{L}*|sent to|billing|bill(?:ed)? to|your address|liefer\p{L}*|versand\p{L}*|rechnungs\p{L}*|ihre (?:adresse|anschrift)|livraison|livré|facturation|votre adresse|envío|entrega|enviar a|facturación|su dirección|spedizione|consegna|fatturazione|bezorg\p{L}*|verzend\p{L}*|factuuradres|dostaw\p{L}*|wysyłk\p{L}*|adres do|morada|leverans\p{L}*|levering\p{L}*|leverans|toimitus\p{L}*)(?!\p{L})|お届け先|ご住所|配送先/iu
const longestGiven = 200

/** An address that the page shows as given, and a form for another that asks for all of it anew. */
function shownBefore(fields: Fields, elements: readonly Element[]) {
  return [...Map.groupBy(fields, ({ form }) => form)].flatMap(([form, members]) => {
    const asked = members.filter(isOfAddress)
    const [first] = asked
    if (!form || !first || asked.length < fewestOfShown || asked.some(({ value }) => value.trim() !== '')) return []
    if (asked.some((field) => anotherPerson.test(groupTitle(field)))) return []
    const given = pick(elements, 'h2, h3, h4, dt, th, legend, strong, b, p').find(
      (title) =>
        !form.contains(title) &&
        isSeen(title) &&
        givenTitle.test(ownText(title)) &&
        ownText(title).length <= 60 &&
        isAddress(besideTitle(title)),
    )
    // A choice before the fields is between the two, whatever it is called.
    const isChosen = [...form.elements].some(
      (each) =>
        isField(each) && /checkbox|radio/.test(each.type) && isBefore(each, first) && !otherWish.test(nameOf(each)),
    )
    if (!given || isChosen || isOffered(elements)) return []
    return [
      {
        tier: 'practice' as const,
        confidence: 'medium' as const,
        element: form,
        message: `The address under ${quote(ownText(given))} was given before, and this form asks for one anew: nothing takes it over.`,
      },
    ]
  })
}

const isOfAddress = (field: Fields[number]): boolean =>
  addressToken.test(field.getAttribute('autocomplete') ?? '') || namesAddress.test(nameOf(field))

const namesAddress =
  /(?<!\p{L})(?:street|house number|city|town|post ?code|postal code|zip(?: code)?|stra(?:ß|ss)e|hausnummer|ort|stadt|plz|postleitzahl|rue|ville|code postal|calle|ciudad|localidad|código postal|via|città|cap|straat|huisnummer|plaats|postcode|ulica|miasto|miejscowość|kod pocztowy|rua|cidade|localidade|gata|postnummer|vej|by|osoite|postinumero)(?!\p{L})/iu

/** What stands under or beside a title, up to the next. */
const besideTitle = (title: Element): Element | null =>
  title.nextElementSibling ?? parentOf(title)?.nextElementSibling ?? null

/** A few lines with figures. */
function isAddress(element: Element | null): boolean {
  if (!element || element.querySelector('input, select, textarea, form') || !isSeen(element)) return false
  const text = spokenText(element, longestGiven + 1)
  const lines = element.querySelectorAll('br').length + (text.match(/,/g)?.length ?? 0) + element.children.length
  return text.length <= longestGiven && /\d/.test(text) && lines >= 2 && /\p{Lu}/u.test(text)
}

/** Anything on the page says that it takes over what there is. */
const isOffered = (elements: readonly Element[]): boolean =>
  pick(
    elements,
    'input[type="checkbox"], input[type="radio"], button, a[href], select, [role="checkbox"], [role="switch"], [role="radio"]',
  ).some((each) => sameAs.test(nameOf(each)) || takesOver.test(nameOf(each)))

const takesOver =
  /(?<!\p{L})(?:use|copy|fill in|take over|apply|reuse|choose|saved|verwenden|benutzen|kopieren|gespeichert\p{L}*|utiliser|reprendre|copier|enregistré\p{L}*|usar|copiar|guardad\p{L}*|usa|copia|salvat\p{L}*|gebruik|kopieer|użyj|skopiuj|använd|brug|bruk|käytä)(?!\p{L})/iu

/** A text by a form owns that what it asks for was given before. */
function saidAgain(elements: readonly Element[]) {
  return pick(elements, 'form').flatMap((form) => {
    const empty = [...form.querySelectorAll('input, textarea')].filter(
      (each): each is Field =>
        isField(each) && /^(?:text|email|tel|number|textarea)$/.test(each.type) && each.value === '' && isSeen(each),
    )
    const [field] = empty
    if (!field || form.querySelector('input[type="password"]') || isOffered(elements)) return []
    const words = pick(elements, 'p, legend, small, span, div').find(
      (each) => form.contains(each) && isSeen(each) && asksAgain(ownText(each)),
    )
    if (!words || (empty.length === 1 && again.test(nameOf(field)))) return []
    return [
      {
        tier: 'practice' as const,
        confidence: 'medium' as const,
        element: form,
        message: `${quote(ownText(words), 100)} asks for what was entered before, and nothing takes it over.`,
      },
    ]
  })
}

/** What is not so, may be so, or is so for safety. */
const otherwise =
  /(?<!\p{L})(?:if|unless|otherwise|would|will|may|might|without|never|not|no|instead of|secur\p{L}*|wenn|falls|sonst|nicht|nie|ohne|müssten|sicher\p{L}*|si|sinon|pas|jamais|sans|sécurité|sin|nunca|seguridad|se|non|senza|sicurezza|als|niet|nooit|zonder|veilig\p{L}*|jeśli|bez|bezpiecz\p{L}*|om|inte|utan|hvis|ikke|uden|uten)(?!\p{L})|n['’]t(?!\p{L})/iu

const asksAgain = (text: string): boolean =>
  text
    .split(/(?<=[.!?])\s/)
    .some(
      (sentence) =>
        givenBefore.test(sentence) &&
        !otherwise.test(sentence.replace(/even if it is the same|also when it is the/i, '')),
    )

const givenBefore =
  /\b(?:enter|type|give|fill in|provide)\b[^.!?]*\b(?:again\b(?! later)|once more|a second time|as (?:in|on) (?:step|the (?:first|previous|last))|even if it is the same|also when it is the)|\b(?:nochmals?|noch einmal|erneut)\b[^.!?]*\b(?:ein(?:geben)?|an(?:geben)?|ausfüllen)\b|\b(?:saisissez|indiquez|entrez|renseignez)\b[^.!?]*(?:à nouveau|de nouveau|encore une fois|une seconde fois)|(?:escriba|introduzca|indique|rellene)[^.!?]*(?:de nuevo|otra vez|nuevamente)|(?:inserisca|inserisci|indichi|scriva)[^.!?]*(?:di nuovo|ancora una volta|nuovamente)|\bvul\b[^.!?]*\bopnieuw\b|(?:podaj|wpisz|wprowadź)[^.!?]*(?:ponownie|jeszcze raz)|(?:indique|escreva|preencha)[^.!?]*(?:de novo|outra vez|novamente)|\b(?:ange|skriv|fyll i)\b[^.!?]*\b(?:igen|på nytt|en gång till)\b/iu

const addressToken = /(?:^| )(?:street-address|address-(?:line|level)\d|postal-code|country(?:-name)?)$/i
/** What stands among the fields of an address and asks for something else. */
const otherWish =
  /newsletter|subscribe|terms|privacy|consent|agree|remember|save|datenschutz|agb|einwillig|conditions|confidentialit|condiciones|privacidad|condizioni|voorwaarden|regulamin|vilkår|villkor/i

/** Something offers to take over what was entered: by its words, or as a choice of which stands between the two. */
function isTakenOver(before: Fields[number], group: Element, first: Fields[number]): boolean {
  const offers = [...(first.form?.elements ?? [])].filter(
    (each) => (isField(each) && /checkbox|radio/.test(each.type)) || each.matches('button[type="button"]'),
  )
  const ofRole = [
    ...(closest(first, 'form')?.querySelectorAll('[role="checkbox"], [role="switch"], [role="radio"]') ?? []),
  ]
  return [...offers, ...ofRole].some((each) => {
    const name = nameOf(each)
    if (sameAs.test(name)) return true
    const isBetween = isBefore(before, each) && (isBefore(each, first) || parentOf(each) === group)
    const isChoice = !each.matches('button')
    return isChoice && isBetween && !otherWish.test(name)
  })
}

const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
