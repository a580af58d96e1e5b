/**
 * How well mails are ranked: which of the real threads of a public corpus get an answer, false alarms of the warning, how fast it reads and ranks.
 * `script/bench ranking`: minutes, and 108 MB once. Labels come only when a live mailbox would have them. Threads are split by a
 * digest: factors were tuned on one half, the other was never looked at; both are printed. Ends with 1 where a goal is missed.
 */
import { wilson } from '#bench/detection/tables'
import { benignAlarms } from '#bench/ranking/alarms'
import { corpusSourceMails } from '#bench/ranking/mails'
import { areaUnderCurve, precisionAtTop } from '#bench/ranking/metrics'
import { newByLibrary, newByReading, newTextFigures } from '#bench/ranking/new-text'
import { documentsOf, type RankedMail, replay } from '#bench/ranking/replay'
import { rankingSpeed, readingSpeed } from '#bench/ranking/speed'
import { labelled } from '#bench/ranking/threads'
import { loadNow, markdownTable } from '#bench/report'

const goals = { area: 0.8, top: 0.5, mailsASecond: 300, rankMs: 12 }

const mails = await corpusSourceMails()
const threads = labelled(mails)
console.log(
  `load ${loadNow()}; ${threads.length} mails, ${threads.filter(({ answeredAt }) => answeredAt !== null).length} with an answer in the corpus`,
)

const documents = documentsOf(threads)
const learned = replay(threads, documents, true)
const fixed = replay(threads, documents, false)

/** The later half of all time: there was something to learn from before. */
const scored = (ranked: readonly RankedMail[]) => ranked.slice(Math.floor(ranked.length / 2))
const percent = (share: number) => `${(share * 100).toFixed(1)} %`

function row(name: string, ranked: readonly RankedMail[]): string[] {
  const judged = ranked.map(({ score, isAnswered }) => ({ score, isPositive: isAnswered }))
  const base = judged.filter(({ isPositive }) => isPositive).length / judged.length
  const top = precisionAtTop(judged, 0.1)
  const places = Math.round(judged.length * 0.1)
  const [low, high] = wilson(top * places, places)
  return [
    name,
    String(judged.length),
    percent(base),
    areaUnderCurve(judged).toFixed(3),
    `${percent(top)} (${percent(low)} to ${percent(high)})`,
  ]
}

const later = scored(learned.ranked)
const halves = {
  all: later,
  tuned: later.filter(({ half }) => half === 'tuned'),
  unseen: later.filter(({ half }) => half === 'unseen'),
}
console.log(
  markdownTable(
    ['', 'mails', 'answered', 'area under the curve', 'answered of the top tenth (95 %)'],
    [
      row('all', halves.all),
      row('threads tuned on', halves.tuned),
      row('threads never looked at', halves.unseen),
      row('all, default weights and history alone', scored(fixed.ranked)),
    ],
  ),
)

const alarms = benignAlarms(mails)
console.log(`false alarms: ${alarms.flagged} of ${alarms.looked} benign mails that tell their reader to do something`)
for (const [name, newIn] of [
  ['by its segments', newByReading],
  ['by email-reply-parser', newByLibrary],
] as const) {
  const { quotedLines, newLines, quotedKept, newLost } = newTextFigures(mails, newIn)
  console.log(
    `what is new ${name}: ${percent(quotedKept / quotedLines)} of ${quotedLines} quoted lines taken for new, ${percent(newLost / newLines)} of ${newLines} other lines lost (signatures and quotes of older mails too)`,
  )
}
const reading = readingSpeed(mails)
console.log(
  `reading: ${reading.perSecond.toFixed(0)} mails a second, ${reading.perProcessorSecond.toFixed(0)} a second of processor time (goal ${goals.mailsASecond})`,
)
const ranking = rankingSpeed(documents)
console.log(
  `ranking 10,000 items: ${ranking.scoreMs.toFixed(1)} ms, history ${ranking.historyMs.toFixed(1)} ms (medians)`,
)

const judgedAll = halves.all.map(({ score, isAnswered }) => ({ score, isPositive: isAnswered }))
const isMet = areaUnderCurve(judgedAll) >= goals.area && precisionAtTop(judgedAll, 0.1) >= goals.top
console.log(isMet ? 'the goals of ranking are met' : `MISSED: area ${goals.area}, top tenth ${percent(goals.top)}`)
process.exit(isMet ? 0 : 1)
