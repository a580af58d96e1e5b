/** Relations against a treebank of English web texts and labelled sentences of mail, tickets and minutes, with compromise beside. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import nlp from 'compromise'
import type { Evaluation, Evaluator, Sets } from '#bench/language/sets'
import { goldSentences, type Place, type Triple } from '#bench/language/treebank'
import { readText } from '#shared/language/read-text'
import { clausesIn, fillersOf, relationsIn } from '#shared/language/relations/index'
import type { SubjectBy, VerbClause } from '#shared/language/relations/reading'

type Half = 'seen' | 'unseen'
const halves: readonly Half[] = ['seen', 'unseen']

const definition =
  'A triple is a verb (UPOS VERB) with a child nsubj and a child obj in the basic tree, one for each pair; each sentence is read by itself. It is found where the three heads are the same tokens (ours may hold more than the treebank’s: "decision-maker" is one). Of what is found those count that have a subject and an object of their own, as the treebank has them: not shared and controlled subjects, passives, copulas.'

export const evaluateRelations: Evaluator = async (sets) => [await onTreebank(sets), await onOwnSentences()]

type Counts = { found: number; right: number; gold: number }
const none = (): Counts => ({ found: 0, right: 0, gold: 0 })
const precision = ({ found, right }: Counts) => (found === 0 ? 0 : right / found)
const recall = ({ right, gold }: Counts) => (gold === 0 ? 0 : right / gold)
const fScore = (counts: Counts) => {
  const sum = precision(counts) + recall(counts)
  return sum === 0 ? 0 : (2 * precision(counts) * recall(counts)) / sum
}
const round = (value: number) => Math.round(value * 1000) / 1000

function rowsOf(half: Half, who: string, counts: Counts, goal?: number) {
  return [
    { half, who, metric: 'F', value: round(fScore(counts)), ...(goal === undefined ? {} : { goal }) },
    { half, who, metric: 'precision', value: round(precision(counts)) },
    { half, who, metric: 'recall', value: round(recall(counts)) },
  ]
}

// ---- the treebank ----

async function onTreebank(sets: Sets): Promise<Evaluation> {
  const rows: Evaluation['rows'] = []
  const notes = [definition]
  for (const half of halves) {
    const file = half === 'seen' ? 'en_ewt-ud-dev.conllu' : 'en_ewt-ud-test.conllu'
    const sentences = goldSentences(new TextDecoder().decode(await sets.read('UD_English-EWT', file)))
    const counts = { own: none(), compromise: none() }
    for (const { text, triples } of sentences) {
      count(counts.own, triples, ownTriples(text))
      count(counts.compromise, triples, compromiseTriples(text))
    }
    rows.push(...rowsOf(half, 'assay', counts.own, 0.6), ...rowsOf(half, 'compromise 14.17.0', counts.compromise))
    notes.push(`${half}: ${file}, ${sentences.length} sentences, ${counts.own.gold} triples`)
  }
  return { name: 'relations', of: sets.describe('UD_English-EWT'), rows, notes }
}

const holds = (own: Place, gold: Place) => own.start <= gold.start && own.end >= gold.end && gold.end > gold.start

function count(counts: Counts, gold: readonly Triple[], found: readonly Triple[]) {
  const left = new Set(gold)
  counts.gold += gold.length
  counts.found += found.length
  for (const triple of found)
    for (const other of left)
      if (
        holds(triple.subject, other.subject) &&
        holds(triple.verb, other.verb) &&
        holds(triple.object, other.object)
      ) {
        left.delete(other)
        counts.right += 1
        break
      }
}

/** Triples of one sentence as the basic tree has them: of "the man who saw it" the subject of "saw" is "who". */
export function ownTriples(content: string): Triple[] {
  const text = readText({ content, format: 'text', language: 'en' })
  const triples: Triple[] = []
  for (const { words, clauses } of clausesIn(text)) {
    const placeOf = (at: number): Place => {
      const word = words[at]
      return { start: word?.start ?? 0, end: word?.end ?? 0 }
    }
    for (const clause of clauses) {
      const heads = treeHeads(clause)
      if (heads)
        triples.push({ subject: placeOf(heads.subject), verb: placeOf(heads.verb), object: placeOf(heads.object) })
    }
  }
  return triples
}

