/** A figure on its scale, drawn: a point and its interval, or a share as a bar. No words: those stand beside it. Pure. */

import { html, type Markup } from '#api/pages/markup'
import { type Figure, placeOnScale, type Scale, type ShownInterval, scales } from '#api/traces/pictures/figures'
import { shownVerdictOf } from '#api/traces/pictures/lift'
import type { Top } from '#api/traces/pictures/shown'
import type { Thresholds } from '#shared/traces/thresholds'

const percent = (place: number): string => `${Math.round(place * 100) / 100}%`

/** Undefined where there is nothing to draw. */
export function scaleBar(
  { value, interval, scale, isBounds }: Pick<Figure, 'value' | 'interval' | 'scale' | 'isBounds'>,
  thresholds: Thresholds | undefined,
): Markup | undefined {
  const place = value === null ? undefined : placeOnScale(value, scale)
  if (place === undefined && !interval) return undefined
  const isScore = isScoreScale(scale)
  const band = isScore && value !== null && thresholds ? shownVerdictOf(value, thresholds) : 'plain'
  return html`<svg class="track ${band}" aria-hidden="true" focusable="false" width="100%" height="20">
<rect class="rail" y="8" width="100%" height="4" rx="2"/>${
    isScore && thresholds && [thresholds.conditional_from, thresholds.acceptable_from].map(tick)
  }${scale.from < 0 && tick(50)}${!isScore && scale.from === 0 && place !== undefined && html`<rect class="fill" y="6" width="${percent(place)}" height="8" rx="2"/>`}${
    interval && spanOf(interval, scale, isBounds)
  }${place !== undefined && (isScore || scale.from < 0) && html`<circle class="point" cx="${percent(place)}" cy="10" r="5"/>`}
</svg>`
}

/** Risks that senders declare have the same ends, but the other way is up. */
const isScoreScale = (scale: Scale): boolean => scale.words === scales.score.words && scale.to === scales.score.to

const tick = (at: number): Markup => html`<line class="tick" x1="${percent(at)}" x2="${percent(at)}" y1="4" y2="16"/>`

function spanOf([low, high]: ShownInterval, scale: Scale, isBounds: boolean): Markup | undefined {
  const from = placeOnScale(low, scale)
  const to = placeOnScale(high, scale)
  if (from === undefined || to === undefined) return undefined
  const [y, height] = isBounds ? [5, 10] : [6, 8]
  return html`<rect class="span${isBounds && ' bounds'}" x="${percent(from)}" y="${y}" width="${percent(Math.max(0.4, to - from))}" height="${height}" rx="3"/>`
}

/** The score on its whole scale, with the verdicts by name. */
export function gauge(
  { score, interval, atLeast }: Top,
  isBounds: boolean,
  thresholds: Thresholds,
): Markup | undefined {
  if (score === null) return undefined
  const { conditional_from: middle, acceptable_from: upper } = thresholds
  const zones = [
    { name: 'unacceptable', from: 0, to: middle },
    { name: 'conditional', from: middle, to: upper },
    { name: 'acceptable', from: upper, to: 100 },
  ]
  return html`<svg class="gauge" aria-hidden="true" focusable="false" width="100%" height="50">
${zones.map(
  ({ name, from, to }) =>
    html`<rect class="zone ${name}" x="${percent(from)}" y="26" width="${percent(to - from)}" height="16"/>`,
)}${[middle, upper].map((at) => html`<line class="edge" x1="${percent(at)}" x2="${percent(at)}" y1="20" y2="48"/>`)}${
  interval &&
  html`<rect class="span${isBounds && ' bounds'}" x="${percent(interval[0])}" y="29" width="${percent(Math.max(0.4, interval[1] - interval[0]))}" height="10" rx="5"/>`
}${atLeast !== null && html`<line class="proven" x1="${percent(atLeast)}" x2="${percent(atLeast)}" y1="18" y2="46"/>`}<line class="needle" x1="${percent(score)}" x2="${percent(score)}" y1="14" y2="46"/><circle class="point" cx="${percent(score)}" cy="10" r="6"/>
</svg>
<ul class="zones">${zones.map(({ name, from, to }) => html`<li><b>${name}</b> ${from} to ${to}</li>`)}</ul>`
}
