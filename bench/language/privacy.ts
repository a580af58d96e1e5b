/**
 * Private data: presidio-research's synthetic texts and own sentences, half of them with numbers that are nobody's. A finding is
 * right where its characters are exactly those that were labelled. Beside it openredaction, of the npm libraries the one
 * with the most of these types.
 */
import { createHash } from 'node:crypto'
import { OpenRedaction } from '@openredaction/openredaction'
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import type { Evaluation, Evaluator } from '#bench/language/sets'
import { entitiesIn } from '#shared/language/entities/index'
import { instructionsIn } from '#shared/language/instructions'
import { privacyIn } from '#shared/language/privacy/index'
import { quantitiesIn } from '#shared/language/quantities'
import { readText } from '#shared/language/read-text'

type Label = { type: string; start: number; end: number; isCounted: boolean }
type Item = { half: 'seen' | 'unseen'; text: string; gold: Label[] }
type Find = (text: string) => Label[] | Promise<Label[]>
type Row = Evaluation['rows'][number]

const typeOf: Record<string, string> = {
  EMAIL_ADDRESS: 'email',
  US_SSN: 'us_ssn',
  CREDIT_CARD: 'credit_card',
  IBAN_CODE: 'iban',
  DOMAIN_NAME: 'domain',
  IP_ADDRESS: 'ip_address',
  PHONE_NUMBER: 'phone',
}
const validatedTypes = Object.values(typeOf)

/** By the plan of the country that it names, or of the United States: no more can be known of a number. */
const isValidPhone = (text: string) =>
  [text, text.replace(/^\(?0(?:0|11)/, '+'), text.replace('(0)', '')].some(
    (form) => parsePhoneNumberFromString(form, 'US')?.isValid() === true,
  )

const halfOf = (text: string) => ((createHash('sha256').update(text).digest()[0] ?? 0) >> 7 === 1 ? 'unseen' : 'seen')

type Presidio = { full_text: string; spans: { entity_type: string; start_position: number; end_position: number }[] }[]

/** Places there are code points. */
function presidioItems(json: Presidio): Item[] {
  return json.map(({ full_text: text, spans }) => {
    const letters = [...text]
    const unitsTo = (place: number) => letters.slice(0, place).join('').length
    const gold = spans.flatMap(({ entity_type, start_position, end_position }) => {
      const type = typeOf[entity_type]
      if (type === undefined) return []
      const [start, end] = [unitsTo(start_position), unitsTo(end_position)]
      return [{ type, start, end, isCounted: type !== 'phone' || isValidPhone(text.slice(start, end)) }]
    })
    return { half: halfOf(text), text, gold }
  })
}

type OwnRow = { half: Item['half']; text: string; findings: { type: string; start: number; end: number }[] }

/** Secrets are broken by ¦ in the file, so that nothing takes them for real ones. */
const ownItems = (rows: string): Item[] =>
  rows
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as OwnRow)
    .map(({ half, text, findings }) => ({
      half,
      text: text.replaceAll('¦', ''),
      gold: findings.map(({ type, start, end }) => ({
        type: type === 'url' ? 'domain' : type,
        start,
        end,
        isCounted: true,
      })),
    }))

const ours: Find = (text) =>
  privacyIn(readText({ content: text, format: 'text' })).map(({ type, span, validated }) => ({
    type: type === 'url' ? 'domain' : type,
    start: span.start,
    end: span.end,
    isCounted: validated || type !== 'phone',
  }))

/** Their names begin with these. */
const theirTypes: readonly [start: string, type: string][] = [
  ['EMAIL', 'email'],
  ['SSN', 'us_ssn'],
  ['CREDIT_CARD', 'credit_card'],
  ['IBAN', 'iban'],
  ['URL', 'domain'],
  ['DOMAIN', 'domain'],
  ['IPV', 'ip_address'],
  ['PHONE', 'phone'],
]
const shield = new OpenRedaction({ enableContextAnalysis: false })

const theirs: Find = async (text) =>
  (await shield.detect(text)).detections.flatMap(({ type: name, position: [start, end] }) => {
    const type = theirTypes.find(([begin]) => name.startsWith(begin))?.[1]
    return type === undefined ? [] : [{ type, start, end, isCounted: true }]
  })

type Count = { right: number; found: number; gold: number; rightFound: number }
type Read = Item & { found: readonly Label[] }

const isSame = (one: Label) => (other: Label) =>
  one.type === other.type && one.start === other.start && one.end === other.end

