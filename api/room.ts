/** What every part of the API is handed. */
import type { Within } from '#api/doors/store'
import type { Sql } from '#db/client'
import type { Config } from '#shared/config'
import type { Signer } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import type { Log } from '#shared/log'
import type { Desk } from '#shared/queue/desk'
import type { Seal } from '#shared/sealing'

export type Room = {
  config: Config
  sql: Sql
  desk: Desk
  signer: Signer
  governance: Governance
  /** Seals what opens pages behind a login. */
  seal: Seal
  log: Log
  within: Within
  /** Which of the counters' rows this process adds to, 0 … 15. */
  shard: number
  /** Whether this process is about to end. */
  drain: { readonly isLeaving: boolean }
}
