/** Every check that judges a page by looking alone, each in a file of its own: a new one is a line here. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { obsoleteElement } from '#workers/scan-page/checks/in-page/rules/obsolete-element'

export const staticChecks: readonly StaticCheck[] = [obsoleteElement]
