/** What every part of the API is handed. */

import type { Store } from '#api/http/store'
import type { Crews } from '#api/http/worker-presence'
import type { Admit } from '#shared/agents/admission'
import type { Signer } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import type { Config } from '#shared/kernel/config'
import type { RotatingSeal } from '#shared/kernel/encryption'
import type { Log } from '#shared/kernel/logger'
import type { Standstills } from '#shared/kernel/standstills'
import type { QueueClient } from '#shared/queue/client'
import type { Recorder } from '#shared/traces/record'

/** To write, a request asks its call. */
export type AppContext = Pick<Store, 'read' | 'readAtOnce' | 'readLong'> & {
  config: Config
  queue: QueueClient
  crews: Crews
  signer: Signer
  recorder: Recorder
  admit: Admit
  governance: Governance
  standstills: Standstills
  /** Seals what opens pages behind a login, and connections. */
  seal: RotatingSeal
  log: Log
  /** Whether this process is about to end. */
  drain: { readonly isLeaving: boolean }
}
