/** Verifications as compare-design's worker makes them, without a worker. */
import { randomUUID } from 'node:crypto'
import type { Sql } from '#db/client'
import { lockPages } from '#db/queries/baselines'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { VerifyDesignRequest } from '#shared/contracts/designs'
import type { TokenSet } from '#shared/design-system/token-set'
import { openBlobs } from '#shared/designs/blobs'
import { readVerifyRequest } from '#shared/designs/read-request'
import type { RecordingTools } from '#shared/governance/results'
import { cache } from '#shared/kernel/cache'
import { openLog } from '#shared/kernel/logger'
import { PictureDesk } from '#workers/compare-design/pictures/desk'
import { saveVerifications } from '#workers/compare-design/save'
import { type MadeVerification, verify } from '#workers/compare-design/verify'
import { BrowserUnavailable } from '#workers/page/unavailable'

/** Lets everything pass. */
export const anything: RecordingTools['governance'] = {
  decide: (action, phase, input): GovernanceRecord => ({
    action,
    articles: [],
    constitution: '0'.repeat(64),
    decision: 'allow',
    input: { ...input } as GovernanceRecord['input'],
    input_digest: `sha256:${'0'.repeat(64)}`,
    phase,
    tier: 'T0',
  }),
  breachesOf: () => [],
  maker: (agent_name) => ({ agent_name, agent_version: '1.0.0', key_registered: true }),
}

/** @returns its id, and what was made of it. */
export async function makeVerification(
  sql: Sql,
  { signer, governance = anything }: Pick<RecordingTools, 'signer'> & Partial<RecordingTools>,
  request: VerifyDesignRequest,
  orgId = 'org_test',
): Promise<{ id: string; made: MadeVerification }> {
  const blobs = openBlobs({ bucket: undefined }, signer)
  const { payload, sent } = readVerifyRequest(request)
  const job = {
    id: randomUUID(),
    attempt: 0,
    requestId: '0af7651916cd43dd8448eb211c80319c',
    orgId,
    keyId: 'ak_test',
    log: openLog('test', 'silent'),
    signal: new AbortController().signal,
    progress: () => undefined,
  }
  await sql.begin((tx) => blobs.put(tx, orgId, sent.bytes, sent.type))
  const pictures = new PictureDesk()
  const browser = new BrowserUnavailable('none in this test')
  const tools = {
    signer,
    governance,
    blobs,
    pictures,
    tokenSets: cache<TokenSet>(1),
    browser,
    config: { egressAllow: [], sealingKey: { text: Buffer.alloc(32).toString('base64') } },
    db: { sql, close: async () => undefined },
  }
  const made = await verify(tools, payload, job)
  await pictures.close()
  await sql.begin(async (tx) => {
    await lockPages(tx, [payload.pageId])
    await saveVerifications(tx, [{ job, made }], { signer, blobs })
  })
  return { id: job.id, made }
}
