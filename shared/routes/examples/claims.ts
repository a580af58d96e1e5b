/** Examples of claims: one as it is registered, as it stands, with its sequence. */
import type { Claim, ClaimDetail, ClaimInput } from '#shared/contracts/claims'

export const claimInputExample = {
  population: { system_source: 'chat-eu', testing_mode: 'field' },
  measure: { kind: 'risk_reaches', score: 85 },
  direction: 'at_most',
  threshold: 0.02,
  level: 0.95,
  name: 'At most two of a hundred answers are grave',
} satisfies ClaimInput
const { name, ...terms } = claimInputExample

export const claimExample: Claim = {
  claim_id: '5f0c9a52-7d0b-4a5e-9a53-0b7b0c1e2d3f',
  name,
  ...terms,
  status: 'open',
  registered_at: '2026-05-20T00:00:00.000Z',
  closed_at: null,
  verdict: 'holding',
  since: { at: '2026-05-23T08:12:09.120Z', n: 611 },
  n: 1240,
  missing: 0,
  value: 0.0081,
  lower: 0.0031,
  upper: 0.0167,
  method: 'hedged-mixture/v1',
  counted_to: 48_211,
  node: '7d'.repeat(32),
  fault: null,
}
export const claimDetailExample: ClaimDetail = {
  ...claimExample,
  series: [
    {
      n: 611,
      at: '2026-05-23T08:12:09.120Z',
      leaf: 20_114,
      value: 0.0065,
      lower: 0.0014,
      upper: 0.0199,
      verdict: 'holding',
    },
  ],
  next_cursor: null,
}
