/** Speech acts: what a sentence asks, promises, decides or refuses, for whom and by when, and that the reasons add up. */
import { describe, expect, test } from 'bun:test'
import type { Act, DateExpression } from '#db/documents/meaning'
import { actClausesOf, actReadingOf } from '#shared/language/acts/clauses'
import { eachFeature } from '#shared/language/acts/features'
import { actsIn, intentShares } from '#shared/language/acts/index'
import { intentModel } from '#shared/language/acts/intent'
import { intentWeightOf } from '#shared/language/acts/intent-model'
import { signsOf } from '#shared/language/acts/signs'
import { wordBitsOf } from '#shared/language/acts/words'
import { readText } from '#shared/language/read-text'
import type { ReadText } from '#shared/language/text'

const context = { referenceTime: new Date('2026-03-02T09:00:00Z'), timezone: 'UTC', knownPeople: [] as string[] }

const read = (content: string): ReadText => readText({ content, format: 'text', language: 'en' })
const acts = (content: string, dates: DateExpression[] = []): Act[] =>
  actsIn(read(content), context, { dates, people: [] })
const names = (content: string) => acts(content).map(({ act }) => act)
const logOdds = ({ confidence }: Act) => Math.log(confidence / (1 - confidence))

function dateAt(content: string, text: string, days: number): DateExpression {
  const start = content.indexOf(text)
  const date = {
    span: { start, end: start + text.length, text },
    start: new Date(context.referenceTime.getTime() + days * 86_400_000).toISOString(),
    end: null,
    grain: 'day' as const,
    recurrence: null,
    relative: true,
    reference_time: context.referenceTime.toISOString(),
    open: false,
  }
  return date
}

describe('what is said', () => {
  const said: [sentence: string, acts: Act['act'][]][] = [
    ['Could you check the boiler?', ['request']],
    ['Please water the plants.', ['request']],
    ['Send the keys to Rosa.', ['request']],
    ["Don't touch the red switch.", ['request']],
    ["I'll bring the ladder.", ['commitment']],
    ['We are going to repaint the hall.', ['commitment']],
    ['When does the ferry leave?', ['question']],
    ['We decided to sell the van.', ['decision']],
    ["Let's walk there together.", ['proposal']],
    ['How about soup?', ['proposal']],
    ['Looks good to me.', ['approval']],
    ["I can't help you with that.", []],
    ["Unfortunately I can't come.", ['refusal']],
    ["We won't sign it.", ['refusal']],
    ['The bridge was built by two brothers.', ['information']],
  ]
  for (const [sentence, expected] of said)
    test(`"${sentence}": ${expected.join(', ') || 'no refusal'}`, () => {
      if (expected.length > 0) expect(names(sentence)).toEqual(expected)
      else expect(names(sentence)).not.toContain('refusal')
    })

  test('politeness asks for nothing', () => {
    const polite = [
      'Please find the lease attached.',
      'Please see the attached plan.',
      'Feel free to call.',
      'Let me know if you have any questions.',
      'If you need anything, please let me know.',
      'Please do not hesitate to contact us.',
      'Thank you for sending the keys.',
    ]

    for (const sentence of polite)
      expect([sentence, names(sentence)]).not.toEqual([sentence, expect.arrayContaining(['request'])])
  })

  test('a report of a request asks for nothing here and now', () => {
    for (const sentence of ['He asked me to send the keys.', 'They told us to wait outside.'])
      expect([sentence, names(sentence)]).toEqual([sentence, ['information']])
  })

  test('one sentence does two things, each in its own clause', () => {
    const found = acts('I will order the paint, and could you measure the wall?')

    expect(found.map(({ act, span }) => [act, span.text])).toEqual([
      ['commitment', 'I will order the paint'],
      ['request', 'could you measure the wall?'],
    ])
  })

  test('who is to be told is no owner of a promise', () => {
    expect(names('Tell Rosa or Jonas to bring the ladder.')).toEqual(['request'])
  })

  test('a promise that hangs on something else is conditional, and the condition promises nothing', () => {
    const found = acts("If you send me the plan, I'll check it.")

    expect(found.map(({ act, conditional, span }) => [act, conditional, span.text])).toEqual([
      ['commitment', true, "I'll check it."],
    ])
  })

  test('"know if" and "appreciate it if" are no conditions', () => {
    for (const sentence of [
      'Please let me know if the paint has come.',
      "I'd appreciate it if you could measure the wall.",
    ])
      expect(acts(sentence).map(({ act, conditional }) => [act, conditional])).toEqual([['request', false]])
  })

  test('what stands in quotation marks or in a quote is somebody else’s', () => {
    const spoken = acts('She wrote: "Please send the keys."')
    const cited = acts('> Please send the keys.\n\nI will send them.')

    expect(spoken.map(({ act, quoted }) => [act, quoted])).toEqual([['request', true]])
    expect(cited.map(({ act, quoted }) => [act, quoted])).toEqual([
      ['request', true],
      ['commitment', false],
    ])
  })
})

