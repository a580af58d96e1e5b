/** Fields that are told to be required by the colour of their labels alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, labelsOf, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'
import { saysIfRequired } from '#workers/scan-page/checks/in-page/required-words'

const fewestFields = 2

export const requiredByColor: StaticCheck = {
  rule: 'required-by-color',
  criteria: ['1.4.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Say it by a word or a sign in the label as well, e.g. “(required)”.',
  find(elements) {
    const labelled = readFields(elements).flatMap((field) => {
      const [label] = labelsOf(field)
      if (!field.form || !label || !isSeen(label) || field.matches(':disabled, [aria-invalid="true"]')) return []
      return [{ field, label, isRed: isRed(getComputedStyle(label).color) }]
    })
    return [...Map.groupBy(labelled, ({ field }) => field.form).values()].flatMap((form) => {
      const red = form.filter((each) => each.isRed && !saysIfRequired(spokenText(each.label)))
      if (form.length < fewestFields || red.length === 0 || form.every((each) => each.isRed)) return []
      // The form says itself what the colour means.
      const isSaid = red.some(({ field }) => field.form && byRed.test(spokenText(field.form, 2000)))
      return red.map(({ label }) => ({
        element: label,
        tier: isSaid ? ('practice' as const) : ('warning' as const),
        message: `The label ${quote(spokenText(label))} is red, unlike others of the form, and no word or sign says why.`,
      }))
    })
  },
}

const byRed =
  /(?<!\p{L})(?:red|rot\p{L}{0,2}|rouges?|roj[oa]s?|ross[oaie]|rode?|czerwon\p{L}*|vermelh[oa]s?|rød\p{L}?|röd\p{L}?|punai\p{L}*|piros\p{L}*|roși\p{L}*|kırmızı|červen\p{L}*|красн\p{L}*|червон\p{L}*|κόκκιν\p{L}*)(?!\p{L})|赤|红|紅|빨간|붉은|حمر|أحمر|אדו/iu

function isRed(written: string): boolean {
  const paint = paintOf(written)
  if (!paint) return false
  const [red, green, blue] = paint.color
  return red > 120 && red > green * 2 && red > blue * 2
}
