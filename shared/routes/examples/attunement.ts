/** An example of parameters as they hold, after one calibration. */
import type { Static } from '@sinclair/typebox'
import type { ParameterList } from '#shared/contracts/calibrations'

export const parameterListExample: Static<typeof ParameterList> = {
  version: 1,
  changed_at: '2026-05-20T08:00:00.000Z',
  constitution: '4c'.repeat(32),
  parameters: [
    {
      name: 'harmonic.threshold.clarity',
      value: 62,
      calibrated: null,
      left_today: 8,
      bounds: {
        min: 30,
        max: 95,
        step: 1,
        max_delta: 5,
        max_daily_delta: 10,
        initial: 60,
        principle: 'A-06',
        description: 'The score of clarity that is asked of a text.',
      },
    },
  ],
  constraints: [
    {
      id: 'harmonic.veto.safety',
      coefficients: { 'harmonic.threshold.safety': 1, 'harmonic.veto.safety.below': -1 },
      min: 0,
      max: null,
      principle: 'A-06',
      ok: true,
      slack: 20,
    },
  ],
  history: [
    {
      version: 1,
      changed: [{ name: 'harmonic.threshold.clarity', from: 60, to: 62 }],
      constitution: '4c'.repeat(32),
      takes_back: null,
      taken_back_by: null,
      job_id: '5f0c9a52-7d0b-4a5e-9a53-0b7b0c1e2d3f',
      key_id: 'ak_1',
      changed_at: '2026-05-20T08:00:00.000Z',
      node: '7d'.repeat(32),
      is_proven: true,
    },
  ],
  next_cursor: null,
}
