/** Speech acts held to people's labels: a public set of mail, and our own of mail, tickets and minutes, beside classifiers of npm. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type ActPeer, actPeers } from '#bench/language/act-peers'
import {
  exampleOf,
  type Labelled,
  labelledOf,
  outOfFold,
  testFile,
  trainIntent,
  trainingFile,
  trainingOptions,
  wholeOf,
} from '#bench/language/intent-training'
import type { Evaluation, Evaluator } from '#bench/language/sets'
import { type Act, actNames, type DateExpression } from '#db/documents/meaning'
import { actsIn } from '#shared/language/acts/index'
import { intentModel, intentOf } from '#shared/language/acts/intent'
import type { ActName } from '#shared/language/acts/rule'
import { datesIn } from '#shared/language/dates/index'
import { readText } from '#shared/language/read-text'
import type { ReadingContext } from '#shared/language/text'

type Row = Evaluation['rows'][number]
type OwnAct = {
  act: ActName
  owner?: 'sender' | 'recipient' | 'named' | 'unknown'
  name?: string
  deadline: string | null
  conditional: boolean
  quoted: boolean
}
type OwnSentence = { half: 'seen' | 'unseen'; of: string; text: string; acts: OwnAct[] }

const context: ReadingContext = { referenceTime: new Date('2026-03-02T09:00:00Z'), timezone: 'UTC', knownPeople: [] }
/** What the public set calls an intent. */
const intents = new Set<ActName>(['request', 'commitment', 'proposal'])

export const evaluateActs: Evaluator = async (sets) => {
  const training = labelledOf(await sets.read('EmailIntentDataSet', trainingFile))
  const test = labelledOf(await sets.read('EmailIntentDataSet', testFile))
  const peers = actPeers(training)
  return [publicSet(training, test, peers, sets.describe('EmailIntentDataSet')), ownSet(peers), speed(training)]
}

function publicSet(
  training: readonly Labelled[],
  test: readonly Labelled[],
  peers: readonly ActPeer[],
  of: string,
): Evaluation {
  const examples = training.map(exampleOf)
  const scores = outOfFold(examples, trainingOptions)
  const remade = createHash('sha256').update(trainIntent(examples, trainingOptions)).digest('hex')
  const rows: Row[] = [
    f1Row(
      'seen',
      'assay, model of intent, five folds',
      examples.map(({ asks }, index) => [asks, (scores[index] ?? 0) > 0]),
    ),
    ...besidePeers(
      f1Row('unseen', 'assay, model of intent', judged(test, asksByModel), 0.8),
      peers.map((peer) => f1Row('unseen', peer.name, judged(test, peer.asks))),
    ),
    f1Row('unseen', 'assay, a request, promise or proposal found', judged(test, asksByActs)),
    {
      half: 'seen',
      who: 'assay',
      metric: 'the model is what training gives (1: yes)',
      value: remade === intentModel.hash ? 1 : 0,
      goal: 1,
    },
  ]
  return {
    name: 'requests and promises, public set',
    of,
    rows,
    notes: [
      'Sentences of mail, labelled Yes where they ask for or promise something; the set is not of one mind about polite formulas.',
      'Peers were trained on the same training set; those of rules have none.',
    ],
  }
}

/** Ours, the peers', and by how many points ours is above the best of them. */
const besidePeers = (own: Row, peers: readonly Row[]): Row[] => [
  own,
  ...peers,
  {
    half: own.half,
    who: own.who,
    metric: 'points of F1 above the best of npm',
    value: 100 * (own.value - Math.max(...peers.map(({ value }) => value))),
    goal: 15,
  },
]

const judged = (items: readonly Labelled[], asks: (text: string) => boolean): [boolean, boolean][] =>
  items.map((item) => [item.asks, asks(item.text)])

function asksByModel(text: string): boolean {
  const { tokens, signs } = wholeOf(text)
  return intentOf(tokens, 0, tokens.length, signs) > 0
}

const asksByActs = (text: string): boolean => actsOf(text).some(({ act }) => intents.has(act))

function f1Row(
  half: Row['half'],
  who: string,
  pairs: readonly (readonly [is: boolean, said: boolean])[],
  goal?: number,
): Row {
  return { half, who, metric: 'F1', value: f1Of(pairs), ...(goal === undefined ? {} : { goal }) }
}

function f1Of(pairs: readonly (readonly [is: boolean, said: boolean])[]): number {
  const both = pairs.filter(([is, said]) => is && said).length
  const either = pairs.filter(([is]) => is).length + pairs.filter(([, said]) => said).length
  return either === 0 ? 0 : (2 * both) / either
}