function treeHeads(clause: VerbClause): { subject: number; verb: number; object: number } | undefined {
  const { verb, matrix, subject, subjectBy, relative, object, objectBy, gap, isStated } = clause
  if (!isStated || subjectBy !== 'own' || verb !== matrix || verb.isPassive) return undefined
  const subjectHead = relative?.head ?? (subject?.kind === 'noun' ? subject.head : undefined)
  const objectHead = objectBy === 'direct' ? object?.head : objectBy === 'gap' ? gap?.pronoun?.head : undefined
  if (subjectHead === undefined || objectHead === undefined) return undefined
  return { subject: subjectHead, verb: verb.head, object: objectHead }
}

// ---- compromise ----

/** What is used of its views; its own types leave half of it out. */
type View = {
  found: boolean
  json: (options: { offset: true }) => { offset?: { start: number; length: number } }[]
  parse: () => { root: View }[]
  match: (pattern: string) => View
  has: (pattern: string) => boolean
  forEach: (each: (view: View) => void) => void
} & Record<'nouns' | 'verbs' | 'terms' | 'subjects' | 'first' | 'last' | 'before' | 'after', () => View>

function placeOfView(view: View): Place | undefined {
  if (!view.found) return undefined
  const [{ offset } = {}] = view.json({ offset: true })
  return offset && { start: offset.start, end: offset.start + offset.length }
}

type Said = {
  /** "To go", "going": its subject is another verb's. */
  isGoverned: boolean
  subject: Place | undefined
  verb: Place | undefined
  object: Place | undefined
}

/** What compromise knows of each verb: its own subject, its root, and the noun phrase that stands directly behind it. */
function compromiseVerbs(content: string): Said[] {
  const list: Said[] = []
  const document = nlp(content) as unknown as View
  document.verbs().forEach((phrase) => {
    const verbs = phrase.verbs()
    const [parsed] = verbs.parse()
    const behind = phrase.after().match('^#Adverb? (#Determiner|#Possessive|#Pronoun|#Value|#Adjective|#Noun)+')
    list.push({
      isGoverned: phrase.has('^to') || phrase.has('^#Gerund') || phrase.before().has('to$'),
      subject: headOfNouns(verbs.subjects()),
      verb: parsed && placeOfView(parsed.root),
      object: headOfNouns(behind),
    })
  })
  return list
}

function headOfNouns(view: View): Place | undefined {
  if (!view.found) return undefined
  const nouns = view.nouns()
  if (!nouns.found) return placeOfView(view.terms().last())
  const [parsed] = nouns.first().nouns().parse()
  return placeOfView(parsed?.root.found ? parsed.root : nouns.first().terms().last())
}

/** As with ours, those count that have a subject of their own. */
function compromiseTriples(content: string): Triple[] {
  return compromiseVerbs(content).flatMap(({ isGoverned, subject, verb, object }) =>
    !isGoverned && subject && verb && object ? [{ subject, verb, object }] : [],
  )
}

// ---- labelled sentences of our own ----

type Labelled = {
  half: Half
  kind: 'mail' | 'ticket' | 'minutes'
  text: string
  relations: {
    /** Words that are taken for the head; null where nobody is said. */
    subject: string[] | null
    predicate: string
    object: string[] | null
    negated?: boolean
    modality?: string
    tense?: string
  }[]
}
type Heads = { subject: string | null; predicate: string; object: string | null }
type Judged = Heads & { negated: boolean; modality: string; tense: string; how: string }

export async function ownSentences(half: Half): Promise<Labelled[]> {
  const lines = (await readFile(join(import.meta.dir, 'own/relations.jsonl'), 'utf8')).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Labelled).filter((row) => row.half === half)
}

