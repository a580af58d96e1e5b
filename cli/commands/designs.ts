/** `designs`: verifications that wait for a person's word, listed, approved, rejected, taken back, taken along with a branch, through a running service. */
import { randomUUID } from 'node:crypto'
import type { Static } from '@sinclair/typebox'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { patiently } from '#cli/commands/ask-job'
import { addCaptureCommand } from '#cli/commands/capture'
import { type Client, openClient, type ServiceAddress, type ServiceReply } from '#cli/commands/client'
import { type AddressOptions, addressOptions } from '#cli/commands/scan'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes, isUnreachable } from '#cli/terminal/exit'
import { clean, painter, type TextStyle } from '#cli/terminal/paint'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { writeOut } from '#cli/terminal/write-out'
import { designStates } from '#db/documents/states'
import { countOf } from '#shared/accessibility/wording'
import { type ChangedMany, defaultBranch, type VerificationSummary } from '#shared/contracts/designs'

type Filter = { page?: string; branch?: string; state: string }
type ListOptions = AddressOptions & Filter & { format: 'text' | 'json'; output?: string }
type ManyOptions = { dryRun?: boolean; expect?: number; reason: string }
type ReviewOptions = AddressOptions & Omit<Filter, 'state'> & ManyOptions & { all?: boolean }
type TakeBackOptions = AddressOptions & ManyOptions & { page: string; branch?: string; all?: boolean }
type MergeOptions = AddressOptions & ManyOptions & { into: string }

/** @param defaults what the environment says. */
export function addDesignsCommands(program: Command, defaults: ServiceAddress): void {
  const designs = program
    .command('designs')
    .description('how pages look: capture them; list, approve, reject what waits for a word; take back; merge')
  addCaptureCommand(designs, defaults)
  const clientOf = ({ server, key }: AddressOptions) => openClient({ ...defaults, server, key })
  const filters = () => [
    new Option('--page <id>', 'of this page alone'),
    new Option('--branch <name>', 'of this branch alone'),
  ]
  const add = (command: Command, options: Option[]) => {
    for (const option of [...options, ...addressOptions(defaults)]) command.addOption(option)
    return command
  }
  const many = () => [
    new Option('--dry-run', 'only say how many'),
    new Option('--expect <n>', 'do nothing where it is another number by now').argParser(count),
    new Option('--reason <words>', 'why; it stays in the evidence').makeOptionMandatory(),
  ]

  add(designs.command('list').description('verifications, newest first'), [
    new Option('--state <state>', 'what has come of them').choices([...designStates, 'any']).default('waiting'),
    new Option('--format <format>', 'of the list').choices(['text', 'json']).default('text'),
    new Option('--output <file>', 'write it there'),
    ...filters(),
  ]).action(async (options: ListOptions) => {
    const found = await Array.fromAsync(eachVerification(clientOf(options), options))
    const style = { isColourful: options.output === undefined && isColourful(process.stdout) }
    const text =
      options.format === 'json'
        ? `${JSON.stringify({ verifications: found }, null, 2)}\n`
        : found.map((each) => summaryText(each, style)).join('')
    await writeOut(text, options.output)
  })

  for (const verb of ['approve', 'reject'] as const) {
    const said = {
      approve: 'pages look right as they are: each becomes the baseline of its page',
      reject: 'pages look wrong as they are: their baselines stay',
    }
    add(
      designs
        .command(verb)
        .description(`${said[verb]}; exit code 3 when not all could be said`)
        .argument('[verifications...]', 'their ids'),
      [new Option('--all', 'all that wait, or those of --page and --branch'), ...filters(), ...many()],
    ).action(async (ids: string[], options: ReviewOptions) => {
      process.exitCode = await review(verb, ids, options, clientOf(options))
    })
  }

  add(
    designs
      .command('take-back')
      .description('issues of a page that were accepted are issues again; exit code 3 when not all could be said')
      .argument('[issues...]', 'their ids'),
    [
      new Option('--page <id>', 'the page').makeOptionMandatory(),
      new Option('--branch <name>', 'on this branch alone'),
      new Option('--all', 'whatever was accepted'),
      ...many(),
    ],
  ).action(async (ids: string[], options: TakeBackOptions) => {
    process.exitCode = await takeBack(ids, options, clientOf(options))
  })

  add(
    designs
      .command('merge')
      .description('takes along what a branch has approved, once it was merged')
      .argument('<branch>', 'the branch that was merged'),
    [new Option('--into <branch>', 'where it was merged to').default(defaultBranch), ...many()],
  ).action(async (from: string, options: MergeOptions) => {
    const { into, reason } = options
    const named = { ...options, telling: telling('baseline', `taken to ${into}`) }
    process.exitCode = await changeMany(clientOf(options), '/api/designs/merge', { from, into, reason }, named)
  })
}

