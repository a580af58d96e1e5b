/** The nodes of connections: how one stands, of which kind it is, and digests of where it leads. Neither a name nor an address is in them. */
import type { Tx } from '#db/client'
import type { HeldConnection, Standing } from '#db/queries/connections'
import { streamHead } from '#db/queries/log'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { NodeBody } from '#shared/contracts/node'
import { headOfRow, type SignedNode } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import type { Signer } from '#shared/evidence/signing'
import { saltedTextDigest } from '#shared/kernel/canonical'

type About = Pick<HeldConnection, 'connection_id' | 'org_id' | 'kind' | 'config' | 'salt' | 'secret_version'>

/** What every node of a connection says, and its row is held to. */
export const connectionFacts = ({ org_id, kind, config, salt, secret_version }: About, state: string) => ({
  state,
  org: org_id,
  kind,
  config_digest: config === null ? '' : saltedTextDigest(salt, config).digest,
  secret_version,
})

type Saying = {
  agent: string
  at: Date
  governance?: GovernanceRecord
  request: NodeBody['request']
}

/** The node that follows the newest of its stream. The caller holds the row. */
export async function nextNode(
  tx: Tx,
  signer: Signer,
  kind: 'connection.changed' | 'connection.deleted',
  about: About,
  { state, ...saying }: Saying & { state: string },
): Promise<SignedNode> {
  const last = await streamHead(tx, `connection:${about.connection_id}`)
  return nodeOfKind(signer, {
    kind,
    id: about.connection_id,
    orgId: about.org_id,
    ...saying,
    after: last && headOfRow(last),
    result: connectionFacts(about, state),
  })
}

type Synced = Saying & {
  after: Pick<Standing, 'state' | 'error_code' | 'error_message'>
  /** What of it could not be read; as before where that is not said. */
  missing?: string
  brought: number
  gone: number
}

/** How long the newest node says of a connection how it stands, while syncs find it so. */
const saidForMs = 3_600_000

/**
 * What a sync came to, where it brought something, where the connection is told otherwise than before, or where nothing said
 * so for an hour: a row that is put back to how it was is overtaken by it. Else undefined.
 */
export async function syncedNode(
  tx: Tx,
  signer: Signer,
  about: HeldConnection,
  { after, missing = about.missing, brought, gone, ...saying }: Synced,
): Promise<SignedNode | undefined> {
  const last = await streamHead(tx, `connection:${about.connection_id}`)
  const head = last && headOfRow(last)
  const isSaid = head !== undefined && saying.at.getTime() - Date.parse(head.timestamp) < saidForMs
  if (isSaid && brought + gone === 0 && isToldAs(about, after) && missing === about.missing) return undefined
  return nodeOfKind(signer, {
    kind: 'connection.synced',
    id: about.connection_id,
    orgId: about.org_id,
    ...saying,
    after: head,
    result: { ...connectionFacts(about, after.state), brought, gone },
  })
}

const isToldAs = (before: HeldConnection, after: Synced['after']): boolean =>
  before.state === after.state && before.error_code === after.error_code && before.error_message === after.error_message
