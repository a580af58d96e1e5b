/** Key phrases of abstracts (Inspec), of passages of papers (SemEval 2017) and of short mails, tickets and minutes, with npm's libraries beside. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { toString as textOf } from 'nlcst-to-string'
import rake from 'rake-modified'
import { retext } from 'retext'
import retextKeywords from 'retext-keywords'
import retextPos from 'retext-pos'
import { stemmer } from 'stemmer'
import type { Evaluation, Evaluator, Sets } from '#bench/language/sets'
import { keyphrasesIn } from '#shared/language/keyphrases'
import { readText } from '#shared/language/read-text'

type Half = 'seen' | 'unseen'
type Labelled = { half: Half; text: string; keys: string[] }
type Finder = { who: string; find: (text: string, limit: number) => Promise<string[]> }

const repository = 'KeywordExtractor-Datasets'

const rule =
  'F1@10, summed over all texts: a phrase is right where its words (letters and digits, in lower case, stemmed by Porter) are those of a key; keys that do not stand in the text count as missed. Halves by the first bit of the SHA-256 of the text.'

export const evaluateKeyphrases: Evaluator = async (sets) => {
  const inspec = await inArchive(sets, 'Inspec')
  const semEval = await inArchive(sets, 'SemEval2017')
  const from = sets.describe(repository)
  return [
    await evaluate('key phrases', `Inspec, ${from}`, inspec, 10, 0.3),
    await evaluate('key phrases, transfer: nothing tuned on either half', `SemEval2017, ${from}`, semEval, 10),
    await evaluate(
      'key phrases of mail, tickets, minutes',
      'own/keyphrases.jsonl, written for this',
      await ownTexts(),
      5,
    ),
  ]
}

export const phraseFinders: Finder[] = [
  {
    who: 'assay',
    find: async (content, limit) =>
      keyphrasesIn(readText({ content, format: 'text', language: 'en' }), { limit }).map(({ text }) => text),
  },
  { who: 'retext-keywords 8.0.2, phrases', find: (text, limit) => byRetext(text, limit, 'keyphrases') },
  { who: 'retext-keywords 8.0.2, words', find: (text, limit) => byRetext(text, limit, 'keywords') },
  { who: 'rake-modified 1.0.8', find: async (text, limit) => byRake(text, limit) },
]

const processor = retext().use(retextPos).use(retextKeywords, { maximum: 15 })

async function byRetext(text: string, limit: number, kind: 'keyphrases' | 'keywords'): Promise<string[]> {
  const { data } = await processor.process(text)
  if (kind === 'keywords')
    return (data.keywords ?? [])
      .slice(0, limit)
      .flatMap(({ matches }) => matches.slice(0, 1).map(({ node }) => textOf(node)))
  return (data.keyphrases ?? [])
    .slice(0, limit)
    .flatMap(({ matches }) => matches.slice(0, 1).map(({ nodes }) => textOf(nodes)))
}

const byRake = (text: string, limit: number): string[] => Object.keys(rake(text)).slice(0, limit)

const stemmed = (phrase: string) => (phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stemmer).join(' ')
const round = (value: number) => Math.round(value * 1000) / 1000

async function evaluate(
  name: string,
  of: string,
  texts: readonly Labelled[],
  limit: number,
  goal?: number,
): Promise<Evaluation> {
  const rows: Evaluation['rows'] = []
  const notes = [rule.replace('@10', `@${limit}`)]
  for (const half of ['seen', 'unseen'] as const) {
    const list = texts.filter((text) => text.half === half)
    for (const { who, find } of phraseFinders) {
      const { found, right, gold } = await totalOf(list, limit, find)
      const f1 = (2 * right) / Math.max(1, found + gold)
      rows.push({
        half,
        who,
        metric: `F1@${limit}`,
        value: round(f1),
        ...(goal === undefined || who !== 'assay' ? {} : { goal }),
      })
      rows.push({ half, who, metric: `precision@${limit}`, value: round(right / Math.max(1, found)) })
    }
    notes.push(`${half}: ${list.length} texts`)
  }
  return { name, of, rows, notes }
}

export async function totalOf(texts: readonly Labelled[], limit: number, find: Finder['find']) {
  const sums = { found: 0, right: 0, gold: 0 }
  for (const { text, keys } of texts) {
    const gold = new Set(keys.map(stemmed).filter((key) => key !== ''))
    const found = new Set((await find(text, limit)).map(stemmed))
    sums.found += found.size
    sums.gold += gold.size
    for (const phrase of found) if (gold.has(phrase)) sums.right += 1
  }
  return sums
}

const halfOf = (text: string): Half => ((createHash('sha256').update(text).digest()[0] ?? 0) < 128 ? 'seen' : 'unseen')

export async function inArchive(sets: Sets, name: 'Inspec' | 'SemEval2017'): Promise<Labelled[]> {
  const files = unzipSync(await sets.read(repository, `datasets/${name}.zip`))
  const decoder = new TextDecoder()
  return Object.entries(files).flatMap(([path, bytes]) => {
    const id = /docsutf8\/(.+)\.txt$/.exec(path)?.[1]
    const keys = id && files[`${name}/keys/${id}.key`]
    if (!keys) return []
    const text = decoder.decode(bytes)
    return [
      {
        half: halfOf(text),
        text,
        keys: decoder
          .decode(keys)
          .split(/\r?\n/)
          .filter((key) => key.trim() !== ''),
      },
    ]
  })
}

export async function ownTexts(): Promise<Labelled[]> {
  const lines = (await readFile(join(import.meta.dir, 'own/keyphrases.jsonl'), 'utf8')).trim().split('\n')
  return lines.map((line) => {
    const { half, text, keyphrases } = JSON.parse(line) as { half: Half; text: string; keyphrases: string[] }
    return { half, text, keys: keyphrases }
  })
}
