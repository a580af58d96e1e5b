/** The dimensions, one file each; what is measured of a text is this list. */
import { accountability } from '#workers/analyze-content/harmony/dimensions/accountability'
import { clarity } from '#workers/analyze-content/harmony/dimensions/clarity'
import { fairness } from '#workers/analyze-content/harmony/dimensions/fairness'
import { honesty } from '#workers/analyze-content/harmony/dimensions/honesty'
import { privacy } from '#workers/analyze-content/harmony/dimensions/privacy'
import { purpose } from '#workers/analyze-content/harmony/dimensions/purpose'
import { respect } from '#workers/analyze-content/harmony/dimensions/respect'
import { safety } from '#workers/analyze-content/harmony/dimensions/safety'
import type { DimensionMeasure } from '#workers/analyze-content/harmony/measured'

export const measures: readonly DimensionMeasure[] = [
  clarity,
  honesty,
  safety,
  fairness,
  privacy,
  respect,
  purpose,
  accountability,
]
