/** Words that hardly stand out from their ground while the mouse is over them or the focus on them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { contrastOf } from '#workers/scan-page/checks/in-page/color'
import { isSeen, nameOf, parentOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { groundColor, over, paintOf } from '#workers/scan-page/checks/in-page/paint'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'
import { writtenColor } from '#workers/scan-page/checks/in-page/written-color'

const state = /:(?:hover|focus|focus-visible)$/
const partsTaken = 300
const elementsTaken = 6
const hitsTaken = 10
const unseen = 1.05

type Change = { base: string; pseudo: string; color: string; ground: string; hasPicture: boolean }

export const contrastOnHover: StaticCheck = {
  rule: 'contrast-on-hover',
  criteria: ['1.4.3'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Choose colours of 4.5:1 for the state under the mouse and with the focus as well.',
  find(elements) {
    const changes = readStyleRules(elements)
      .filter(
        ({ isConditional, style, selector }) =>
          !isConditional && style.color !== '' && /:(?:hover|focus)/.test(selector),
      )
      .flatMap(({ selector, style }): Change[] =>
        selector.split(/,(?![^(]*\))/).flatMap((written): Change[] => {
          const part = written.trim()
          const pseudo = state.exec(part)?.[0]
          const base = part.replace(state, '')
          if (!pseudo || /:(?:hover|focus|active|disabled|not)/.test(base) || base === '' || base === '*') return []
          return [
            {
              base,
              pseudo,
              color: style.color,
              ground: style.backgroundColor,
              hasPicture: /gradient|url/.test(style.backgroundImage),
            },
          ]
        }),
      )
      .slice(0, partsTaken)
    // What comes later or more precisely holds in the end: of one element, the last rule is taken, and only if it alone speaks of it.
    const byElement = new Map<Element, Change[]>()
    for (const change of changes)
      for (const element of fitting(elements, change.base).slice(0, elementsTaken))
        byElement.set(element, [...(byElement.get(element) ?? []), change])
    return [...byElement]
      .flatMap(([element, all]) =>
        [...Map.groupBy(all, ({ pseudo }) => pseudo).values()].flatMap((alike) => judge(element, alike)).slice(0, 1),
      )
      .slice(0, hitsTaken)
  },
}

function judge(element: Element, alike: readonly Change[]): Hit[] {
  const [change, ...others] = alike
  if (!change || others.length > 0 || change.hasPicture || element.matches(':disabled') || !isSeen(element)) return []
  const text = spokenText(element, 80) || nameOf(element)
  if (text.length < 2 || !/\p{L}/u.test(text)) return []
  const style = getComputedStyle(element)
  if (style.backgroundImage !== 'none' || style.textShadow !== 'none') return []
  const color = writtenColor(change.color, element)
  const base = groundColor(element)
  const behind = groundColor(parentOf(element) ?? element)
  const own = change.ground === '' ? null : writtenColor(change.ground, element)
  if (!color || color.alpha < 0.1 || (change.ground !== '' && !own)) return []
  const ground = own ? (own.alpha === 1 ? own.color : behind && over(own.color, own.alpha, behind)) : base
  const now = paintOf(style.color)
  if (!ground || !now || !base) return []
  const contrast = contrastOf(over(color.color, color.alpha, ground), ground)
  const size = Number.parseFloat(style.fontSize)
  const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5
  // What is faint at rest is told of as that.
  if (contrast >= needed || contrast < unseen || contrastOf(over(now.color, now.alpha, base), base) < needed) return []
  return [
    {
      element,
      tier: contrast < hardlySeen ? 'practice' : 'warning',
      confidence: 'high',
      message: `With ${change.pseudo}, ${quote(text)} has a contrast of ${contrast.toFixed(2)}:1 with its ground; ${needed}:1 is needed.`,
    },
  ]
}

/** So faint, nobody disputes it. */
const hardlySeen = 3
