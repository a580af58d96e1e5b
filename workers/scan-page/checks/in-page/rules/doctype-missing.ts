/** Pages whose source does not say which HTML it is: browsers show them as those of the last century did. */
import type { StaticCheck } from '#workers/scan-page/checks/check'

export const doctypeMissing: StaticCheck = {
  rule: 'doctype-missing',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Begin the source with <!doctype html>.',
  find: (_elements, isTop) =>
    isTop && document.contentType === 'text/html' && document.compatMode === 'BackCompat'
      ? [
          {
            element: document.documentElement,
            confidence: 'high' as const,
            message: document.doctype
              ? 'The page has a doctype of old, by which browsers fall back on what they did before there were standards.'
              : 'The page has no doctype, and browsers fall back on what they did before there were standards.',
          },
        ]
      : [],
}
