/** What a caller may ask of an analysis: thresholds that are stricter, values told apart. Pure. */
import { type Dimension, dimensions } from '#db/documents/alignment'
import type { HarmonySettings } from '#shared/calibration/parameters'
import type { AnalyzeRequest } from '#shared/contracts/content'
import type { Issue } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'

const isDimension = (name: string): name is Dimension => dimensions.some((each) => each === name)

/** @throws INVALID_REQUEST with every fault named. */
export function checkAsked(request: AnalyzeRequest, settings: Pick<HarmonySettings, 'thresholds'>): void {
  const issues = [...thresholdIssues(request, settings), ...valueIssues(request)]
  if (issues.length > 0) throw invalidRequest(issues)
}

function thresholdIssues({ thresholds = {} }: AnalyzeRequest, settings: Pick<HarmonySettings, 'thresholds'>): Issue[] {
  return Object.entries(thresholds).flatMap(([name, threshold]) => {
    const path = `/thresholds/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (!isDimension(name)) return [{ path, message: 'is no dimension', expected: `one of ${dimensions.join(', ')}` }]
    const least = settings.thresholds[name]
    if (threshold === undefined || threshold >= least) return []
    return [
      {
        path,
        message: `is laxer than the ${least} that holds: a request may only be stricter`,
        expected: `a number from ${least} to 100`,
      },
    ]
  })
}

function valueIssues({ values = [] }: AnalyzeRequest): Issue[] {
  const first = new Map(values.toReversed().map(({ id }, at) => [id, values.length - 1 - at]))
  return values.flatMap(({ id }, at) =>
    first.get(id) === at
      ? []
      : [{ path: `/values/${at}/id`, message: 'is there already', expected: 'an id of its own' }],
  )
}

export const effectiveThresholds = (
  { thresholds = {} }: AnalyzeRequest,
  settings: Pick<HarmonySettings, 'thresholds'>,
): Record<Dimension, number> => ({ ...settings.thresholds, ...thresholds })
