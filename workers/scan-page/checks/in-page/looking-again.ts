/** The checks that look alone, one by one: at first, and once more after something was done. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { allElements, forget, remember } from '#workers/scan-page/checks/in-page/dom'
import type { Found, LookedAgain } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { staticChecks } from '#workers/scan-page/checks/in-page/rules/index'

/** Of one rule, so many elements are listed; the last one stands for all beyond. */
const hitsListed = 100

export async function foundBy(check: StaticCheck, elements: readonly Element[], isTop: boolean): Promise<Found[]> {
  const hits = await check.find(elements, isTop)
  const found = hits.slice(0, hitsListed).map((hit) => foundOf(check, hit))
  const last = found.at(-1)
  if (last && hits.length > hitsListed) last.count = hits.length - hitsListed + 1
  return found
}

/** The checks by looking once more, at the page as it is now. After so much time none is begun: `late` names the others. */
export async function lookAgain(names: readonly string[], budgetMs: number): Promise<LookedAgain> {
  const deadline = performance.now() + budgetMs
  const elements = allElements()
  const again: LookedAgain = { found: [], late: [] }
  remember()
  try {
    for (const check of staticChecks) {
      if (!names.includes(check.rule)) continue
      if (performance.now() > deadline) again.late.push(check.rule)
      else again.found.push(...(await foundBy(check, elements, true)))
    }
  } finally {
    forget()
  }
  return again
}