describe('who and when', () => {
  test('the owner is who is asked, who promises, or who is named', () => {
    const owners = [
      'Could you check the boiler?',
      "I'll bring the ladder.",
      'Marta, please water the plants.',
      'Jonas will bring the ladder.',
    ].map((sentence) => acts(sentence)[0]?.owner)

    expect(owners.map((owner) => [owner?.kind, owner?.name, owner?.span?.text])).toEqual([
      ['recipient', null, 'you'],
      ['sender', null, 'I'],
      ['named', 'Marta', 'Marta'],
      ['named', 'Jonas', 'Jonas'],
    ])
  })

  test('a date says by when, unless it tells which thing is meant or lies behind', () => {
    const dated = (content: string, text: string, days: number) =>
      acts(content, [dateAt(content, text, days)]).map(({ act, deadline }) => [act, deadline?.span.text ?? null])

    expect(dated('Could you send the plan by Friday?', 'Friday', 4)).toEqual([['request', 'Friday']])
    expect(dated('Could you send the plan from Friday?', 'Friday', 4)).toEqual([['request', null]])
    expect(dated('Could you send the plan you drew on Friday?', 'Friday', 4)).toEqual([['request', null]])
    expect(dated('The rent is due on Friday.', 'Friday', 4)).toEqual([['deadline', 'Friday']])
  })

  test('what is due needs a date to be a deadline', () => {
    expect(names('The rent is due.')).not.toContain('deadline')
  })
})

const many = [
  'Could you please send me the signed plan and the two keys before we meet?',
  'Please review it and tell me what you think of the colours.',
  "I'll call you after lunch to discuss the meeting.",
  "Let's get together and talk about the garden.",
  'Would you like to meet us in the office tomorrow?',
  'We need you to forward the list to everyone in the house.',
]

describe('why', () => {
  test('the factors add up to the log-odds of the confidence', () => {
    for (const act of many.flatMap((sentence) => acts(sentence))) {
      const sum = act.factors.reduce((total, { value }) => total + value, 0)

      expect(Math.abs(sum - logOdds(act))).toBeLessThan(1e-9)
    }
  })

  test('a word that is taken out of what the model knows costs exactly what it weighs, and its factors are gone', () => {
    let tried = 0
    for (const sentence of many) {
      const text = read(sentence)
      if (rulesOf(text).includes(' | ')) continue
      for (const act of found(text))
        for (const { id } of act.factors) {
          if (act.factors.some((factor) => factor.id === 'limit')) continue
          const word = /^words:(\S+)$/.exec(id)?.[1] ?? ''
          const at = text.tokens.findIndex(({ norm }) => norm === word)
          if (at < 0 || rulesOf(withUnknown(text, at)) !== rulesOf(text)) continue
          const without = found(withUnknown(text, at)).find((other) => other.act === act.act)
          if (without === undefined) continue

          expect(logOdds(act) - logOdds(without)).toBeCloseTo(weightAt(text, act, at), 9)
          expect(without.factors.map((factor) => factor.id)).not.toContain(id)
          tried += 1
        }
    }
    expect(tried).toBeGreaterThan(5)
  })
})

const found = (text: ReadText): Act[] => actsIn(text, context, { dates: [], people: [] })

/** The rules that hold in each clause of a text. */
function signsIn(text: ReadText) {
  const reading = actReadingOf(
    text,
    wordBitsOf(text, () => false),
  )
  return text.sentences
    .flatMap((sentence, index) => actClausesOf(reading, sentence, index))
    .map((clause) => ({ clause, signs: signsOf(reading, clause, false) }))
}

/** Which rules hold in a text, and where. */
const rulesOf = (text: ReadText): string =>
  signsIn(text)
    .map(({ clause, signs }) => [clause.from, ...signs.map(({ rule }) => rule.id)].join())
    .join(' | ')

/** What all features of a word weigh for an act whose clause is the whole text. */
function weightAt(text: ReadText, { act }: Act, at: number): number {
  let sum = 0
  const signs = signsIn(text).flatMap((each) => each.signs)
  eachFeature(text.tokens, 0, text.tokens.length, signs, (hash, from, to) => {
    if (from <= at && at < to) sum += intentWeightOf(intentModel, hash)
  })
  return sum * (intentShares[act] ?? 0)
}

/** The text with a word that nobody knows in the place of one. */
const withUnknown = (text: ReadText, at: number): ReadText => ({
  ...text,
  tokens: text.tokens.map((token, index) => (index === at ? { ...token, norm: 'zyqqoth', lemma: 'zyqqoth' } : token)),
})

describe('whatever it is given', () => {
  test('another language and code give nothing', () => {
    expect(
      actsIn(readText({ content: 'Bitte senden Sie den Plan.', language: 'de' }), context, { dates: [], people: [] }),
    ).toEqual([])
    const code = readText({ content: '```\nPlease send the plan.\n```\n', format: 'markdown', language: 'en' })
    expect(actsIn(code, context, { dates: [], people: [] })).toEqual([])
  })

  test('spans are cut out of the text and sorted, and the same text gives the same', () => {
    const content = `${many.join(' ')}\n\n“Wait” — said he; "if you, if I, if we", please!!! ?? @x: to. Dr. Ä will; ${'a '.repeat(300)}`
    const found = acts(content)

    for (const { span, owner } of found) {
      expect(content.slice(span.start, span.end)).toBe(span.text)
      if (owner.span !== null) expect(content.slice(owner.span.start, owner.span.end)).toBe(owner.span.text)
    }
    expect(found.map(({ span }) => span.start)).toEqual(
      found.map(({ span }) => span.start).sort((one, other) => one - other),
    )
    expect(JSON.stringify(acts(content))).toBe(JSON.stringify(found))
  })

  test('hostile text takes time in proportion', () => {
    for (const piece of ['please ', 'if you, ', '"a b c ', 'Anna and ', 'I will not, and ', ': ; , ']) {
      const text = read(piece.repeat(Math.ceil(20_000 / piece.length)))
      const startedAt = performance.now()
      actsIn(text, context, { dates: [], people: [] })

      expect([piece, performance.now() - startedAt < 1000]).toEqual([piece, true])
    }
  })
})
