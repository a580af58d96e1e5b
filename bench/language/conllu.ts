/** Treebanks in CoNLL-U: documents as they were written, with the sentences and words that people found in them. */

export type GoldWord = { start: number; end: number; pos: string }
export type GoldSentence = { start: number; end: number; words: GoldWord[] }
export type GoldDocument = { text: string; sentences: GoldSentence[] }

/** Paragraphs are set apart by a blank line, sentences and words by a space where the treebank has one. */
export function readConllu(source: string): GoldDocument[] {
  const documents: GoldDocument[] = []
  let text = ''
  let sentences: GoldSentence[] = []
  const finish = () => {
    if (sentences.length > 0) documents.push({ text, sentences })
    text = ''
    sentences = []
  }
  for (const block of source.split(/\n\n+/)) {
    if (block.trim() === '') continue
    const rows = block.split('\n')
    if (rows.some((row) => row.startsWith('# newdoc'))) finish()
    else if (rows.some((row) => row.startsWith('# newpar')) && text !== '') text = `${text.trimEnd()}\n\n`
    const start = text.length
    const words: GoldWord[] = []
    let covered = 0
    for (const row of rows) {
      const [id = '', form = '', , pos = '', , , , , , misc = ''] = row.split('\t')
      if (row.startsWith('#') || id.includes('.')) continue
      const [first = 0, last] = id.split('-').map(Number)
      const space = misc.includes('SpaceAfter=No') ? '' : ' '
      if (last !== undefined) {
        // A form that is several words: its words have their place in it where they are spelt as it is.
        text += form + space
        covered = last
        continue
      }
      if (first > covered) {
        words.push({ start: text.length, end: text.length + form.length, pos })
        text += form + space
      } else {
        const after = words.at(-1)?.end ?? start
        const at = text.indexOf(form, after)
        if (at >= 0 && at - after <= 1) words.push({ start: at, end: at + form.length, pos })
      }
    }
    sentences.push({ start, end: text.trimEnd().length, words })
  }
  finish()
  return documents
}

/** Harmony of precision and recall of things that are equal by their key. */
export function overlap(
  gold: readonly string[],
  found: readonly string[],
): { precision: number; recall: number; f: number } {
  const known = new Set(gold)
  const right = found.filter((each) => known.has(each)).length
  const precision = right / Math.max(1, found.length)
  const recall = right / Math.max(1, gold.length)
  return { precision, recall, f: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}
