/** `briefing`, `signals`, `meeting-prep`: the morning, what presses, and a meeting, out of what connections brought. */
import { type Command, InvalidArgumentError, Option } from 'commander'
import { askJob } from '#cli/commands/ask-job'
import { type Client, openClient, type ServiceAddress, type ServiceReply } from '#cli/commands/client'
import { failureLines } from '#cli/commands/connection-text'
import { meetingText } from '#cli/commands/meeting-text'
import { type AddressOptions, addressOptions, seconds } from '#cli/commands/scan'
import { dayAndHour, type PageStyle, signalsText } from '#cli/commands/signals-text'
import { isColourful } from '#cli/terminal/colour'
import { exitCodes, isUnreachable, unreachable } from '#cli/terminal/exit'
import { inLineWords } from '#cli/terminal/line-words'
import { clean, painter } from '#cli/terminal/paint'
import { refusal } from '#cli/terminal/refusal'
import { expectWritable, writeOut } from '#cli/terminal/write-out'
import {
  type AdapterState,
  type Briefing,
  type MeetingPrep,
  type SignalList,
  sectionKeys,
} from '#db/documents/briefing'
import { sources } from '#db/documents/item'
import { signalKinds } from '#db/documents/signal'
import { countOf } from '#shared/accessibility/wording'
import { briefingText } from '#shared/briefing/formats/text'
import type { MeetingAsked } from '#shared/contracts/briefings'

type PageOptions = AddressOptions & { tz: string; output?: string; json?: boolean; patience: number }
type BriefingOptions = PageOptions & {
  date?: string
  hours?: number
  section?: string[]
  maxItems?: number
  maxAge?: number
  format: 'text' | 'json' | 'html' | 'ics'
  replay?: string
}
type SignalsOptions = PageOptions & {
  source?: string
  kind?: string
  minScore?: number
  since?: string
  limit: number
  why?: boolean
  maxAge?: number
}
type MeetingOptions = PageOptions & { uid?: boolean; occurrence?: string; days?: number; maxAge?: number }

/** The most that the service gives at once. */
const pageLimit = 200
/** Columns where nobody says how many there are. */
const usualWidth = 80

/** @param defaults what the environment says. */
export function addBriefingCommands(program: Command, defaults: ServiceAddress): void {
  const clientOf = ({ server, key }: AddressOptions) => openClient({ ...defaults, server, key })
  const add = (command: Command, options: Option[]) => {
    for (const option of [...options, ...pageOptions(), ...addressOptions(defaults)]) command.addOption(option)
    return command
  }

  add(
    program
      .command('briefing')
      .description('the morning on a page: what presses, meetings, promises, and what could not be read'),
    [
      new Option('--date <date>', 'of this day, as 2026-05-20; else of today'),
      new Option('--hours <n>', 'how much time it is about').argParser(whole(1, 9999)),
      new Option('--section <name>', 'only this one; may be given again')
        .choices(sectionKeys)
        .argParser((value: string, before: string[] = []) => [...before, sectionOf(value)]),
      new Option('--max-items <n>', 'at most so many in a section').argParser(whole(1, 9999)),
      maxAgeOption(),
      new Option('--format <format>', 'of the page').choices(['text', 'json', 'html', 'ics']).default('text'),
      new Option(
        '--replay <id>',
        'makes the briefing of this id again from its evidence; exit code 1 where it comes out otherwise',
      ),
    ],
  ).action(async (options: BriefingOptions) => {
    const client = clientOf(options)
    if (options.replay !== undefined) process.exitCode = await replay(client, options.replay, options)
    else await brief(client, options)
  })

  add(program.command('signals').description('what wants attention, the most pressing first'), [
    new Option('--source <source>', 'of this source alone').choices(sources),
    new Option('--kind <kind>', 'of this kind alone').choices(signalKinds),
    new Option('--min-score <n>', 'of this score or more').argParser(whole(0, 100)),
    new Option('--since <moment>', 'what changed since, as 2026-05-20T08:00:00Z'),
    new Option('--limit <n>', 'at most so many').argParser(whole(1, 10_000)).default(25),
    new Option('--why', 'every factor of every score'),
    maxAgeOption(),
  ]).action(async (options: SignalsOptions) => {
    await expectWritable(options.output)
    const list = await signalsOf(clientOf(options), options)
    await print(list, options, (style) => signalsText(list, options.why === true, style))
  })

  add(
    program
      .command('meeting-prep')
      .description('what to know before a meeting')
      .argument('<event>', 'its event_id, as a briefing says it; with --uid its UID in the calendar'),
    [
      new Option('--uid', 'the event is named by its UID'),
      new Option('--occurrence <moment>', 'with --uid: which one of a series, by its RECURRENCE-ID'),
      new Option('--days <n>', 'how far back is looked for what has to do with it').argParser(whole(1, 365)),
      maxAgeOption(),
    ],
  ).action(async (event: string, options: MeetingOptions) => {
    await expectWritable(options.output)
    if (options.occurrence !== undefined && !options.uid) throw refusal('--occurrence goes with --uid')
    const prep = asMeeting(
      await asking(clientOf(options), 'POST /meeting-prep', options, 'preparation', meetingAsked(event, options)),
    )
    await print(prep, options, (style) => meetingText(prep, style))
  })
}

const maxAgeOption = () =>
  new Option('--max-age <seconds>', 'what was read longer ago is read again before').argParser(whole(0, 86_400))

const pageOptions = (): Option[] => [
  new Option('--tz <zone>', 'whose days and hours are meant').default(
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    'this machine’s',
  ),
  new Option('--json', 'as JSON'),
  new Option('--output <file>', 'write it there instead of to the terminal'),
  new Option('--patience <seconds>', 'how long to wait in all').argParser(seconds(1, 3600)).default(120),
]

