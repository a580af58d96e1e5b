/** `questions`: what a scan leaves to a person, listed, answered and taken back, through a running service. */
import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import { patiently } from '#cli/commands/ask-job'
import { type Client, openClient, type ServiceAddress, type ServiceReply } from '#cli/commands/client'
import { type AddressOptions, addressOptions } from '#cli/commands/scan'
import { isColourful } from '#cli/terminal/colour'
import { clean, painter, type TextStyle } from '#cli/terminal/paint'
import { canAsk, openQuestions } from '#cli/terminal/questions'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { writeOut } from '#cli/terminal/write-out'
import { countOf } from '#shared/accessibility/wording'
import type { QuestionAnswer, ScanQuestion, ScanQuestions } from '#shared/contracts/questions'

type Options = AddressOptions & {
  format: 'text' | 'json'
  output?: string
  ask?: boolean
  answer?: string
  note?: string
  takeBack?: string
}

/** @param defaults what the environment says. */
export function addQuestionsCommand(program: Command, defaults: ServiceAddress): void {
  const command = program
    .command('questions')
    .description('what only a person can decide of a scan: listed, answered, taken back')
    .argument('<scan>', 'its id')
    .option('--ask', 'ask one after the other, here and now')
    .option('--answer <fingerprint=choice>', 'answer one')
    .option('--note <words>', 'why; it stays in the evidence')
    .option('--take-back <fingerprint>', 'take back what stands to one')
    .addOption(new Option('--format <format>', 'of the list').choices(['text', 'json']).default('text'))
    .option('--output <file>', 'write it there')
  for (const option of addressOptions(defaults)) command.addOption(option)
  command.action(async (scanId: string, options: Options) => {
    const { server, key } = options
    await questions(scanId, options, openClient({ ...defaults, server, key }))
  })
}

async function questions(scanId: string, options: Options, client: Client): Promise<void> {
  const { ask, answer, note, takeBack } = options
  const base = `/api/scans/${encodeURIComponent(scanId)}/questions`
  if ([ask, answer, takeBack].filter((each) => each !== undefined).length > 1)
    throw refusal('--ask, --answer and --take-back go one at a time')
  if (note !== undefined && answer === undefined) throw refusal('--note goes with --answer')
  if (takeBack !== undefined) {
    const taken = asAnswer(await patiently(() => client.call(`DELETE ${base}/${encodeURIComponent(takeBack)}/answer`)))
    await writeOut(`taken back: ${taken.choice}, by ${clean(taken.answeredBy)}\n`, undefined)
    return
  }
  if (answer !== undefined) {
    const [fingerprint = '', choice = ''] = answer.split('=')
    await writeOut(answeredText(await give(client, base, { fingerprint, choice, note })), undefined)
    return
  }
  const asked = asQuestions(await client.call(`GET ${base}`))
  if (ask) return askEach(client, base, asked)
  const style = { isColourful: options.output === undefined && isColourful(process.stdout) }
  const text = options.format === 'json' ? `${JSON.stringify(asked, null, 2)}\n` : questionsText(asked, style)
  await writeOut(text, options.output)
}

async function askEach(client: Client, base: string, { questions: all }: ScanQuestions): Promise<void> {
  if (!canAsk()) throw refusal('--ask needs a terminal: --answer FINGERPRINT=CHOICE answers without one')
  const open = all.filter(isOpen)
  const terminal = openQuestions()
  const style = { isColourful: isColourful(process.stderr) }
  try {
    for (const question of open) {
      say(questionText(question, style))
      const count = question.choices.length
      const said = await terminal.ask(`1 to ${count}`, {
        standard: 'skip',
        faultOf: (text) => (text === 'skip' || question.choices[Number(text) - 1] ? undefined : `It is 1 to ${count}.`),
      })
      const choice = question.choices[Number(said) - 1]?.choice
      if (choice === undefined) continue
      const note = await terminal.ask('Why', { standard: 'no reason' })
      const { fingerprint } = question
      say(
        answeredText(
          await give(client, base, { fingerprint, choice, note: note === 'no reason' ? undefined : note }),
        ).trimEnd(),
      )
    }
  } finally {
    terminal.close()
  }
}

async function give(
  client: Client,
  base: string,
  { fingerprint, choice, note }: { fingerprint: string; choice: string; note: string | undefined },
): Promise<QuestionAnswer> {
  // The same call again, where an answer was lost, is one word and not two.
  const headers = { 'idempotency-key': randomUUID() }
  const body = { choice, ...(note === undefined ? {} : { note }) }
  const what = `POST ${base}/${encodeURIComponent(fingerprint)}/answer`
  return asAnswer(await patiently(() => client.call(what, { body, headers })))
}

const isOpen = ({ answer }: ScanQuestion) => answer === null || answer.means === 'unknown'

/** Made by the service from ScanQuestions, or from an QuestionAnswer. */
const asQuestions = (reply: ServiceReply) => reply.body as ScanQuestions
const asAnswer = (reply: ServiceReply) => reply.body as QuestionAnswer

function questionsText(asked: ScanQuestions, style: TextStyle): string {
  const head = `${clean(asked.url)}: ${countOf(asked.open, 'question')} open of ${asked.questions.length}\n`
  return [head, ...asked.questions.map((question) => `${questionText(question, style)}\n`)].join('\n')
}

function questionText(question: ScanQuestion, style: TextStyle): string {
  const paint = painter(style)
  const { asks, element, location, html, message, choices, alike, fingerprint, answer, earlier } = question
  return [
    paint(asks, 'bold'),
    `  ${clean(element)}  ${clean(location)}${alike > 0 ? `, and ${alike} more of the same` : ''}`,
    `  ${clean(html)}`,
    `  ${clean(message)}`,
    ...choices.map(
      ({ says, means, severity }, at) => `  ${at + 1}  ${says}${paint(meansText(means, severity), 'dim')}`,
    ),
    ...(answer ? [`  ${answeredText(answer).trimEnd()}`] : []),
    ...(earlier ? [`  before: ${answeredText(earlier).trimEnd()}`] : []),
    `  ${paint(`${fingerprint}=${choices.map(({ choice }) => choice).join('|')}`, 'dim')}`,
  ].join('\n')
}

const meansText = (means: QuestionAnswer['means'], severity: QuestionAnswer['severity']) =>
  means === 'failure' ? `  (${severity})` : means === 'fine' ? '  (fine)' : ''

const answeredText = ({ choice, means, severity, answeredBy, answeredAt, note, withdrawnBy }: QuestionAnswer): string =>
  `${choice}${meansText(means, severity)}, ${clean(answeredBy)}, ${answeredAt.slice(0, 10)}${note === '' ? '' : `: ${clean(note)}`}${withdrawnBy === null ? '' : ` (taken back by ${clean(withdrawnBy)})`}\n`
