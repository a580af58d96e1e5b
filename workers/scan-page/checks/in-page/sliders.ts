/** Whether what stands beside a slider as its value is what a screen reader says of it. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { closest, isSeen, nameOf, parentOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const sliderSaysOther: CheckMeta = {
  rule: 'slider-says-other',
  criteria: ['4.1.2', '1.3.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Set aria-valuetext to what is shown as the value, anew whenever it changes.',
}

const longestValue = 24
const readoutsTaken = 40

/** Notes what is shown around a slider. @returns what has become of it, once the slider was moved. */
export function watchSlider(slider: HTMLInputElement): () => Found[] {
  const readouts = readoutsOf(slider).map((element) => ({ element, before: spokenText(element, longestValue + 1) }))
  return () => {
    if (!slider.isConnected || slider.hasAttribute('aria-valuetext') || slider.hasAttribute('aria-describedby'))
      return []
    const changed = readouts.flatMap(({ element, before }) => {
      const now = spokenText(element, longestValue + 1)
      return element.isConnected && isSeen(element) && now !== before && now !== '' && before !== ''
        ? [{ element, now }]
        : []
    })
    const [first] = changed
    if (!first || changed.some(({ now }) => now.length > longestValue || saysSame(slider, now))) return []
    return [
      foundOf(sliderSaysOther, {
        element: slider,
        tier: first.element.matches('output') ? 'practice' : 'warning',
        message: `The slider ${quote(nameOf(slider) || 'without a name')} shows ${quote(first.now)} as its value, and says ${quote(slider.value)} to who does not see it.`,
      }),
    ]
  }
}

/** What is called its output, or stands beside it and beside no other field. */
function readoutsOf(slider: HTMLInputElement): Element[] {
  const outputs = [...(closest(slider, 'form, section, main, body')?.querySelectorAll('output') ?? [])].filter(
    ({ htmlFor }) => slider.id !== '' && htmlFor.contains(slider.id),
  )
  if (outputs.length > 0) return outputs
  const around = parentOf(slider)
  const isAlone = around?.querySelectorAll('input, select, textarea').length === 1
  return isAlone
    ? [...around.querySelectorAll('output, span, strong, b, p, div, small')]
        .filter((each) => !each.firstElementChild && !each.contains(slider))
        .slice(0, readoutsTaken)
    : []
}

/** The number itself, whatever is written between its figures and behind it, or the share of the whole. */
function saysSame({ value, min, max }: HTMLInputElement, text: string): boolean {
  const [from, to, at] = [Number(min || 0), Number(max || 100), Number(value)]
  const share = Math.round(((at - from) / (to - from)) * 100)
  const figures: string[] = text.replaceAll(/(?<=\d)[\s.,'’](?=\d)/g, '').match(/\d+/g) ?? []
  return [value.replaceAll(/[.-]/g, ''), String(share), String(Math.round(at * 100)), String(Math.abs(at))].some(
    (known) => figures.includes(known),
  )
}
