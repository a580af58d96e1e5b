/** Forms that ask for the same thing again. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isField, isSeen, nameOf, parentOf, quote } from '#workers/scan-page/checks/in-page/dom'
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
    return [...repeated, ...groupsAlike(fields, isCopied)]
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
  const groups = Map.groupBy(fields, (field) => closest(field, 'fieldset, [role="group"]'))
  const known = new Map<string, Fields[number]>()
  for (const [group, members] of groups) {
    const [first] = members
    const isAddress = first !== undefined && ofAddress.test(groupTitle(first))
    // What a browser fills in for both is of the same person.
    const isOfOne = members.every((field) => /^(?!off$|on$)[a-z][a-z0-9-]+$/.test(field.autocomplete))
    const fewest = isAddress || isOfOne ? fewestOfAddress : fewestAlike
    if (!group || !first || members.length < fewest) continue
    const key = keyOf(members)
    const before = known.get(key)
    known.set(key, before ?? first)
    if (!before || before.form !== first.form) continue
    if ([first, before].some((field) => anotherPerson.test(groupTitle(field)))) continue
    if (isTakenOver(before, group, first)) continue
    const isSureAddress =
      isAddress || members.every((field) => addressToken.test(field.getAttribute('autocomplete') ?? ''))
    return [
      {
        tier:
          isSureAddress && members.length >= fewestAlike && !isCopied ? ('practice' as const) : ('warning' as const),
        element: group,
        message: `The group ${quote(groupTitle(first))} asks for the same as ${quote(groupTitle(before))}, and nothing takes that over.`,
      },
    ]
  }
  return []
}

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
