/** What a page does when the device is shaken or tilted: told by events like those of its sensors. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  closest,
  type Field,
  isField,
  isSeen,
  quote,
  spokenText,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { pause, scene } from '#workers/scan-page/checks/in-page/states'

export const deviceMotion: CheckMeta = {
  rule: 'device-motion',
  criteria: ['2.5.4'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Offer buttons for all that shaking or tilting does, and a setting that turns the movement off.',
}

const restMs = 150
const joltMs = 20
const jolts = 8
const answerMs = 150
/** In metres by the square of the second; who walks makes three. */
const strength = 32
const gravity = 9.8
const tilts = [0, 15, 40, 65, -40, -65, 0]

/** What changes where the device is moved and does not otherwise; nothing where the page only moves along, or shows how it is held. */
export async function shake(): Promise<Found[]> {
  const restless = (await changesWhile(() => pause(restMs))).touched
  for (const [way, move] of [
    ['shaken', shakeHard],
    ['tilted', tilt],
  ] as const) {
    const changed = (await changesWhile(move)).changed.filter(({ element }) => !restless.has(element))
    const [first] = changed
    if (first && changed.every(({ isMeasure }) => !isMeasure))
      return [
        foundOf(deviceMotion, {
          element: first.element,
          confidence: 'high',
          message: `${tagOf(first.element)} ${quote(first.text || 'without words')} changes when the device is ${way}, and nothing on the page turns that off.`,
        }),
      ]
  }
  return []
}

type Changed = {
  element: Element
  text: string
  /** Figures alone are others: how fast, how steep, how many steps. */
  isMeasure: boolean
}

async function changesWhile(act: () => Promise<void>): Promise<{ touched: ReadonlySet<Element>; changed: Changed[] }> {
  const seen = scene()
  const texts = new Map([...seen].map((element) => [element, spokenText(element, longest)]))
  const values = new Map(
    allElements()
      .filter(isField)
      .map((field) => [field, stateOf(field)]),
  )
  const touched = new Set<Element>()
  const observer = new MutationObserver((records) => {
    for (const record of records) for (const element of changedBy(record)) touched.add(element)
  })
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true })
  await act()
  await pause(answerMs)
  observer.disconnect()
  const now = scene()
  const differs = (element: Element) =>
    seen.has(element) !== now.has(element) ||
    (now.has(element) && texts.get(element) !== spokenText(element, longest)) ||
    [...element.querySelectorAll('*')].some((each) => seen.has(each) !== now.has(each))
  const told = [...touched].filter(
    (element) => !isAbove(element) && (seen.has(element) || isSeen(element)) && differs(element),
  )
  const pictures = [...touched].filter((element) => element.matches('img, source, video') && seen.has(element))
  const entered = [...values]
    .filter(([field, state]) => field.isConnected && stateOf(field) !== state)
    .map(([field]) => field)
  const changed = [...new Set([...told, ...entered, ...pictures])].map((element) => {
    const [before, after] = [texts.get(element) ?? '', spokenText(element, longest)]
    return {
      element,
      text: after || before,
      isMeasure: before !== after && /\d/.test(after) && withoutFigures(before) === withoutFigures(after),
    }
  })
  return { touched, changed }
}

const longest = 200

const stateOf = (field: Field) => (field instanceof HTMLInputElement ? `${field.value} ${field.checked}` : field.value)
const withoutFigures = (text: string) => text.replace(/[-–−+]?[\d.,]+/g, '')
const isAbove = (element: Element) => element.matches('html, body, head, head *')

function changedBy({ type, target, addedNodes, attributeName }: MutationRecord): Element[] {
  const element = target instanceof Element ? target : target.parentElement
  if (!element || (type === 'attributes' && attributeName === 'src' && !element.matches('img, source, video')))
    return []
  if (type === 'childList' && isAbove(element)) return [...addedNodes].filter((node) => node instanceof Element)
  return closest(element, 'svg') ? [] : [element]
}

/** To and fro along all ways at once, for whoever reckons by one of them. */
async function shakeHard(): Promise<void> {
  if (typeof DeviceMotionEvent === 'undefined') return
  for (let count = 0; count < jolts; count += 1) {
    const force = count % 2 === 0 ? strength : -strength
    window.dispatchEvent(
      new DeviceMotionEvent('devicemotion', {
        acceleration: { x: force, y: force, z: force },
        accelerationIncludingGravity: { x: force, y: force, z: force + gravity },
        rotationRate: { alpha: force * 10, beta: force * 10, gamma: force * 10 },
        interval: joltMs,
      }),
    )
    await pause(joltMs)
  }
}

async function tilt(): Promise<void> {
  if (typeof DeviceOrientationEvent === 'undefined') return
  for (const degrees of tilts) {
    const about = { alpha: 0, beta: degrees, gamma: degrees, absolute: false }
    window.dispatchEvent(new DeviceOrientationEvent('deviceorientation', about))
    await pause(joltMs)
  }
}
