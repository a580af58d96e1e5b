/** What pages are judged by: a page's policy, an organisation's design tokens. Each change with the node that says so. */
import type { DesignPolicy } from '#db/documents/design-policy'
import { findRules, lockRules, putRules, type RulesPlace, type RulesRow } from '#db/queries/design-rules'
import { streamHead } from '#db/queries/log'
import { VerifyDesignRequest } from '#shared/contracts/designs'
import { ignoreFaults } from '#shared/designs/ignored-regions'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { headOfRow } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { findProvenRules, rulesIdOf, sealRules } from '#shared/evidence/sealed/design-state'
import type { Signer } from '#shared/evidence/signing'
import type { VerbContext, Written } from '#shared/evidence/verb-context'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'

type Context = VerbContext<{ signer: Signer }>

export const policyPlace = (orgId: string, pageId: string): RulesPlace => ({
  org_id: orgId,
  subject: 'policy',
  page_id: pageId,
})
export const tokensPlace = (orgId: string): RulesPlace => ({ org_id: orgId, subject: 'tokens', page_id: '' })

/** A policy with everything said that it leaves open. */
export const wholePolicy = (policy: DesignPolicy) => ({
  ...policy,
  mode: policy.mode ?? ('tolerant' as const),
  maxShift: policy.maxShift ?? 0,
  autoAccept: policy.autoAccept ?? true,
  ignore: policy.ignore ?? [],
})
export type WholePolicy = ReturnType<typeof wholePolicy>

/** Of the text as it is kept. */
export const rulesDigest = (document: unknown): string => sha256Hex(canonicalJson(document))

/** The policy, also when it was the same before. @throws INVALID_REQUEST */
export async function changePolicy(ctx: Context, pageId: string, policy: DesignPolicy): Promise<RulesRow> {
  const issues = [...pageFaults(pageId), ...ignoreFaults(policy.ignore ?? [], '/ignore')]
  if (issues.length > 0) throw invalidRequest(issues)
  return change(ctx, policyPlace(ctx.actor.orgId, pageId), policy, { kind: 'page_policy', pageId })
}

const { maxLength } = VerifyDesignRequest.properties.pageId
const pageFaults = (pageId: string): Issue[] =>
  pageId.length > Number(maxLength)
    ? [{ path: '{pageId}', message: `has ${pageId.length} characters`, expected: `at most ${maxLength}` }]
    : []

/** The tokens, also when they were the same before. @throws INVALID_REQUEST naming every fault of the document. */
export async function changeTokens(ctx: Context, document: Record<string, unknown>): Promise<RulesRow> {
  // What reads colours is brought in with the first tokens.
  const { readTokens } = await import('#shared/design-system/tokens')
  const read = readTokens(document)
  if ('issues' in read) throw invalidRequest(read.issues)
  return change(ctx, tokensPlace(ctx.actor.orgId), document, { kind: 'design_tokens' })
}

async function change(
  { actor, read, writing, tools }: Context,
  place: RulesPlace,
  document: unknown,
  what: Written,
): Promise<RulesRow> {
  await requireKnownToLedger(read, 'designs')
  const text = canonicalJson(document)
  const rulesId = rulesIdOf(place)
  return writing(what).begin(async (tx) => {
    await lockRules(tx, rulesId)
    const before = await findProvenRules({ read: (look) => look(tx), signer: tools.signer }, place)
    if (before?.document === text) return before
    const last = await streamHead(tx, `rules:${rulesId}`)
    const node = nodeOfKind(tools.signer, {
      kind: 'rules.changed',
      id: rulesId,
      orgId: place.org_id,
      agent: 'assay-api',
      at: new Date(),
      after: last && headOfRow(last),
      result: {
        state: 'in_force',
        org: place.org_id,
        subject: place.subject,
        page_id: place.page_id,
        document_sha256: sha256Hex(text),
      },
      request: requestOf(actor),
    })
    const about = { ...place, rules_id: rulesId, status: 'in_force' as const, document: text }
    const made = { changed_at: new Date(node.body.timestamp), head: node.id, version: node.body.pos }
    await putRules(tx, sealRules(tools.signer, { ...about, ...made }), node)
    const row = await findRules(tx, place)
    if (!row) throw new Error(`design rules ${rulesId} are not there after they were written`)
    return row
  })
}