async function onOwnSentences(): Promise<Evaluation> {
  const rows: Evaluation['rows'] = []
  const notes = [
    'A relation is found where the head words of subject, verb and object (direct, prepositional, or what somebody is) are those of the label, and are missing where they are missing there. Qualities: share of the found relations whose negation, modality and tense are those of the label.',
  ]
  for (const half of halves) {
    const counts = { own: none(), compromise: none() }
    const qualities = { asked: 0, right: 0 }
    const sentences = await ownSentences(half)
    for (const { text, relations } of sentences) {
      const found = judgedRelations(text)
      countHeads(counts.own, relations, found)
      countHeads(counts.compromise, relations, compromiseHeads(text))
      for (const label of relations) {
        const match = found.find((relation) => isSame(label, relation))
        if (!match || label.modality === undefined) continue
        qualities.asked += 3
        qualities.right += [
          match.negated === label.negated,
          match.modality === label.modality,
          match.tense === label.tense,
        ].filter(Boolean).length
      }
    }
    rows.push(...rowsOf(half, 'assay', counts.own, 0.6), ...rowsOf(half, 'compromise 14.17.0', counts.compromise))
    rows.push({ half, who: 'assay', metric: 'qualities', value: round(qualities.right / Math.max(1, qualities.asked)) })
    notes.push(`${half}: ${sentences.length} sentences, ${counts.own.gold} relations`)
  }
  return { name: 'relations of mail, tickets and minutes', of: 'own/relations.jsonl, written for this', rows, notes }
}

const isOneOf = (words: readonly string[] | null, word: string | null) =>
  words === null ? word === null : word !== null && words.some((other) => other.toLowerCase() === word.toLowerCase())
const isSame = (label: Labelled['relations'][number], { subject, predicate, object }: Heads) =>
  predicate.toLowerCase() === label.predicate.toLowerCase() &&
  isOneOf(label.subject, subject) &&
  isOneOf(label.object, object)

function countHeads(counts: Counts, labels: Labelled['relations'], found: readonly Heads[]) {
  const left = new Set(labels)
  counts.gold += labels.length
  counts.found += found.length
  for (const relation of found)
    for (const label of left)
      if (isSame(label, relation)) {
        left.delete(label)
        counts.right += 1
        break
      }
}

/** Our relations by their heads, with how each was found. */
export function judgedRelations(content: string): Judged[] {
  const text = readText({ content, format: 'text', language: 'en' })
  const relations = relationsIn(text)
  const list: Judged[] = []
  for (const { words, clauses } of clausesIn(text))
    for (const clause of clauses) {
      if (!clause.isStated) continue
      const wordAt = (at: number | undefined) => {
        const word = at === undefined ? undefined : words[at]
        return word ? content.slice(word.start, word.end) : null
      }
      const verb = wordAt(clause.verb.head) ?? ''
      const end = words[clause.verb.head]?.end ?? -1
      const relation = relations.find(({ predicate }) => predicate.start <= end - verb.length && predicate.end >= end)
      const { subjects, objects } = fillersOf(clause)
      for (const subject of subjects)
        for (const object of objects)
          list.push({
            subject: wordAt(subject?.head),
            predicate: words[clause.verb.head]?.norm ?? verb,
            object: wordAt(object?.head),
            negated: relation?.negated ?? false,
            modality: relation?.modality ?? '',
            tense: relation?.tense ?? '',
            how: howOf(clause.subjectBy, clause.objectBy),
          })
    }
  return list
}

const howOf = (subjectBy: SubjectBy, objectBy: string) => `${subjectBy}/${objectBy}`

function compromiseHeads(content: string): Heads[] {
  const wordAt = (place: Place | undefined) =>
    place ? content.slice(place.start, place.end).replace(/^\W+|\W+$/g, '') : null
  return compromiseVerbs(content).map(({ subject, verb, object }) => ({
    subject: wordAt(subject),
    predicate: wordAt(verb) ?? '',
    object: wordAt(object),
  }))
}
