/** analyze-content: decodes what a text says, holds it to dimensions of alignment, or calibrates the parameters that do. */
import { Type as t } from '@sinclair/typebox'
import { CalibrateRequest } from '#shared/contracts/calibrations'
import { AnalyzeRequest, DecodeRequest } from '#shared/contracts/content'
import { defineJob } from '#shared/jobs/contract'

export const analyzeContent = defineJob({
  name: 'analyze-content',
  areas: ['C'],
  payload: t.Union([
    /** `at`: when the call came in, which is what "tomorrow" is counted from where the request says nothing. */
    t.Object({ of: t.Literal('decode'), request: DecodeRequest, at: t.String({ format: 'date-time' }) }),
    t.Object({ of: t.Literal('analyze'), request: AnalyzeRequest, at: t.String({ format: 'date-time' }) }),
    t.Object({ of: t.Literal('calibrate'), request: CalibrateRequest, at: t.String({ format: 'date-time' }) }),
  ]),
  waitMs: 15_000,
  attempts: { limit: 3, delaySeconds: 1, expireInSeconds: 120, lossesForgiven: 3 },
})
