/** Examples of evidence: a node, its chain, its verification, its exports. */
import type { Static } from '@sinclair/typebox'
import type { Chain, Erased, EvidenceNode, Verification } from '#shared/contracts/evidence'

const hash = '7f1c2d3e4a5b6c7d8e9f00112233445566778899aabbccddeeff001122334455'
const kid = '5f8a3c1e7b20d4c6'
const traceId = 'SVC-4b0f3f5e2c644f0e9a515f8a3c1e7b20-1779235200000'

export const nodeExample: EvidenceNode = {
  agent: { key: kid, name: 'assay-api', version: '1.0.0' },
  edg: 'node/v1',
  governance: null,
  height: 0,
  kind: 'trace.recorded',
  org: 'org_acme',
  parents: [],
  payload: {
    digest: 'sha256:0c5b4f1c4d3a1f5f4a7d2e9b8c6d5e4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c8d',
    media_type: 'application/json',
    size: 412,
    erased: true,
  },
  pos: 0,
  prev: null,
  request: { key_id: 'key_1a2b3c4d5e6f7081', trace: '4bf92f3577b34da6a3ce929d0e0e4736' },
  result: null,
  stream: `trace:${traceId}`,
  subject: { id: traceId, type: 'trace' },
  timestamp: '2026-05-20T00:00:00.000Z',
  hash,
  signature: { kid, alg: 'Ed25519', sig: `${'A'.repeat(86)}==` },
  log: { leaf_index: 41, tree_size: 108, state: 'included' },
  linked_nodes: { parents: [], children: [], children_total: 0 },
  links: { self: `/v1/edg/${hash}`, chain: `/v1/edg/chain/${hash}`, verify: '/v1/edg/verify' },
}

const { linked_nodes: _links, links: _, ...chained } = nodeExample
const checkpoint = `assay.example/log\n108\n${'A'.repeat(43)}=\n\n— assay.example/log ${'A'.repeat(91)}=\n`

export const chainExample: Static<typeof Chain> = {
  hash,
  count: 1,
  total: 1,
  complete: true,
  nodes: [{ ...chained, payload: null }],
  edges: [],
  roots: [hash],
  next_cursor: null,
  chain_digest: '3b1d0f6f1c2a9d8e7f60514233241506f7e8d9cabbac9d8e7f60514233241506',
  checkpoint,
}

export const verificationExample: Verification = {
  hash,
  valid: true,
  verdict: 'valid',
  checks: [{ id: 'V1', status: 'pass', detail: 'the id is the SHA-256 of the body' }],
  first_failure: null,
  checked_nodes: 1,
  proof: null,
  verified_at: '2026-05-20T00:00:01.000Z',
  duration_ms: 3.2,
}

export const erasedExample: Static<typeof Erased> = {
  hash,
  erased: [{ hash, node: '9d8e7f6051423324150617283940a1b2c3d4e5f60718293a4b5c6d7e8f901122' }],
}

/** The start of an export in each format. */
export const exportExamples = {
  intoto: `{"payloadType":"application/vnd.in-toto+json","payload":"eyJfdHlwZSI6…","signatures":[{"keyid":"${kid}","sig":"${'A'.repeat(86)}=="}]}\n`,
  others: {
    'text/plain': `c2sp.org/tlog-proof@v1\nindex 41\n${'A'.repeat(43)}=\n\n${checkpoint}`,
    'application/json': {
      prefix: { edg: 'urn:assay:edg:', prov: 'http://www.w3.org/ns/prov#' },
      entity: { [`edg:${hash}`]: { 'edg:stream': `trace:${traceId}`, 'edg:pos': 0 } },
    },
    'text/vnd.graphviz': `digraph chain {\n  "${hash}" [label="trace.recorded"];\n}\n`,
    'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg">…</svg>\n',
    'application/scitt-statement+cose': null,
    'application/scitt-receipt+cose': null,
  },
}
