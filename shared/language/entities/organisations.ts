/** Organisations: by the ending that law gives them, by a word for what they are, by who works there. Pure. */
import type { NameRow, NameWord } from '#shared/language/entities/name-rows'
import type { NamedPart } from '#shared/language/entities/named-part'

const endings = new Set(
  (
    'Inc Incorporated Corp Corporation Ltd Limited LLC LLP PLC plc Plc GmbH AG SE KG OHG UG eG gGmbH KGaA SARL Sàrl SAS SASU SA SpA SRL BV NV AB ASA ApS Oy Oyj AS ' +
    'Pty Pte KK Kft Zrt Sp Srl Lda Ltda Cie'
  ).split(' '),
)
const kinds = new Set(
  (
    'University Universität Université Universidad Università College School Institute Institut Instituto Academy Hospital Clinic Spital Bank Bancorp Insurance Versicherung Airlines ' +
    'Airways Foundation Stiftung Fondation Fundación Association Verein Society Federation Ministry Ministerium Ministère Department Bureau Agency Commission Committee Council ' +
    'Authority Court Parliament Group Holdings Holding Partners Ventures Consulting Technologies Labs Laboratories Pharmaceuticals Industries Motors Publishing Museum ' +
    'Orchestra Union'
  ).split(' '),
)
const leading = new Set(
  'The A An Our Your My His Her Their This That At From For With By In On To And But If When Der Die Das La Le Les El Los'.split(
    ' ',
  ),
)
const worksAt =
  /\b(?:works?|working|worked|employed|job|intern(?:ship)?|career) (?:at|for|with) $|\b(?:CEO|CTO|CFO|COO|founder|co-founder|chairman|president|director|employees?|subsidiary|shareholders) of $|\b(?:acquired|bought|owned|founded|hired) by $|\b(?:joined|joining) $/
const abbreviations = /^[A-Z]{2,6}$/

const nameOf = (words: readonly NameWord[]) => words.map(({ text }) => text).join(' ')

export function organisationsIn(plain: string, row: NameRow): NamedPart[] {
  const first = row.words.findIndex(({ text }) => !leading.has(text))
  const words = first === -1 ? [] : row.words.slice(first)
  const start = words[0]?.start ?? row.start
  const mention = (last: NameWord, normalised: string | null, confidence: number, method: string): NamedPart[] => [
    { type: 'organisation', start, end: last.end, normalised, confidence, method },
  ]
  const ending = words.findIndex(({ text }, at) => at > 0 && endings.has(text))
  const legal = words[ending]
  if (legal !== undefined) {
    // "Acme Inc." ends with its point, unless the sentence does.
    const last =
      plain[legal.end] === '.' && /^\. ?[a-z,]/.test(plain.slice(legal.end, legal.end + 3))
        ? { ...legal, end: legal.end + 1 }
        : legal
    return mention(last, nameOf(words.slice(0, ending)), 0.95, 'legal form')
  }
  const last = words.at(-1)
  if (last === undefined) return []
  const isKind = words.some(({ text }) => kinds.has(text))
  if (isKind && words.length > 1)
    return mention(
      last,
      null,
      words.some(({ text }) => /^(?:University|Institute|Bank|Ministry|Foundation|Hospital)$/.test(text)) ? 0.85 : 0.7,
      'kind of body',
    )
  if (
    /(?:at|for|with|of|by|joined|joining) $/.test(plain.slice(Math.max(0, start - 8), start)) &&
    worksAt.test(plain.slice(Math.max(0, start - 30), start))
  )
    return mention(last, null, abbreviations.test(last.text) ? 0.7 : 0.6, 'who works there')
  return []
}
