/** What a schema cannot say of regions that are not to be looked at: whether each names one thing, and its selector can be read. */
import { compile } from 'css-select'
import type { IgnoredRegion } from '#db/documents/design-policy'
import type { Issue } from '#shared/kernel/errors'

/** Every fault of them. @param path of the list. */
export const ignoreFaults = (regions: readonly IgnoredRegion[], path: string): Issue[] =>
  regions.flatMap(({ selector, box }, at): Issue[] => {
    const expected = 'exactly one of selector and box'
    if (selector === undefined)
      return box ? [] : [{ path: `${path}/${at}`, message: 'names neither a selector nor a box', expected }]
    if (box) return [{ path: `${path}/${at}`, message: 'names both a selector and a box', expected }]
    const message = selectorFault(selector)
    return message === undefined ? [] : [{ path: `${path}/${at}/selector`, message, expected: 'a CSS selector' }]
  })

/** As comparing trees reads them: ` >>> ` enters frames and shadow trees. */
function selectorFault(selector: string): string | undefined {
  if ((selector.match(/:has\(/g)?.length ?? 0) > 1) return 'has more than one :has()'
  try {
    for (const step of selector.split('>>>')) compile(step.trim())
    return undefined
  } catch (error) {
    return `cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
}
