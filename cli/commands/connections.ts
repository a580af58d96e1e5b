/** `connections`: where a briefing is read from: mailboxes, calendars and source hosting, added, tested, synced and removed. */
import { readFile } from 'node:fs/promises'
import { Argument, type Command, Option } from 'commander'
import { askJob } from '#cli/commands/ask-job'
import { type Client, openClient, type ServiceAddress, type ServiceReply } from '#cli/commands/client'
import {
  readTerms,
  secretFrom,
  secretTermsOf,
  type TermFlags,
  termValue,
  usualLabel,
  withStandards,
} from '#cli/commands/connection-terms'
import { adviceOn, connectionsText, failureLines } from '#cli/commands/connection-text'
import { type AddressOptions, addressOptions } from '#cli/commands/scan'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes, isUnreachable, unreachable } from '#cli/terminal/exit'
import { inLineWords } from '#cli/terminal/line-words'
import { clean } from '#cli/terminal/paint'
import { canAsk, openQuestions, type Questions } from '#cli/terminal/questions'
import { refusal } from '#cli/terminal/refusal'
import { say } from '#cli/terminal/say'
import { writeOut } from '#cli/terminal/write-out'
import { countOf } from '#shared/accessibility/wording'
import { type Connection, type ConnectionKind, connectionKinds } from '#shared/contracts/connections'

type SecretOptions = AddressOptions & { secretStdin?: boolean; accessToken?: boolean }
type AddOptions = SecretOptions & TermFlags & { label?: string; unverified?: boolean }
type ListOptions = AddressOptions & { format: 'text' | 'json' }

/** Of seconds: a test goes over the network, to a server that may be slow. */
const patience = 120

/** @param defaults what the environment says. */
export function addConnectionsCommands(program: Command, defaults: ServiceAddress): void {
  const connections = program
    .command('connections')
    .description('what briefings are read from: mailboxes, calendars, source hosting')
  const clientOf = ({ server, key }: AddressOptions) => openClient({ ...defaults, server, key })
  const add = (command: Command, options: Option[] = []) => {
    for (const option of [...options, ...addressOptions(defaults)]) command.addOption(option)
    return command
  }
  const which = () => new Argument('<connection>', 'its id or what it is called')
  const secretOptions = () => [
    new Option('--secret-stdin', 'the secret comes on standard input, for scripts; JSON where it has several parts'),
    new Option('--access-token', 'an imap’s secret is an OAuth 2.0 access token instead of a password'),
  ]

  add(
    connections
      .command('add')
      .description('adds one, once it could be read, and prints its id; asks at a terminal for what is not given')
      .addArgument(new Argument('<kind>', 'what it is').choices(connectionKinds)),
    [...termOptions(), ...secretOptions()],
  ).action(async (kind: ConnectionKind, options: AddOptions) => {
    process.exitCode = await addOne(clientOf(options), kind, options)
  })

  add(connections.command('list').description('all of them: how each stands, and what is wrong'), [
    new Option('--format <format>', 'of the output').choices(['text', 'json']).default('text'),
  ]).action(async (options: ListOptions) => {
    const { body } = await clientOf(options).call('GET /connections')
    const style = { isColourful: isColourful(process.stdout) }
    const text =
      options.format === 'json'
        ? `${JSON.stringify(body, null, 2)}\n`
        : connectionsText(asConnections(body), style, new Date())
    await writeOut(text, undefined)
  })

  add(
    connections.command('test').description('looks whether one can be read; exit code 1 when not').addArgument(which()),
  ).action(async (name: string, options: AddressOptions) => {
    process.exitCode = await test(clientOf(options), name)
  })

  add(
    connections.command('secret').description('gives one another secret').addArgument(which()),
    secretOptions(),
  ).action(async (name: string, options: SecretOptions) => {
    const client = clientOf(options)
    const { id, kind, label } = await findConnection(client, name)
    const terms = secretTermsOf(kind, options.accessToken === true)
    if (terms.length === 0) throw refusal(`${kind} has no secret: its address is all there is`)
    const secret = options.secretStdin ? secretFrom(await readStdin(), terms) : await askedSecret(terms)
    await client.call(`PUT /connections/${id}/secret`, { body: { secret } }).catch(inWords)
    say(`${clean(label)} has another secret`)
    process.exitCode = await test(client, id)
  })

  add(connections.command('sync').description('has one read now, before its time').addArgument(which())).action(
    async (name: string, options: AddressOptions) => {
      const client = clientOf(options)
      const { id, label } = await findConnection(client, name)
      await client.call(`POST /connections/${id}/sync`)
      await writeOut(`${clean(label)} is being read\n`, undefined)
    },
  )

  add(
    connections
      .command('remove')
      .description('removes one with all that it brought, out of briefings too; asks before')
      .addArgument(which()),
    [new Option('--yes', 'without asking')],
  ).action(async (name: string, options: AddressOptions & { yes?: boolean }) => {
    const client = clientOf(options)
    const connection = await findConnection(client, name)
    if (!(options.yes || (await isRemovalMeant(connection)))) return say('nothing was removed')
    await client.call(`DELETE /connections/${connection.id}`)
    await writeOut(`${clean(connection.label)} is removed\n`, undefined)
  })
}