async function brief(client: Client, options: BriefingOptions): Promise<void> {
  await expectWritable(options.output)
  const { date, hours, section, maxItems, maxAge, tz } = options
  const query = queryOf({
    date,
    tz,
    window_hours: hours,
    sections: section?.join(','),
    max_items: maxItems,
    max_age: maxAge,
  })
  const briefing = asBriefing(await asking(client, `GET /briefing?${query}`, options, 'briefing'))
  const { format } = options
  if (format === 'html' || format === 'ics') {
    if (options.json) throw refusal(`--json and --format ${format} are two formats`)
    // Of this very one, not of a second one.
    return writeOut(await client.open(`GET /briefings/${briefing.id}?format=${format}`), options.output)
  }
  await print(briefing, { ...options, json: options.json || format === 'json' }, (style) =>
    briefingText(briefing, { width: style.width, paint: painter(style) }),
  )
}

async function replay(client: Client, id: string, options: PageOptions): Promise<number> {
  const answer = await asking(client, `POST /briefings/${encodeURIComponent(id)}/replay`, options, 'replay')
  const { identical, tampered } = asReplay(answer)
  const text = identical
    ? `${id} comes out the same, byte for byte\n`
    : [
        `${id} does NOT come out the same${tampered.length === 0 ? '' : `; not what they were: ${countOf(tampered.length, 'input')}`}`,
        ...tampered.map((input) => `  ${clean(input)}`),
        '',
      ].join('\n')
  await writeOut(options.json ? `${JSON.stringify(answer.body, null, 2)}\n` : text, options.output)
  return identical ? exitCodes.ok : exitCodes.missed
}

function meetingAsked(event: string, { uid, occurrence, days, maxAge, tz }: MeetingOptions): MeetingAsked {
  return {
    ...(uid ? { uid: event } : { event_id: event }),
    ...(occurrence === undefined ? {} : { recurrence_id: occurrence }),
    ...(days === undefined ? {} : { lookback_days: days }),
    ...(maxAge === undefined ? {} : { max_age: maxAge }),
    tz,
  }
}

/** As many pages of the list as are wanted. */
async function signalsOf(client: Client, options: SignalsOptions): Promise<SignalList> {
  const { source, kind, minScore, since, limit, why, tz, maxAge } = options
  const explain = why || options.json ? 'full' : 'short'
  let found: SignalList | undefined
  for (;;) {
    const left = limit - (found?.signals.length ?? 0)
    const query = queryOf({
      source,
      kind,
      min_score: minScore,
      since,
      tz,
      max_age: maxAge,
      explain,
      limit: Math.min(pageLimit, left),
      cursor: found?.next_cursor ?? undefined,
    })
    const page: SignalList = asSignals(await asking(client, `GET /signals?${query}`, options, 'list'))
    found = { ...page, signals: [...(found?.signals ?? []), ...page.signals] }
    if (page.next_cursor === null || found.signals.length >= limit) return found
  }
}

async function asking(
  client: Client,
  what: string,
  { patience, tz }: PageOptions,
  thing: string,
  body?: unknown,
): Promise<ServiceReply> {
  return askJob(client, what, { body, patience, thing }).catch((error) => {
    throw withWhatIsKnown(inLineWords(error), tz)
  })
}

/** A refusal with what the service says beside it: how each connection stands, which events may be meant. */
function withWhatIsKnown(error: unknown, tz: string): unknown {
  if (!isUnreachable(error)) return error
  const { adapters, candidates } = error.details
  const known = [
    ...(Array.isArray(adapters) ? asAdapters(adapters).map(adapterText) : []),
    ...(Array.isArray(candidates) ? asCandidates(candidates).map((each) => candidateText(each, tz)) : []),
  ]
  return known.length === 0
    ? error
    : unreachable([error.message, ...known.map((line) => `  ${line}`)].join('\n'), error.code, error.details)
}

const adapterText = ({ label, kind, status, error }: AdapterState): string =>
  `${clean(label)} (${kind}) is ${status}${error === null ? '' : `; ${failureLines(error, new Date()).join(' ')}`}`

type Candidate = { event_id: string; title: string; start: string }
const candidateText = ({ event_id: id, title, start }: Candidate, tz: string): string =>
  `${id}  ${dayAndHour(start, tz)}  ${clean(title)}`

async function print(body: unknown, options: PageOptions, textOf: (style: PageStyle) => string): Promise<void> {
  const { json, output, tz } = options
  const style = {
    isColourful: output === undefined && isColourful(process.stdout),
    width: (output === undefined && process.stdout.columns) || usualWidth,
    timezone: tz,
    now: new Date(),
  }
  await writeOut(json ? `${JSON.stringify(body, null, 2)}\n` : textOf(style), output)
}

function queryOf(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return new URLSearchParams(given).toString()
}

function sectionOf(name: string): string {
  if (!sectionKeys.some((key) => key === name))
    throw new InvalidArgumentError(`It is one of ${sectionKeys.join(', ')}.`)
  return name
}

const whole =
  (least: number, most: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^\d{1,9}$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`)
    return value
  }

// Made by the service as its contracts say.
const asBriefing = (reply: ServiceReply) => reply.body as Briefing
const asSignals = (reply: ServiceReply) => reply.body as SignalList
const asMeeting = (reply: ServiceReply) => reply.body as MeetingPrep
const asReplay = (reply: ServiceReply) => reply.body as { identical: boolean; tampered: string[] }
const asAdapters = (adapters: unknown[]) => adapters as AdapterState[]
const asCandidates = (candidates: unknown[]) => candidates as Candidate[]
