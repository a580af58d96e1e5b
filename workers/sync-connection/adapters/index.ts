/** Which adapter reads which kind of connection. */
import type { ConnectionKind } from '#shared/contracts/connections'
import type { Adapter } from '#workers/sync-connection/adapters/adapter'
import { caldavAdapter } from '#workers/sync-connection/adapters/caldav'
import { giteaAdapter } from '#workers/sync-connection/adapters/gitea'
import { githubAdapter } from '#workers/sync-connection/adapters/github'
import { gitlabAdapter } from '#workers/sync-connection/adapters/gitlab'
import { gmailAdapter } from '#workers/sync-connection/adapters/gmail'
import { googleCalendarAdapter } from '#workers/sync-connection/adapters/google-calendar'
import { icsAdapter } from '#workers/sync-connection/adapters/ics'
import { imapAdapter } from '#workers/sync-connection/adapters/imap/index'

const adapters: { readonly [Kind in ConnectionKind]: Adapter<Kind> } = {
  imap: imapAdapter,
  caldav: caldavAdapter,
  ics: icsAdapter,
  github: githubAdapter,
  gitlab: gitlabAdapter,
  gitea: giteaAdapter,
  gmail: gmailAdapter,
  google_calendar: googleCalendarAdapter,
}

/** Sound: an adapter is handed connections of its own kind and no others. */
export const adapterOf = (kind: ConnectionKind): Adapter => adapters[kind] as Adapter

/** The kinds at which somebody can wait for what is new. */
export const watchableKinds = (): ConnectionKind[] =>
  Object.values(adapters).flatMap((adapter) => (adapter.watch ? [adapter.kind] : []))

/** Ends what adapters keep open between calls. */
export const closeAdapters = async (): Promise<void> => {
  await Promise.allSettled(Object.values(adapters).map((adapter) => adapter.close?.()))
}
