/** `designs`: verifications that wait for a person's word, listed, approved and rejected through a running service. */
import { randomUUID } from 'node:crypto'
import { type Command, Option } from 'commander'
import { patiently } from '#cli/commands/ask-job'
import { type Client, type Connection, openClient, type ServiceReply } from '#cli/commands/client'
import { type ConnectionOptions, connectionOptions } from '#cli/commands/scan'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes, isUnreachable } from '#cli/terminal/exit'
import { clean, painter, type TextStyle } from '#cli/terminal/paint'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { writeOut } from '#cli/terminal/write-out'
import { designStates } from '#db/documents/states'
import { countOf } from '#shared/accessibility/wording'
import type { VerificationSummary } from '#shared/contracts/designs'

type Filter = { page?: string; branch?: string; state: string }
type ListOptions = ConnectionOptions & Filter & { format: 'text' | 'json'; output?: string }
type ReviewOptions = ConnectionOptions & Omit<Filter, 'state'> & { all?: boolean; dryRun?: boolean; reason: string }

/** @param defaults what the environment says. */
export function addDesignsCommands(program: Command, defaults: Connection): void {
  const designs = program.command('designs').description('pages whose look waits for a word: list, approve, reject')
  const clientOf = ({ server, key }: ConnectionOptions) => openClient({ ...defaults, server, key })
  const filters = () => [
    new Option('--page <id>', 'of this page alone'),
    new Option('--branch <name>', 'of this branch alone'),
  ]
  const add = (command: Command, options: Option[]) => {
    for (const option of [...options, ...filters(), ...connectionOptions(defaults)]) command.addOption(option)
    return command
  }

  add(designs.command('list').description('verifications, newest first'), [
    new Option('--state <state>', 'what has come of them').choices([...designStates, 'any']).default('waiting'),
    new Option('--format <format>', 'of the list').choices(['text', 'json']).default('text'),
    new Option('--output <file>', 'write it there'),
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
      [
        new Option('--all', 'all that wait, or those of --page and --branch'),
        new Option('--dry-run', 'only say which they are'),
        new Option('--reason <words>', 'why; it stays in the evidence').makeOptionMandatory(),
      ],
    ).action(async (ids: string[], options: ReviewOptions) => {
      process.exitCode = await review(verb, ids, options, clientOf(options))
    })
  }
}

async function review(
  verb: 'approve' | 'reject',
  ids: readonly string[],
  options: ReviewOptions,
  client: Client,
): Promise<number> {
  const { all, page, branch, dryRun, reason } = options
  if (ids.length > 0 === (all === true)) throw refusal('name verifications by their ids, or all that wait with --all')
  if (!all && (page !== undefined || branch !== undefined)) throw refusal('--page and --branch go with --all')
  const style = { isColourful: isColourful(process.stdout) }
  const waiting = all ? await Array.fromAsync(eachVerification(client, { ...options, state: 'waiting' })) : []
  if (dryRun) {
    await writeOut(
      waiting.map((each) => summaryText(each, style)).join('') || ids.map((id) => `${id}\n`).join(''),
      undefined,
    )
    say(`would ${verb} ${countOf(waiting.length || ids.length, 'verification')}`)
    return exitCodes.ok
  }
  const chosen = all ? waiting.map(({ verificationId }) => verificationId) : ids
  // The same call again, where an answer was lost, is one word and not two.
  const command = randomUUID()
  let told = 0
  for (const id of chosen) {
    const body = verb === 'approve' ? { scope: 'all', reason } : { reason }
    const headers = { 'idempotency-key': `${command}-${id}` }
    try {
      await patiently(() => client.call(`POST /api/verify-design/${encodeURIComponent(id)}/${verb}`, { body, headers }))
      told += 1
    } catch (error) {
      // A newer snapshot may have come instead of one; the others are said all the same.
      if (!isUnreachable(error) || error.code === '' || error.code === 'INVALID_API_KEY') throw error
      say(error.message)
    }
  }
  await writeOut(
    `${past[verb]} ${countOf(told, 'verification')}${told < chosen.length ? ` of ${chosen.length}` : ''}\n`,
    undefined,
  )
  return told === chosen.length ? exitCodes.ok : exitCodes.unscanned
}

const past = { approve: 'approved', reject: 'rejected' } as const

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
