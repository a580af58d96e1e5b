/** Routes of the evidence graph: nodes, their chains, verification, export, erasure. */
import {
  Chain,
  ChainQuery,
  Erased,
  EraseRequest,
  EvidenceNode,
  ExportQuery,
  NodeQuery,
  Verification,
  VerifyRequest,
} from '#shared/contracts/evidence'
import {
  chainExample,
  erasedExample,
  exportExamples,
  nodeExample,
  verificationExample,
} from '#shared/routes/examples/evidence'
import { cachingHeaders, fileHeaders } from '#shared/routes/headers'
import { route } from '#shared/routes/route'

export const evidenceRoutes = {
  getEvidenceNode: route({
    area: 'B',
    method: 'GET',
    path: '/edg/:hash',
    operationId: 'getEvidenceNode',
    summary: 'An evidence node by its hash',
    description:
      'What was hashed stands at the top level; `hash`, `signature`, `log`, `linked_nodes` and `links` are beside it, and `payload` holds what the node is about. view=body answers the very text that was hashed and signed.',
    auth: 'key',
    params: { hash: 'SHA-256 of the node, 64 hex digits; the prefix sha256: is taken.' },
    query: NodeQuery,
    answers: {
      200: { description: 'The node.', schema: EvidenceNode, example: nodeExample, headers: cachingHeaders },
      304: { description: 'The caller has it: If-None-Match named its hash.', headers: cachingHeaders },
    },
    errors: ['NODE_NOT_FOUND'],
  }),
  erasePayload: route({
    area: 'B',
    method: 'POST',
    path: '/edg/:hash/erase',
    operationId: 'erasePayload',
    summary: 'Erase what a node is about',
    description:
      "Deletes the payload's content and its salt and writes a payload.erased node in the same transaction; the node, its chain and every proof stay valid. With a trace go its words (flags, recommendation, metadata) and its trees; its figures stay. Asked again, it answers the same.",
    auth: 'governance:write',
    params: { hash: 'SHA-256 of the node.' },
    body: { kind: 'json', schema: EraseRequest, example: { reason: 'request of the person concerned, case 4711' } },
    answers: { 200: { description: 'What was erased.', schema: Erased, example: erasedExample } },
    errors: ['NODE_NOT_FOUND', 'STATE_CONFLICT', 'GOVERNANCE_DENIED', 'GOVERNANCE_HALT'],
  }),
  getEvidenceChain: route({
    area: 'B',
    method: 'GET',
    path: '/edg/chain/:hash',
    operationId: 'getEvidenceChain',
    summary: 'The evidence chain of a node',
    description:
      'The node and all its ancestors in the order of insertion: parents come after their children, with order=asc before them. A page never changes, whatever is appended meanwhile. `Accept: application/x-ndjson` streams the whole chain, a node a line, and ends with a line {"end": {count, chain_digest, checkpoint}}, whose digest is given for order=asc; a transfer without that line was cut off.',
    auth: 'key',
    params: { hash: 'SHA-256 of the node.' },
    query: ChainQuery,
    answers: {
      200: {
        description: 'The chain, or a page of it.',
        schema: Chain,
        example: chainExample,
        alsoAs: { 'application/x-ndjson': `${JSON.stringify(chainExample.nodes[0])}\n` },
        headers: { 'Cache-Control': 'private, no-cache' },
      },
    },
    errors: ['NODE_NOT_FOUND'],
  }),
  verifyEvidence: route({
    area: 'B',
    method: 'POST',
    path: '/edg/verify',
    operationId: 'verifyEvidence',
    summary: 'Verify evidence',
    description:
      'Thirteen checks, each with its standing: V1 hash, V2 canonical text, V3 shape, V4 columns and edges, V5 signature, V6 parents, V7 stream, V8 payload, V9 inclusion in the log, V10 checkpoints, V11 witnesses, V12 rows of state, V13 decisions made again. `first_failure` names the first node, in the order of insertion, at which anything is wrong. mode=node looks at one node, chain at its ancestors too, full at the whole store, as a job; without a hash it is answered with where to come back for it. A node that was deleted is named by what it left behind. Every mode holds the log to the checkpoint that is kept outside of the store and to what witnesses have seen: one that was set back is never valid. `indeterminate`: nothing that was looked at is wrong, and something could not be held to anything; its check says why. `checkpoint`: one that you kept, which the log must have grown from. `node` and `proof`: what you kept of a node, for one that this store no longer has.',
    auth: 'key',
    isJob: true,
    body: { kind: 'json', schema: VerifyRequest, example: { hash: verificationExample.hash, mode: 'chain' } },
    answers: { 200: { description: 'The verdict.', schema: Verification, example: verificationExample } },
    errors: ['NODE_NOT_FOUND'],
  }),
  exportEvidence: route({
    area: 'B',
    method: 'GET',
    path: '/edg/export/:hash',
    operationId: 'exportEvidence',
    summary: 'Export a chain',
    description:
      'intoto: JSON lines, each node of the chain an in-toto Statement v1 in a DSSE envelope with its own place in the log and its payload’s salted digest as a second subject, oldest first; the last line is a manifest that names every node, the digest of each line, the chain digest, the keys, the constitutions, the checkpoint and the witnesses’ keys, so that `assay verify` needs neither network nor store and a missing line is noticed. tlog-proof: the proof that the node is in the log (c2sp.org/tlog-proof@v1). scitt: the node as a transparent statement (RFC 9943): its text in a COSE_Sign1, the receipt in its unprotected header. cose-receipt: that receipt alone (RFC 9942, RFC9162_SHA256, EdDSA); its entry is the node’s hash, 32 bytes. prov: W3C PROV-JSON. dot, mermaid, svg: pictures, with time, maker and decision of each node.',
    auth: 'key',
    params: { hash: 'SHA-256 of the node.' },
    query: ExportQuery,
    answers: {
      200: {
        description: 'The export.',
        type: 'application/vnd.in-toto.bundle',
        example: exportExamples.intoto,
        alsoAs: exportExamples.others,
        headers: fileHeaders,
      },
    },
    errors: ['NODE_NOT_FOUND', 'STATE_CONFLICT'],
  }),
}
