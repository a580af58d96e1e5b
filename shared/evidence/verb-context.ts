/** What a verb is handed: on whose behalf it acts, how it looks into the store and writes there, and the tools it needs. */

import { randomUUID } from 'node:crypto'
import type { Reader } from '#db/client'
import type { keyTiers } from '#db/documents/states'
import type { Tier } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import type { Actor } from '#shared/evidence/actor'
import type { Area } from '#shared/kernel/areas'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import type { Size, Writing } from '#shared/kernel/writing'

/** Who asks, and what they may. */
export type Requester = Actor & {
  orgId: string
  tier: (typeof keyTiers)[number]
  areas: readonly string[]
  scopes: readonly string[]
  /** The area in which the request itself was counted; none where it came through no area. */
  door: Area | undefined
  /** What ids are made of, so that the same request sent again meets what it has made; none where each is a new one. */
  seed: string | undefined
  /** The same request came before. */
  isAgain: boolean
}

/** What is written: of a write whose end nobody knows, the way in tells where to look for it. */
export type Written =
  | { kind: 'scan_run'; id: string }
  | { kind: 'waiver'; id: string }
  | { kind: 'answer'; id: string }
  | { kind: 'agent'; name: string }
  | { kind: 'task'; id: string; agent: string }
  | { kind: 'plan'; id: string }
  | { kind: 'job'; id: string }
  | { kind: 'violation'; id: string }
  | { kind: 'erasure'; hash: string }
  | { kind: 'annotation'; id: string; traceId: string }
  | { kind: 'claim'; id: string }
  | { kind: 'verification'; id: string }
  | { kind: 'verifications'; branch: string | undefined }
  | { kind: 'accepted_issues'; pageId: string }
  | { kind: 'page_policy'; pageId: string }
  | { kind: 'design_tokens' }
  | { kind: 'components'; id: string; library: string }
  | { kind: 'connection'; id: string }
  | { kind: 'feedback'; id: string }

/** What an outcome is about. */
export type Concern = {
  /** The evidence node of it. */
  nodeId: string | undefined
  /** The gravest that is known of it. */
  tier: Tier
  subjects: readonly NodeBody['subject'][]
}

export type VerbContext<Tools = unknown> = {
  actor: Requester
  /** A look into the store, in time. */
  read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>
  writing: (what: Written, size?: Size) => Writing
  /** Hears what the outcome is about as that becomes known: a refusal is about it too. */
  concern?: (concern: Partial<Concern>) => void
  tools: Tools
}

/** The id of what is made for a request. @param purpose tells it from what else the same request makes. */
export const newIdFor = ({ seed }: Pick<Requester, 'seed'>, purpose: string): string =>
  seed === undefined ? randomUUID() : uuidFrom(seed, purpose)
