/**
 * Instructions to models: own texts, in mails, invitations and issues, plain and hidden in many forms, and ordinary ones that
 * use the same words. A text counts as told where anything in it is flagged. Beside it @andersmyrmel/vard.
 */
import { vard } from '@andersmyrmel/vard'
import type { Evaluation, Evaluator } from '#bench/language/sets'
import type { TextFormat } from '#db/documents/meaning'
import { instructionsIn } from '#shared/language/instructions'
import { readText } from '#shared/language/read-text'

type Item = {
  half: 'seen' | 'unseen'
  language: string
  format: TextFormat
  injection: boolean
  form: string
  text: string
}
type Tells = (item: Item) => boolean

const ours: Tells = ({ text, format }) => instructionsIn(readText({ content: text, format })).length > 0
const guard = vard.moderate().maxLength(100_000)
const theirs: Tells = ({ text }) => !guard.safeParse(text).safe

const shareOf = (items: readonly Item[], tells: Tells) => items.filter(tells).length / Math.max(1, items.length)

export const evaluateInstructions: Evaluator = async () => {
  const lines = await Bun.file(new URL('own/instructions.jsonl', import.meta.url)).text()
  const items = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Item)
  const rows: Evaluation['rows'] = []
  for (const half of ['seen', 'unseen'] as const) {
    const part = items.filter((item) => item.half === half)
    const injections = part.filter(({ injection }) => injection)
    const ordinary = part.filter(({ injection }) => !injection)
    for (const [who, tells] of [
      ['assay', ours],
      ['@andersmyrmel/vard', theirs],
    ] as const) {
      rows.push({ half, who, metric: `recall (${injections.length} texts)`, value: shareOf(injections, tells) })
      rows.push({
        half,
        who,
        metric: `recall, plain`,
        value: shareOf(
          injections.filter(({ form }) => form === 'plain'),
          tells,
        ),
      })
      rows.push({
        half,
        who,
        metric: `recall, hidden or disguised`,
        value: shareOf(
          injections.filter(({ form }) => form !== 'plain'),
          tells,
        ),
      })
      rows.push({ half, who, metric: `false alarms (${ordinary.length} texts)`, value: shareOf(ordinary, tells) })
    }
  }
  return [{ name: 'instructions', of: 'own texts, written in two halves before any rule', rows, notes: [] }]
}
