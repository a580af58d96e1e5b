/** Examples of content analysis: a text and what it says. */
import type { Static } from '@sinclair/typebox'
import type { DecodeAnswer, DecodeRequest } from '#shared/contracts/content'

const node = '252f10c83610ebca1a059c0bae8255eba2f95be4d1d7bcfa89d7248a82d9f111'
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
