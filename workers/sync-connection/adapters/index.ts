/** Which adapter reads which kind of connection: each is brought in with the first connection of its kind. */
import type { ConnectionKind } from '#shared/contracts/connections'
import type { Adapter } from '#workers/sync-connection/adapters/adapter'

const adapters: { readonly [Kind in ConnectionKind]: () => Promise<Adapter<Kind>> } = {
  imap: async () => (await import('#workers/sync-connection/adapters/imap/index')).imapAdapter,
  caldav: async () => (await import('#workers/sync-connection/adapters/caldav')).caldavAdapter,
  ics: async () => (await import('#workers/sync-connection/adapters/ics')).icsAdapter,
  github: async () => (await import('#workers/sync-connection/adapters/github')).githubAdapter,
  gitlab: async () => (await import('#workers/sync-connection/adapters/gitlab')).gitlabAdapter,
  gitea: async () => (await import('#workers/sync-connection/adapters/gitea')).giteaAdapter,
  gmail: async () => (await import('#workers/sync-connection/adapters/gmail')).gmailAdapter,
  google_calendar: async () =>
    (await import('#workers/sync-connection/adapters/google-calendar')).googleCalendarAdapter,
}

/** The kinds at which somebody can wait for what is new. */
export const watchableKinds: readonly ConnectionKind[] = ['imap']

export class Adapters {
  private readonly opened = new Map<ConnectionKind, Promise<Adapter>>()

  of = (kind: ConnectionKind): Promise<Adapter> => {
    const known = this.opened.get(kind)
    if (known) return known
    // Sound: an adapter is handed connections of its own kind and no others.
    const opening = adapters[kind]() as Promise<Adapter>
    this.opened.set(kind, opening)
    return opening
  }

  /** Ends what they keep open between calls. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.opened.values()].map(async (opening) => (await opening).close?.()))
  }
}