/** @param isStrict what is a telephone number by its shape alone is not counted, neither labelled nor found */
function counted(items: readonly Read[], types: readonly string[], isStrict: boolean): Count {
  const count: Count = { right: 0, found: 0, gold: 0, rightFound: 0 }
  const isOf = ({ type, isCounted }: Label) => types.includes(type) && (isCounted || !isStrict)
  for (const { gold, found } of items) {
    const wanted = gold.filter(isOf)
    const told = found.filter(isOf)
    count.gold += wanted.length
    count.found += told.length
    count.right += wanted.filter((one) => told.some(isSame(one))).length
    count.rightFound += told.filter((one) => gold.some(isSame(one))).length
  }
  return count
}

const share = (part: number, of: number) => (of === 0 ? 1 : part / of)

function rowsOf(
  half: Item['half'],
  who: string,
  name: string,
  count: Count,
  goals?: { precision: number; recall: number },
): Row[] {
  return [
    {
      half,
      who,
      metric: `${name} precision (${count.found} found)`,
      value: share(count.rightFound, count.found),
      ...(goals && { goal: goals.precision }),
    },
    {
      half,
      who,
      metric: `${name} recall (${count.gold} labelled)`,
      value: share(count.right, count.gold),
      ...(goals && { goal: goals.recall }),
    },
  ]
}

/** Types that the other library has as well. */
const common = ['email', 'us_ssn', 'credit_card', 'iban', 'ip_address', 'phone']

type Asked = Pick<Evaluation, 'name' | 'of' | 'notes'> & {
  items: readonly Item[]
  types: readonly string[]
  isStrict: boolean
}

async function evaluated({ name, of, notes, items, types, isStrict }: Asked): Promise<Evaluation> {
  const rows: Row[] = []
  for (const half of ['seen', 'unseen'] as const) {
    const part = items.filter((item) => item.half === half)
    const read = async (find: Find): Promise<Read[]> =>
      await Promise.all(part.map(async (item) => ({ ...item, found: await find(item.text) })))
    const [own, other] = [await read(ours), await read(theirs)]
    for (const type of types) rows.push(...rowsOf(half, 'assay', type, counted(own, [type], isStrict)))
    rows.push(...rowsOf(half, 'assay', 'all', counted(own, types, isStrict), { precision: 0.99, recall: 0.95 }))
    if (isStrict) rows.push(...rowsOf(half, 'assay', 'phone, shapes too', counted(own, ['phone'], false)))
    rows.push(...rowsOf(half, 'assay', 'what both have', counted(own, common, false)))
    rows.push(...rowsOf(half, 'openredaction', 'what both have', counted(other, common, false)))
  }
  return { name, of, rows, notes }
}

/** In microseconds. */
function processorOf(run: () => unknown): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** Millions of characters per second of processor, each over a document of about a million; the best of five runs. */
function speeds(texts: readonly string[]): string {
  const joined = texts.join('\n\n')
  const text = readText({ content: joined.repeat(Math.ceil(1e6 / joined.length)).slice(0, 1e6), format: 'text' })
  const parts = {
    privacy: () => privacyIn(text),
    entities: () => entitiesIn(text, { knownPeople: ['Anna Keller'] }),
    quantities: () => quantitiesIn(text),
    instructions: () => instructionsIn(text),
  }
  let all = 0
  const said = Object.entries(parts).map(([name, run]) => {
    const took = Math.min(...Array.from({ length: 5 }, () => processorOf(run)))
    all += took
    return `${name} ${(text.content.length / took).toFixed(1)}`
  })
  return `million characters per CPU-second: ${said.join(', ')}; together ${(text.content.length / all).toFixed(2)} (goal 2.5)`
}

export const evaluatePrivacy: Evaluator = async (sets) => {
  const bytes = await sets.read('presidio-research', 'data/synth_dataset_v2.json')
  const items = presidioItems(JSON.parse(new TextDecoder().decode(bytes)) as Presidio)
  const rows = await Bun.file(new URL('own/privacy.jsonl', import.meta.url)).text()
  const phones = items.flatMap(({ gold }) => gold).filter(({ type }) => type === 'phone')
  const valid = phones.filter(({ isCounted }) => isCounted)
  return [
    await evaluated({
      name: 'privacy',
      of: `${sets.describe('presidio-research')}, synth_dataset_v2, split by the SHA-256 of the text`,
      items,
      types: validatedTypes,
      isStrict: true,
      notes: [
        `phone: ${valid.length} of ${phones.length} labelled numbers are valid as they are written, in international form or as numbers of the ` +
          'United States. Those are counted, and findings that say they are validated; "shapes too" counts all of both.',
        'domain: a URL, or the name of a host; the set labels whole URLs.',
        speeds(items.map(({ text }) => text)),
      ],
    }),
    await evaluated({
      name: 'privacy, own',
      of: 'own sentences, half of them without anything private, written in two halves before any rule',
      items: ownItems(rows),
      types: [...validatedTypes, 'national_id', 'secret'],
      isStrict: false,
      notes: ['Every labelled number is counted, a telephone number by its shape alone as well.'],
    }),
  ]
}