function termOptions(): Option[] {
  const listed = (flags: string, words: string) =>
    new Option(flags, `${words}; may be given again`).argParser((value: string, before: string[] = []) => [
      ...before,
      value,
    ])
  return [
    new Option('--label <name>', 'what you call it'),
    new Option('--host <name>', 'imap: the server'),
    new Option('--port <n>', 'imap: its port; 993, or 143 without tls'),
    new Option('--security <how>', 'imap: tls, starttls, or none where the operator allowed the address'),
    new Option('--user <name>', 'imap, caldav, gmail, google_calendar: whom the server knows'),
    new Option('--url <address>', 'caldav, ics: where it is; an ics address that is a secret goes to --secret-stdin'),
    new Option('--base-url <address>', 'github, gitlab, gitea: a server of your own'),
    listed('--folder <name>', 'imap: only this folder'),
    listed('--calendar <name>', 'caldav: only this calendar'),
    listed('--repository <owner/name>', 'github: only this repository'),
    listed('--alias <address>', 'another mail address of yours'),
    new Option('--ca <file>', 'a certificate as PEM to trust besides the system’s'),
    new Option('--unverified', 'add it even where it cannot be read now'),
  ]
}

async function addOne(client: Client, kind: ConnectionKind, options: AddOptions): Promise<number> {
  const terms = secretTermsOf(kind, options.accessToken === true)
  const input = options.secretStdin ? await readStdin() : undefined
  const read = readTerms(kind, await flagsOf(kind, options, input))
  const given = {
    ...read,
    secret: input === undefined || terms.length === 0 ? undefined : secretFrom(input, terms),
    label: options.label,
  }
  const whole = canAsk() && input === undefined ? await askedTerms(kind, given, terms) : scripted(kind, given, terms)
  const answer = await askJob(client, `POST /connections${options.unverified ? '' : '?verify=strict'}`, {
    body: { kind, ...whole },
    patience,
    thing: 'connection',
  }).catch(inWords)
  const { id, label, error } = asConnection(answer)
  await writeOut(`${id}\n`, undefined)
  if (error === null) {
    say(`${clean(label)} is added, and being read: connections list`)
    return exitCodes.ok
  }
  for (const line of [`${clean(label)} is added, but cannot be read`, ...failureLines(error, new Date())]) say(line)
  return exitCodes.missed
}

type Given = ReturnType<typeof readTerms> & {
  secret: Record<string, string> | undefined
  label: string | undefined
}
type Whole = { config: Record<string, unknown>; secret: Record<string, string>; label: string }

/** Nobody is there to be asked. @throws Refusal naming all that is missing. */
function scripted(kind: ConnectionKind, { config, missing, secret, label }: Given, terms: SecretTerms): Whole {
  const whole = withStandards(config, missing)
  const lacking = [...whole.lacking, ...(secret === undefined && terms.length > 0 ? ['--secret-stdin'] : [])]
  if (lacking.length > 0) throw refusal(`nobody is there to be asked, so give ${lacking.join(', ')}`)
  return { config: whole.config, secret: secret ?? {}, label: label ?? usualLabel(kind, whole.config) }
}

type SecretTerms = ReturnType<typeof secretTermsOf>

async function askedTerms(kind: ConnectionKind, given: Given, terms: SecretTerms): Promise<Whole> {
  const config = { ...given.config }
  const standard = () => usualLabel(kind, config)
  if (given.missing.length === 0 && given.label !== undefined && terms.length === 0)
    return { config, secret: {}, label: given.label }
  return asking(async (questions) => {
    for (const term of given.missing)
      config[term.name] = termValue(term, await questions.ask(term.question ?? term.name, term.rules?.(config)))
    const secret = await secretsBy(questions, terms)
    return { config, secret, label: given.label ?? (await questions.ask('Call it', { standard: standard() })) }
  })
}