async function review(
  verb: 'approve' | 'reject',
  ids: readonly string[],
  options: ReviewOptions,
  client: Client,
): Promise<number> {
  const { all, page, branch, dryRun, expect, reason } = options
  if (ids.length > 0 === (all === true)) throw refusal('name verifications by their ids, or all that wait with --all')
  if (!all && (page !== undefined || branch !== undefined || dryRun || expect !== undefined))
    throw refusal('--page, --branch, --dry-run and --expect go with --all')
  if (!all) return reviewEach(verb, ids, reason, client)
  if (dryRun) {
    const style = { isColourful: isColourful(process.stdout) }
    const waiting = await Array.fromAsync(eachVerification(client, { ...options, state: 'waiting' }))
    await writeOut(waiting.map((each) => summaryText(each, style)).join(''), undefined)
  }
  const filter = { ...(page === undefined ? {} : { pageId: page }), ...(branch === undefined ? {} : { branch }) }
  return changeMany(
    client,
    `/api/designs/${verb}`,
    { ...filter, reason },
    { ...options, telling: telling('verification', past[verb]) },
  )
}

async function reviewEach(
  verb: 'approve' | 'reject',
  ids: readonly string[],
  reason: string,
  client: Client,
): Promise<number> {
  // The same call again, where an answer was lost, is one word and not two.
  const command = randomUUID()
  const body = verb === 'approve' ? { scope: 'all', reason } : { reason }
  let told = 0
  for (const id of ids) {
    const headers = { 'idempotency-key': `${command}-${id}`.slice(0, 255) }
    try {
      await patiently(() => client.call(`POST /api/verify-design/${encodeURIComponent(id)}/${verb}`, { body, headers }))
      told += 1
    } catch (error) {
      // A newer snapshot may have come instead of one; the others are said all the same.
      if (!isUnreachable(error) || error.code === '' || error.code === 'INVALID_API_KEY') throw error
      say(error.message)
    }
  }
  const part = told < ids.length ? `${told} of ` : ''
  await writeOut(`${part}${countOf(part === '' ? told : ids.length, 'verification')} ${past[verb]}\n`, undefined)
  return told === ids.length ? exitCodes.ok : exitCodes.unscanned
}

async function takeBack(ids: readonly string[], options: TakeBackOptions, client: Client): Promise<number> {
  const { page, branch, all, reason } = options
  if (ids.length > 0 === (all === true)) throw refusal('name issues by their ids, or all that were accepted with --all')
  const path = `/api/pages/${encodeURIComponent(page)}/accepted-issues/take-back`
  const body = { issues: all ? 'all' : ids, ...(branch === undefined ? {} : { branch }), reason }
  return changeMany(client, path, body, {
    ...options,
    telling: (many, isDone) => `issues ${isDone ? '' : 'would be '}taken back from ${countOf(many, 'baseline')}`,
  })
}

const past = { approve: 'approved', reject: 'rejected' } as const

type Many = {
  dryRun?: boolean
  expect?: number
  /** What is to be said of so many. */
  telling: (many: number, isDone: boolean) => string
}

const telling =
  (thing: string, said: string): Many['telling'] =>
  (many, isDone) =>
    `${countOf(many, thing)} ${isDone ? '' : 'would be '}${said}`

/** As many calls as the service wants, each of them whole. */
async function changeMany(
  client: Client,
  path: string,
  body: Record<string, unknown>,
  { dryRun = false, expect, telling }: Many,
): Promise<number> {
  const command = randomUUID()
  let expected = expect
  let changed = 0
  for (let round = 0; ; round += 1) {
    const headers = { 'idempotency-key': `${command}-${round}` }
    const asked = { ...body, dryRun, ...(expected === undefined ? {} : { expected }) }
    const answer = asChanged(await patiently(() => client.call(`POST ${path}`, { body: asked, headers })))
    if (dryRun) {
      await writeOut(`${telling(answer.matched, false)}\n`, undefined)
      return exitCodes.ok
    }
    changed += answer.changed
    if (answer.remaining === 0 || answer.changed === 0) {
      await writeOut(`${telling(changed, true)}\n`, undefined)
      return answer.remaining === 0 ? exitCodes.ok : exitCodes.unscanned
    }
    // What has come in since is no part of what somebody counted.
    if (expect !== undefined) expected = answer.remaining
  }
}

/** Made by the service from a ChangedMany. */
const asChanged = (reply: ServiceReply) => reply.body as Static<typeof ChangedMany>

async function* eachVerification(client: Client, { page, branch, state }: Filter): AsyncGenerator<VerificationSummary> {
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({
      limit: '500',
      ...(page === undefined ? {} : { pageId: page }),
      ...(branch === undefined ? {} : { branch }),
      ...(state === 'any' ? {} : { state }),
      ...(cursor === null ? {} : { cursor }),
    })
    const list = asList(await client.call(`GET /api/verify-design?${query}`))
    yield* list.verifications
    cursor = list.nextCursor
  } while (cursor !== null)
}

/** Made by the service from a VerificationList. */
const asList = (reply: ServiceReply) =>
  reply.body as { verifications: VerificationSummary[]; nextCursor: string | null }

/** A line of a verification. */
function summaryText(summary: VerificationSummary, style: TextStyle): string {
  const { verificationId, pageId, branch, state, violations, createdAt } = summary
  const paint = painter(style)
  return `${state.padEnd(10)}  ${paint(clean(pageId), 'bold')}  ${clean(branch)}  ${countOf(violations, 'issue')}  ${createdAt}  ${paint(verificationId, 'dim')}\n`
}

function count(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}
