/** Examples of agents: one elsewhere, and its card. */
import type { AgentRecord } from '#shared/contracts/agents'

const url = 'https://agents.example.com/a2a'
const skill = { id: 'translate', name: 'Translate', description: 'Translates a text.', tags: ['text'] }

export const cardExample = {
  name: 'Translator',
  description: 'Translates texts.',
  version: '2.1.0',
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: false },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: [skill],
}

export const agentExample: AgentRecord = {
  name: 'translator',
  display_name: 'Translator',
  description: 'Translates texts.',
  version: '2.1.0',
  kind: 'external',
  status: 'available',
  task_types: [
    {
      type: 'translate',
      description: 'Translates a text.',
      area: 'B',
      scope: null,
      input_schema: {},
      output_schema: {},
      side_effects: 'external',
      idempotent: false,
      timeout_s: 300,
      max_attempts: 3,
    },
  ],
  skills: [skill],
  endpoint: { url, protocol: 'a2a', protocol_binding: 'JSONRPC', protocol_version: '1.0' },
  key: null,
  card: {
    digest: 'sha256:46eff9f9b5e876a15e11cb8d88ea2c00edce124b128ed6439caa19923f49d2ea',
    signature_verified: true,
    fetched_at: '2026-05-20T00:00:00.000Z',
  },
  stats: {
    queued: 0,
    working: 1,
    completed_24h: 12,
    failed_24h: 0,
    p50_ms: 340,
    p95_ms: 1200,
    last_task_at: '2026-05-20T00:00:00.000Z',
  },
  health: { state: 'ok', last_check_at: '2026-05-20T00:00:00.000Z', detail: null },
  governance: { tier: 'T0', active_violations: 0, suspended_scopes: [] },
  registered_at: '2026-05-20T00:00:00.000Z',
  updated_at: '2026-05-20T00:00:00.000Z',
  node: '9f2c6d1b0a8e4f7c5d3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5',
  agent_card: cardExample,
}