/** The own set, of which one half was written before any rule and not run until the end. */
export const ownSentences = (): OwnSentence[] =>
  readFileSync(`${import.meta.dir}/own/acts.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OwnSentence)

function actsOf(content: string): Act[] {
  const text = readText({ content, format: 'text', language: 'en' })
  return actsIn(text, context, { dates: datesIn(text, context), people: [] })
}

function ownSet(peers: readonly ActPeer[]): Evaluation {
  const all = ownSentences().map((sentence) => ({ ...sentence, found: actsOf(sentence.text) }))
  const rows: Row[] = []
  for (const half of ['seen', 'unseen'] as const) {
    const sentences = all.filter((sentence) => sentence.half === half)
    const has = (name: ActName) =>
      sentences.map(({ acts, found }): [boolean, boolean] => [
        acts.some(({ act }) => act === name),
        found.some(({ act }) => act === name),
      ])
    for (const name of actNames)
      rows.push({
        half,
        who: 'assay',
        metric: `F1 ${name}`,
        value: f1Of(has(name)),
        ...(name === 'request' || name === 'commitment' ? { goal: 0.8 } : {}),
      })
    rows.push({ half, who: 'assay', metric: 'F1 of all acts', value: f1Of(actNames.flatMap(has)) })
    rows.push(...asksRows(half, sentences, peers), ...detailRows(half, sentences))
  }
  return {
    name: 'speech acts, own set',
    of: `bench/language/own/acts.jsonl, ${all.length} sentences of mail, tickets and minutes`,
    rows,
    notes: [
      'Owner, deadline, condition and quote are counted over the acts that were found.',
      'Dates are those of our own reader.',
      'Who wrote the sentences wrote the rules, and remembered some of the unseen ones: that half was not run before the end, but is no stranger’s.',
    ],
  }
}

type Judged = OwnSentence & { found: Act[] }

function asksRows(half: Row['half'], sentences: readonly Judged[], peers: readonly ActPeer[]): Row[] {
  const asks = (acts: readonly { act: ActName }[]) => acts.some(({ act }) => intents.has(act))
  const metric = 'F1 asks, promises or proposes'
  return besidePeers(
    { half, who: 'assay', metric, value: f1Of(sentences.map(({ acts, found }) => [asks(acts), asks(found)])) },
    peers.map((peer) => ({
      half,
      who: peer.name,
      metric,
      value: f1Of(sentences.map(({ acts, text }): [boolean, boolean] => [asks(acts), peer.asks(text)])),
    })),
  )
}

/** Of each labelled act the found one of its name, in order: whether owner, deadline, condition and quote are as labelled. */
function detailRows(half: Row['half'], sentences: readonly Judged[]): Row[] {
  const tallies = new Map<string, [right: number, of: number]>()
  const count = (metric: string, isRight: boolean) => {
    const [right, of] = tallies.get(metric) ?? [0, 0]
    tallies.set(metric, [right + (isRight ? 1 : 0), of + 1])
  }
  for (const { acts, found, text } of sentences) {
    const left = [...found]
    for (const act of acts) {
      const place = left.findIndex((other) => other.act === act.act)
      const other = left[place]
      if (other === undefined) continue
      left.splice(place, 1)
      if (act.owner !== undefined) count('owner right', isOwner(act, other))
      if (act.deadline !== null) count('deadline found', isDeadline(text, act.deadline, other.deadline))
      else count('no deadline where there is none', other.deadline === null)
      count('condition right', other.conditional === act.conditional)
      count('quote right', other.quoted === act.quoted)
    }
  }
  return [...tallies].map(([metric, [right, of]]) => ({
    half,
    who: 'assay',
    metric: `${metric} (of ${of})`,
    value: right / of,
  }))
}

const isOwner = (act: OwnAct, found: Act): boolean =>
  found.owner.kind === act.owner && (act.name === undefined || found.owner.name === act.name)

/** Whether the date that was found lies over the labelled one. */
function isDeadline(text: string, wanted: string, found: DateExpression | null): boolean {
  const start = text.lastIndexOf(wanted)
  return found !== null && found.span.start < start + wanted.length && found.span.end > start
}

function speed(training: readonly Labelled[]): Evaluation {
  const content = training
    .map(({ text }) => text)
    .join('\n\n')
    .slice(0, 400_000)
  const text = readText({ content, format: 'text', language: 'en' })
  const dates = datesIn(text, context)
  const rounds = 6
  for (let round = 0; round < rounds; round += 1) actsIn(text, context, { dates, people: [] })
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) actsIn(text, context, { dates, people: [] })
  const { user, system } = process.cpuUsage(before)
  const characters = (rounds * content.length) / 1e6 / ((user + system) / 1e6)
  return {
    name: 'speech acts, speed',
    of: 'the training sentences as one text',
    rows: [
      {
        half: 'seen',
        who: 'assay',
        metric: 'million characters per CPU-second, on top of reading',
        value: characters,
        goal: 3,
      },
    ],
    notes: [],
  }
}
