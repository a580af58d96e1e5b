/** What a detector of private data gives, and the words around it that say what a number is. Pure. */
import type { Range } from '#shared/language/text'

export const privateTypes = [
  'secret',
  'iban',
  'credit_card',
  'us_ssn',
  'national_id',
  'email',
  'url',
  'ip_address',
  'domain',
  'phone',
] as const
export type PrivateType = (typeof privateTypes)[number]

export type PrivateFind = Range & {
  type: PrivateType
  /** A checksum or a registry's rule holds, not the pattern alone. */
  validated: boolean
  /** As the field writes it: E.164, lower case, without separators. */
  normalised: string
}

/** Reads the text as people see it (`ReadText.plain`); what it finds is in no order and may overlap what others find. */
export type Detector = (plain: string) => PrivateFind[]

const lookBack = 60
const lookAhead = 24

/** What stands before a place, in one line of spaces; so far that a label and a few words fit. */
export const wordsBefore = (plain: string, at: number): string =>
  plain.slice(Math.max(0, at - lookBack), at).replace(/\s+/g, ' ')

export const textAfter = (plain: string, at: number): string => plain.slice(at, at + lookAhead)

const thingsWithNumbers = [
  'accounts?',
  'amounts?',
  'articles?',
  'auftrags?\\w{0,8}',
  'bar ?codes?',
  'batch(?:es)?',
  'bestell\\w{0,8}',
  'bookings?',
  'bugs?',
  'builds?',
  'cases?',
  'chapters?',
  'channels?',
  'claims?',
  'clients?',
  'codes?',
  'commande',
  'customers?',
  'dimensions?',
  'doi',
  'ean',
  'epoch',
  'factura',
  'facture',
  'flights?',
  'frequency',
  'gps',
  'grid ref(?:erence)?',
  'gtin',
  'ids?',
  'imei',
  'invoices?',
  'isbn',
  'issn',
  'items?',
  'jobs?',
  'konto\\w{0,8}',
  'kunden\\w{0,8}',
  'lat(?:itude)?',
  'licen[cs]es?',
  'long(?:itude)?',
  'lots?',
  'members?',
  'models?',
  'orders?',
  'pages?',
  'parcels?',
  'parts?',
  'passport',
  'patch(?:es)?',
  'pedido',
  'plates?',
  'po',
  'polic(?:y|ies)',
  'postal',
  'purchase orders?',
  'receipts?',
  'rechnungs?\\w{0,8}',
  'ref(?:erence)?s?',
  'runs?',
  'scores?',
  'sections?',
  'sendungs?\\w{0,8}',
  'serials?',
  'shipments?',
  'sku',
  'tickets?',
  'timestamps?',
  'total',
  'tracking',
  'transactions?',
  'upc',
  'versions?',
  'weight',
  'zip(?:\\+4)?',
]
const labelled = new RegExp(
  `(?:\\b(?:${thingsWithNumbers.join('|')})(?:[ -]?(?:number|num|no|nr|id|code|ref|reference|nummer|plate))?\\.?|#)` +
    ` ?(?:is|was|are|of|:|=|#|№)? ?["'(#]?$`,
  'i',
)

/** Whether the words before a number say that it counts or names a thing: an order, a version, a book. */
export const isLabelledThing = (words: string): boolean => labelled.test(words)
