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

/** What a sync came to, where it brought something or the connection stands otherwise than before; else undefined. */
export async function syncedNode(
  tx: Tx,
  signer: Signer,
  about: HeldConnection,
  { after, brought, gone, ...saying }: Saying & { after: Pick<Standing, 'state'>; brought: number; gone: number },
): Promise<SignedNode | undefined> {
  if (after.state === about.state && brought + gone === 0) return undefined
  const last = await streamHead(tx, `connection:${about.connection_id}`)
  return nodeOfKind(signer, {
    kind: 'connection.synced',
    id: about.connection_id,
    orgId: about.org_id,
    ...saying,
    after: last && headOfRow(last),
    result: { ...connectionFacts(about, after.state), brought, gone },
  })
}
