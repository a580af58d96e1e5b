/** Elements that HTML has given up, which browsers and assistive technology treat each in their own way. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown } from '#workers/scan-page/checks/in-page/dom'

const replacements: Readonly<Record<string, string>> = {
  acronym: 'abbr',
  applet: 'object',
  basefont: 'CSS',
  big: 'CSS',
  blink: 'text that stands still',
  center: 'CSS',
  dir: 'ul',
  font: 'CSS',
  frame: 'iframe',
  frameset: 'iframe',
  marquee: 'text that stands still',
  strike: 's or del',
  tt: 'code, kbd or samp',
}

export const obsoleteElement: StaticCheck = {
  rule: 'obsolete-element',
  criteria: [],
  tier: 'practice',
  impact: 'minor',
  remedy: 'Use what HTML has in its place.',
  find: (elements) =>
    elements.flatMap((element) => {
      const replacement = replacements[element.localName]
      if (replacement === undefined || !isShown(element)) return []
      return [
        {
          element,
          message: `HTML has no <${element.localName}> any more.`,
          remedy: `Use ${replacement} instead of <${element.localName}>.`,
        },
      ]
    }),
}
