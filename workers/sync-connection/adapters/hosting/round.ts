/** A round over a server that hosts sources: its lists are compared with what was read before, and what differs is read whole. */
import {
  type AdapterContext,
  AdapterError,
  type SyncDelta,
  type SyncState,
} from '#workers/sync-connection/adapters/adapter'
import { emptyList } from '#workers/sync-connection/adapters/hosting/api'
import {
  type HostingList,
  type HostingState,
  hostingStateOf,
  type ListedThing,
  type Watch,
} from '#workers/sync-connection/adapters/hosting/state'
import type { SourceHosting } from '#workers/sync-connection/adapters/source-item'

export type HostingAccount = { id: string; login: string }

export type ThingRead = {
  item: SourceHosting
  /** What to look at for what no list tells. */
  watch: Watch | null
  /** In words, what of it could not be read. */
  missing: readonly string[]
}

/** One server, as one account sees it. All of it throws AdapterErrors. */
export type HostingServer = {
  account: () => Promise<HostingAccount>
  /** By name. Each is told how it stood, and gives that again where the server says that nothing changed. */
  lists: (me: HostingAccount) => Record<string, (before: HostingList | undefined) => Promise<HostingList>>
  read: (thing: ListedThing, me: HostingAccount) => Promise<ThingRead>
  /** How what is watched answers now; null where it still is as it was. */
  watched?: (watch: Watch) => Promise<Watch | null>
  /** Until when nothing more should be asked, where what may be asked is nearly spent. */
  spentUntil: () => Date | null
}

/** Things that are kept in mind: whoever has more is told. */
const thingsAtMost = 1000
/** A call reads no more, so that others get their turn between two. */
const readsAtMost = 50
const atOnce = 5
/** So many of the newest are watched. */
const watchedAtMost = 30

/** @param isWanted by repository, `owner/name`. @throws AdapterError */
export async function syncHosting(
  server: HostingServer,
  state: SyncState,
  { at, limit }: Pick<AdapterContext, 'at' | 'limit'>,
  isWanted: (repository: string) => boolean = () => true,
): Promise<SyncDelta> {
  const kept = hostingStateOf(state)
  const { round, gone } =
    kept && kept.pending.length > 0 ? { round: kept, gone: [] } : await begun(server, kept, at, isWanted)
  const outcome = await readAll(server, round, round.pending.slice(0, Math.min(limit, readsAtMost)), at)
  const next: HostingState = { ...outcome.round, isReset: outcome.round.pending.length > 0 && round.isReset }
  return {
    state: next,
    items: outcome.items,
    gone: [...gone, ...outcome.gone],
    isReset: round.isReset,
    hasMore: next.pending.length > 0 && outcome.notBefore === null,
    missing: [...missingOf(round.lists), ...next.missing],
    ...(outcome.notBefore ? { notBefore: outcome.notBefore } : {}),
  }
}

const missingOf = (lists: HostingState['lists']): string[] =>
  Object.entries(lists).flatMap(([name, { missing }]) => missing.map((what) => `${name}: ${what}`))

/** Asks for the lists, and says what is to be read. */
async function begun(
  server: HostingServer,
  kept: HostingState | null,
  at: Date,
  isWanted: (repository: string) => boolean,
): Promise<{ round: HostingState; gone: string[] }> {
  const me = await server.account()
  const account = `${me.id} ${me.login}`
  const before = kept?.account === account ? kept : null
  const lists: Record<string, HostingList> = {}
  let closed: AdapterError | null = null
  for (const [name, list] of Object.entries(server.lists(me))) {
    const answer = await attempted(list(before?.lists[name]))
    if (answer instanceof AdapterError && answer.code !== 'FORBIDDEN') throw answer
    if (answer instanceof AdapterError) closed = answer
    lists[name] = answer instanceof AdapterError ? emptyList(at, ['the token may not read them']) : answer
  }
  if (closed && Object.values(lists).every(({ missing, things }) => missing.length > 0 && things.length === 0))
    throw closed
  const listed = merged(Object.values(lists), isWanted)
  const read: HostingState['read'] = { ...before?.read }
  const changed = listed.filter(({ key, mark }) => read[key]?.listed.mark !== mark)
  const isCut = listed.length === thingsAtMost || Object.values(lists).some(({ isWhole }) => !isWhole)
  const left = isCut ? [] : leftOf(read, listed)
  if (isCut) forget(read, listed)
  const gone = left.filter(({ number, path }) => number === null && path === null).map(({ key }) => key)
  for (const key of gone) delete read[key]
  const pending = [...changed, ...left.filter(({ key }) => !gone.includes(key))]
  const moved = await movedOf(server, read, new Set(pending.map(({ key }) => key)))
  const round = { account, lists, read, pending: [...pending, ...moved], missing: [], isReset: before === null }
  return { round: { version: 1, ...round }, gone }
}

