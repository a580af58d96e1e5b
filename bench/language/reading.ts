/** Sentences, words and parts of speech as read, against people's: Universal Dependencies' English Web Treebank. */
import model from 'wink-eng-lite-web-model'
import winkNLP from 'wink-nlp'
import { type GoldDocument, overlap, readConllu } from '#bench/language/conllu'
import type { Evaluation, Evaluator } from '#bench/language/sets'
import { readText } from '#shared/language/read-text'
import type { Range } from '#shared/language/text'

type Found = { sentences: Range[]; words: (Range & { pos: string })[] }
type Reader = { who: string; read: (text: string) => Found }

const assay: Reader = {
  who: 'assay',
  read: (content) => {
    const { sentences, tokens } = readText({ content, language: 'en' })
    return { sentences: [...sentences], words: [...tokens] }
  },
}

/** wink alone, paragraph by paragraph, as its own tokens and sentences are. */
function wink(): Reader {
  const nlp = winkNLP(model, ['sbd', 'pos'])
  const { its } = nlp
  return {
    who: 'wink-nlp 2.4.0',
    read: (content) => {
      const found: Found = { sentences: [], words: [] }
      let offset = 0
      for (const paragraph of content.split('\n\n')) {
        const document = nlp.readDoc(paragraph)
        const from = found.words.length
        const tags = document.tokens().out(its.pos)
        let at = offset
        for (const [index, value] of document.tokens().out(its.value).entries()) {
          const start = content.indexOf(value, at)
          at = start + value.length
          found.words.push({ start, end: at, pos: tags[index] ?? 'X' })
        }
        for (const span of document.sentences().out(its.span)) {
          const [first = 0, last = 0] = span as unknown as number[]
          const [start, end] = [found.words[from + first]?.start, found.words[from + last]?.end]
          if (start !== undefined && end !== undefined) found.sentences.push({ start, end })
        }
        offset += paragraph.length + 2
      }
      return found
    },
  }
}

/** ICU's sentences, paragraph by paragraph, without tags. */
const icu: Reader = {
  who: 'Intl.Segmenter',
  read: (content) => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
    const sentences: Range[] = []
    for (const { segment, index } of segmenter.segment(content)) {
      const start = index + segment.length - segment.trimStart().length
      if (segment.trim() !== '') sentences.push({ start, end: start + segment.trim().length })
    }
    return { sentences, words: [] }
  },
}

const key = ({ start, end }: Range) => `${start}-${end}`
const goals = { sentences: 0.93, tags: 0.91 }

function rowsOf(
  documents: readonly GoldDocument[],
  half: 'seen' | 'unseen',
  { who, read }: Reader,
): Evaluation['rows'] {
  const gold = { sentences: [] as string[], words: [] as string[], tags: [] as string[] }
  const found = { sentences: [] as string[], words: [] as string[], tags: [] as string[] }
  for (const [index, document] of documents.entries()) {
    const { sentences, words } = read(document.text)
    const goldWords = document.sentences.flatMap((sentence) => sentence.words)
    gold.sentences.push(...document.sentences.map((each) => `${index} ${key(each)}`))
    gold.words.push(...goldWords.map((each) => `${index} ${key(each)}`))
    gold.tags.push(...goldWords.map((each) => `${index} ${key(each)} ${each.pos}`))
    found.sentences.push(...sentences.map((each) => `${index} ${key(each)}`))
    found.words.push(...words.map((each) => `${index} ${key(each)}`))
    found.tags.push(...words.map((each) => `${index} ${key(each)} ${each.pos}`))
  }
  const isOurs = who === assay.who
  const row = (metric: string, value: number, goal?: number): Evaluation['rows'][number] => ({
    half,
    who,
    metric,
    value: Math.round(value * 1000) / 1000,
    ...(isOurs && goal !== undefined ? { goal } : {}),
  })
  const rows = [row('sentences F', overlap(gold.sentences, found.sentences).f, goals.sentences)]
  if (found.words.length > 0) {
    rows.push(row('words F', overlap(gold.words, found.words).f))
    rows.push(row('parts of speech F', overlap(gold.tags, found.tags).f, goals.tags))
  }
  return rows
}

/** Tuned on dev; test is what tuning never saw. */
export const evaluateReading: Evaluator = async (sets) => {
  const text = async (path: string) => readConllu(new TextDecoder().decode(await sets.read('UD_English-EWT', path)))
  const halves = [
    { half: 'seen', documents: await text('en_ewt-ud-dev.conllu') },
    { half: 'unseen', documents: await text('en_ewt-ud-test.conllu') },
  ] as const
  const readers = [assay, wink(), icu]
  return [
    {
      name: 'sentences, words and parts of speech',
      of: `${sets.describe('UD_English-EWT')}; dev is seen, test unseen`,
      rows: halves.flatMap(({ half, documents }) => readers.flatMap((reader) => rowsOf(documents, half, reader))),
      notes: [
        'a word counts where its place is the same, a part of speech where the word counts and the tag is the same',
      ],
    },
  ]
}
