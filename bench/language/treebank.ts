/** Sentences of Universal Dependencies: their text, and which verb has which subject and object. */

/** From `start` up to but without `end`, in the sentence. */
export type Place = { start: number; end: number }
/** The heads of a verb's subject, of the verb and of its object. */
export type Triple = { subject: Place; verb: Place; object: Place }

type Row = { tag: string; head: number; relation: string; place: Place }

/** The sentences of a CoNLL-U file. */
export function goldSentences(conllu: string): { text: string; triples: Triple[] }[] {
  const mark = '# text = '
  return conllu.split('\n\n').flatMap((block) => {
    const lines = block.split('\n')
    const text = lines.find((line) => line.startsWith(mark))?.slice(mark.length)
    return text === undefined ? [] : [{ text, triples: triplesOf(treeRows(lines, text)) }]
  })
}

/** Words of a contraction that have letters of their own stand where those stand; the text is walked through once. */
function treeRows(lines: readonly string[], text: string): Row[] {
  const rows: Row[] = []
  let at = 0
  let whole = { last: 0, end: 0 }
  for (const line of lines) {
    const [id = '', form = '', , tag = '', , , head = '', relation = ''] = line.split('\t')
    if (/^\d+-\d+$/.test(id)) {
      const start = text.indexOf(form, at)
      whole = { last: Number(id.split('-')[1]), end: start + form.length }
      at = Math.max(at, start)
    } else if (/^\d+$/.test(id)) {
      const isPart = Number(id) <= whole.last
      const found = text.indexOf(form, at)
      const start = found < 0 || (isPart && found + form.length > whole.end) ? at : found
      const end = isPart
        ? Number(id) === whole.last
          ? whole.end
          : Math.min(start + form.length, whole.end)
        : start + form.length
      rows.push({ tag, head: Number(head), relation, place: { start, end } })
      at = end
    }
  }
  return rows
}

function triplesOf(rows: readonly Row[]): Triple[] {
  return rows.flatMap((verb, index) => {
    if (verb.tag !== 'VERB') return []
    const children = (relation: string) => rows.filter((row) => row.head === index + 1 && row.relation === relation)
    return children('nsubj').flatMap((subject) =>
      children('obj').map((object) => ({ subject: subject.place, verb: verb.place, object: object.place })),
    )
  })
}