/** @throws Refusal where nobody is there. */
function askedSecret(terms: SecretTerms): Promise<Record<string, string>> {
  if (!canAsk()) throw refusal('nobody is there to be asked, so give --secret-stdin')
  return asking((questions) => secretsBy(questions, terms))
}

async function secretsBy(questions: Questions, terms: SecretTerms): Promise<Record<string, string>> {
  const secret: Record<string, string> = {}
  for (const { name, question } of terms) secret[name] = await questions.askSecret(question)
  return secret
}

async function asking<Result>(work: (questions: Questions) => Promise<Result>): Promise<Result> {
  const questions = openQuestions()
  try {
    return await work(questions)
  } finally {
    questions.close()
  }
}

async function isRemovalMeant({ label, kind, items }: Connection): Promise<boolean> {
  if (!canAsk()) throw refusal('nobody is there to be asked, so say --yes')
  const what = `${clean(label)} (${kind}), the ${countOf(items, 'item')} that it brought and what briefings show of them`
  return asking((questions) => questions.confirm(`Remove ${what}?`))
}

async function test(client: Client, name: string): Promise<number> {
  const { id, label } = await findConnection(client, name)
  const answer = await askJob(client, `POST /connections/${id}/test`, { body: undefined, patience, thing: 'test' })
  const { reachable, error, latency_ms: latencyMs } = asTest(answer)
  if (reachable) {
    await writeOut(`${clean(label)} can be read${latencyMs === null ? '' : `, ${latencyMs} ms`}\n`, undefined)
    return exitCodes.ok
  }
  const lines = error === null ? [] : failureLines(error, new Date())
  await writeOut([`${clean(label)} cannot be read`, ...lines, ''].join('\n'), undefined)
  return exitCodes.missed
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By its id or its label. @throws Refusal when no connection or more than one is called so. */
async function findConnection(client: Client, name: string): Promise<Connection> {
  if (uuid.test(name)) return asConnection(await client.call(`GET /connections/${name}`))
  const all = asConnections((await client.call('GET /connections')).body)
  const named = all.filter(({ label }) => label === name)
  const [found] = named
  if (found && named.length === 1) return found
  if (found) throw refusal(`${named.length} connections are called “${name}”: ${named.map(({ id }) => id).join(', ')}`)
  throw refusal(
    `there is no connection “${name}”; there are ${all.map(({ label }) => clean(label)).join(', ') || 'none'}`,
  )
}

/** The service's refusal in the words of the line, with what to do about it. @throws that. */
function inWords(error: unknown): never {
  if (isUnreachable(error) && error.code === 'INVALID_REQUEST' && leadsAway.test(error.message))
    throw unreachable(`${messageOf(inLineWords(error))}\n${adviceOn('ADDRESS_REFUSED')}`, error.code)
  if (!isUnreachable(error) || error.code !== 'CONNECTION_UNREACHABLE') throw inLineWords(error)
  const failure = error.details['error']
  const lines = isFailure(failure) ? failureLines(failure, new Date()) : [error.message]
  throw unreachable(
    ['it cannot be read, so it was not added (--unverified adds it all the same)', ...lines].join('\n'),
    error.code,
  )
}

/** Where the service may not go, or not in clear. */
const leadsAway = /may not be (connected to|visited)|goes in clear|private address/
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function flagsOf(kind: ConnectionKind, options: AddOptions, input: string | undefined): Promise<TermFlags> {
  const { host, port, security, user, url, baseUrl, folder, calendar, repository, alias, ca } = options
  const named = { host, port, security, user, url, baseUrl, folder, calendar, repository, alias }
  const given = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
  return {
    ...given,
    // Who has the address of a feed can read it: it comes the way that secrets come.
    ...(kind === 'ics' && input !== undefined ? { url: input.trim() } : {}),
    ...(ca === undefined ? {} : { ca: await readCertificate(ca) }),
  }
}

const readCertificate = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error) => {
    throw refusal(`--ca: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  })

const readStdin = (): Promise<string> => Bun.stdin.text()

type Failure = NonNullable<Connection['error']>
const isFailure = (value: unknown): value is Failure =>
  typeof value === 'object' && value !== null && 'code' in value && 'message' in value && 'retry_at' in value

// Made by the service as its contracts say.
const asConnection = (reply: ServiceReply) => reply.body as Connection
const asConnections = (body: unknown) => (body as { connections: Connection[] }).connections
const asTest = (reply: ServiceReply) =>
  reply.body as { reachable: boolean; error: Connection['error']; latency_ms: number | null }
