/** What every part of the API is handed. */
import type { Crews } from '#api/crews'
import type { Store } from '#api/doors/store'
import type { Config } from '#shared/config'
import type { Signer } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import type { Log } from '#shared/log'
import type { Desk } from '#shared/queue/desk'
import type { Seal } from '#shared/sealing'
import type { Recorder } from '#shared/traces/record'

/** To write, a request asks its call. */
export type Room = Pick<Store, 'read' | 'readAtOnce' | 'readLong'> & {
  config: Config
  desk: Desk
  crews: Crews
  signer: Signer
  recorder: Recorder
  governance: Governance
  /** Seals what opens pages behind a login. */
  seal: Seal
  log: Log
  /** Whether this process is about to end. */
  drain: { readonly isLeaving: boolean }
}