/** One of each, with the reasons of all: the newest first. */
function merged(lists: readonly HostingList[], isWanted: (repository: string) => boolean): ListedThing[] {
  const byKey = new Map<string, ListedThing>()
  for (const thing of lists.flatMap(({ things }) => things)) {
    if (!isWanted(thing.repository)) continue
    const known = byKey.get(thing.key)
    byKey.set(thing.key, known ? joined(known, thing) : thing)
  }
  return [...byKey.values()].sort((a, b) => (a.mark < b.mark ? 1 : a.mark > b.mark ? -1 : 0)).slice(0, thingsAtMost)
}

const joined = (one: ListedThing, other: ListedThing): ListedThing => ({
  ...one,
  reasons: [...new Set([...one.reasons, ...other.reasons])],
  isUnread: one.isUnread || other.isUnread,
  mark: `${one.mark} ${other.mark}`,
  path: one.path ?? other.path,
  commentPath: one.commentPath ?? other.commentPath,
})

/** Where a list was cut, nothing is said by not being in it: it is not kept in mind, and read anew should it come back. */
function forget(read: HostingState['read'], listed: readonly ListedThing[]): void {
  const keys = new Set(listed.map(({ key }) => key))
  for (const key of Object.keys(read)) if (!keys.has(key)) delete read[key]
}

/** What no list names any more is read once more, for how it ended, where there is anything to read. */
function leftOf(read: HostingState['read'], listed: readonly ListedThing[]): ListedThing[] {
  const keys = new Set(listed.map(({ key }) => key))
  return Object.values(read).flatMap(({ listed: thing }) =>
    keys.has(thing.key) ? [] : [{ ...thing, reasons: [], isUnread: false, mark: leftMark, commentPath: null }],
  )
}
const leftMark = 'left'

async function movedOf(
  server: HostingServer,
  read: HostingState['read'],
  known: ReadonlySet<string>,
): Promise<ListedThing[]> {
  const { watched } = server
  if (!watched) return []
  const watching = Object.values(read)
    .filter(({ listed, watch }) => watch !== null && !known.has(listed.key))
    .sort((a, b) => (a.listed.mark < b.listed.mark ? 1 : -1))
    .slice(0, watchedAtMost)
  const answers = await inTurns(watching, async ({ listed, watch }) =>
    watch && (await watched(watch)) ? [listed] : [],
  )
  return answers.flat()
}

async function inTurns<Given, Made>(given: readonly Given[], make: (each: Given) => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let from = 0; from < given.length; from += atOnce)
    made.push(...(await Promise.all(given.slice(from, from + atOnce).map(make))))
  return made
}

type Outcome = {
  round: HostingState
  items: readonly SourceHosting[]
  gone: readonly string[]
  notBefore: Date | null
}

/** What of a thing failed is said, and tried again with the next round; what fails for all of them is thrown. */
async function readAll(
  server: HostingServer,
  round: HostingState,
  now: readonly ListedThing[],
  at: Date,
): Promise<Outcome> {
  const [id = '', login = ''] = round.account.split(' ')
  const read = { ...round.read }
  const missing = [...round.missing]
  const items: SourceHosting[] = []
  const gone: string[] = []
  const waiting: ListedThing[] = []
  let notBefore: Date | null = null
  let done = 0
  while (done < now.length && notBefore === null) {
    const turn = now.slice(done, done + atOnce)
    const answers = await Promise.all(turn.map((thing) => attempted(server.read(thing, { id, login }))))
    for (const [index, thing] of turn.entries()) {
      const answer = answers[index]
      if (!answer) continue
      if (!(answer instanceof AdapterError)) {
        items.push(answer.item)
        missing.push(...answer.missing)
        if (thing.mark === leftMark) delete read[thing.key]
        else read[thing.key] = { listed: thing, watch: answer.watch }
        continue
      }
      if (answer.code === 'RATE_LIMITED') {
        if (items.length + gone.length === 0) throw answer
        waiting.push(thing)
        notBefore = answer.retryAt ?? new Date(at.getTime() + waitMs)
        continue
      }
      delete read[thing.key]
      if (answer.code === 'NOT_FOUND') gone.push(thing.key)
      else if (ofItsOwn.has(answer.code)) missing.push(`${nameOf(thing)}: ${answer.message}`)
      else throw answer
    }
    done += turn.length
    notBefore ??= laterThan(server.spentUntil(), at)
  }
  const pending = [...waiting, ...round.pending.slice(done)]
  return { round: { ...round, read, missing, pending }, items, gone, notBefore }
}

const waitMs = 60_000
const ofItsOwn = new Set(['FORBIDDEN', 'MALFORMED', 'TOO_LARGE'])
const nameOf = ({ repository, number, title }: ListedThing) =>
  number === null ? `${repository}: ${title}` : `${repository}#${number}`
const laterThan = (until: Date | null, at: Date): Date | null => (until && until > at ? until : null)

async function attempted<Answer>(asked: Promise<Answer>): Promise<Answer | AdapterError> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AdapterError) return error
    throw error
  }
}
