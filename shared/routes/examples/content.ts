/** Examples of content analysis: a text and what it says, how one stands to two dimensions, a parameter that is calibrated. */
import type { Static } from '@sinclair/typebox'
import type { CalibrateAnswer, CalibrateRequest } from '#shared/contracts/calibrations'
import type { AnalyzeAnswer, AnalyzeRequest, DecodeAnswer, DecodeRequest } from '#shared/contracts/content'

const node = '252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111'
const constitution = '348ea206b43c5fe2b43670ec406259c8cc3483acc4c9455fcbe47344a4d39444'
const model_hash = 'fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9'
const engine = { id: 'embedded', version: '1', model_hash, fallback: null }

export const decodeInputExample: DecodeRequest = {
  content: 'Anna Meier (anna.meier@example.com) wants 12 pages of it.',
  reference_time: '2026-05-20T09:00:00Z',
  timezone: 'UTC',
  extract: ['entities', 'privacy'],
}

const address = { start: 12, end: 34, text: 'anna.meier@example.com' }

export const decodedExample: Static<typeof DecodeAnswer> = {
  language: { code: 'en', confidence: 0.7683, reliable: false },
  segments: [{ type: 'paragraph', depth: 0, span: { start: 0, end: 57 } }],
  sentences: [{ id: 0, span: { start: 0, end: 57 } }],
  entities: [
    {
      type: 'person',
      span: { start: 0, end: 10, text: 'Anna Meier' },
      value: 'Anna Meier',
      normalised: null,
      confidence: 0.9,
      method: 'given name and family name',
    },
    {
      type: 'email',
      span: address,
      value: address.text,
      normalised: address.text,
      confidence: 0.98,
      method: 'registry',
    },
  ],
  dates: null,
  quantities: null,
  relations: null,
  acts: null,
  claims: null,
  sentiment: null,
  keyphrases: null,
  readability: null,
  privacy: { findings: [{ type: 'email', span: address, validated: true }] },
  untrusted_instructions: [],
  coverage: { characters: 57, analysed: 57, skipped: [] },
  engine,
  evidence: { node },
}

export const alignmentInputExample: AnalyzeRequest = {
  content: 'This always works. Trust us.',
  dimensions: ['honesty', 'purpose'],
}

export const alignmentExample: Static<typeof AnalyzeAnswer> = {
  language: { code: 'en', confidence: 0.8289, reliable: false },
  overall: { score: 95, band: 'aligned', method: 'weighted_geometric', capped_by: [] },
  dimensions: [
    {
      id: 'honesty',
      score: 95,
      weight: 1,
      status: 'scored',
      confidence: 0.37,
      signals: [
        {
          id: 'absolute_claim',
          value: 1,
          effect: -5,
          because: '1 claim without exception and without a ground',
          spans: [{ start: 5, end: 11, text: 'always' }],
        },
      ],
      counterfactual: null,
    },
    {
      id: 'purpose',
      score: null,
      weight: 0,
      status: 'not_applicable',
      confidence: 0,
      signals: [],
      counterfactual: null,
    },
  ],
  values: [],
  violations: [],
  recommendations: [],
  fairness_check: { swaps: 0, swap_delta_max: null },
  settings: {
    constitution,
    version: 0,
    weights: {
      clarity: 0.1,
      honesty: 0.18,
      safety: 0.2,
      fairness: 0.14,
      privacy: 0.14,
      respect: 0.08,
      purpose: 0.08,
      accountability: 0.08,
    },
    thresholds: {
      clarity: 60,
      honesty: 60,
      safety: 60,
      fairness: 60,
      privacy: 60,
      respect: 60,
      purpose: 60,
      accountability: 60,
    },
    vetoes: { safety: { below: 40, cap: 40 }, privacy: { below: 40, cap: 50 } },
  },
  untrusted_instructions: [],
  coverage: {
    characters: 28,
    analysed: 27,
    skipped: [{ what: 'purpose', because: 'no values and no goals were named' }],
  },
  engine,
  evidence: { node },
}

export const calibrationInputExample: CalibrateRequest = {
  parameters: [{ name: 'harmonic.threshold.clarity', requested: 90 }],
  dry_run: true,
}

export const calibrationExample: Static<typeof CalibrateAnswer> = {
  results: [
    {
      name: 'harmonic.threshold.clarity',
      previous: 60,
      requested: 90,
      applied: 65,
      status: 'step_limited',
      reasons: ['one calibration changes it by 5 at most'],
      bounds: { min: 30, max: 95, step: 1, max_delta: 5, max_daily_delta: 10, principle: 'A-06' },
    },
  ],
  proposal: null,
  constraints: [
    { id: 'harmonic.weights', ok: true, slack: 0 },
    { id: 'harmonic.protection', ok: true, slack: 0.14 },
    { id: 'harmonic.veto.safety', ok: true, slack: 20 },
    { id: 'harmonic.veto.privacy', ok: true, slack: 20 },
  ],
  next_observation: null,
  dry_run: true,
  version: 0,
  rollback_token: null,
  constitution,
  evidence: { node },
}
