/** A measurement tree as a picture: the verdict on its scale, then a line per figure of the levels that lead to it. Pure. */

import {
  capital,
  type Figure,
  intervalText,
  numberText,
  placeOnScale,
  type ShownInterval,
  scales,
  spoken,
} from '#api/traces/pictures/figures'
import type { Way } from '#api/traces/pictures/lift'
import { shownVerdictOf } from '#api/traces/pictures/lift'
import { dayOf } from '#api/traces/pictures/shared-levels'
import type { ShownVerdict } from '#api/traces/pictures/shown'
import { type Story, verdictWords } from '#api/traces/pictures/story'
import { element, xmlText } from '#shared/kernel/xml'
import type { Thresholds } from '#shared/traces/thresholds'

export function treePicture(story: Story): string {
  const { name, top, thresholds } = story
  const title = `${story.of === 'system' ? 'System' : 'Trace'} ${name}: ${verdictWords[top.verdict].toLowerCase()}`
  const parts: string[] = []
  let y = 40
  const say = (text: string, kind: string, x = leftPx, letters = lettersAcross) => {
    for (const line of wrapped(text, letters)) {
      parts.push(textAt(x, y, line, kind))
      y += kind === 'title' ? 26 : 18
    }
  }
  say(`${story.of === 'system' ? 'System' : 'Trace'} ${name}`, 'title', leftPx, 70)
  say(
    `${story.of === 'trace' ? `of the system ${story.systemSource}; ` : ''}made ${dayOf(story.generatedAt)}, profile ${top.profile}`,
    'soft',
  )
  y += 22
  parts.push(
    mark(top.verdict, leftPx, y - 20),
    textAt(leftPx + 34, y, verdictWords[top.verdict], `verdict ${top.verdict}`),
  )
  if (top.score !== null)
    parts.push(
      textAt(
        rightPx,
        y,
        `${numberText(top.score)} of 100, higher is better${top.grade ? `; grade ${top.grade}` : ''}`,
        'number end',
      ),
    )
  y += 26
  if (thresholds && top.score !== null) {
    parts.push(...scaleOf(top.score, top.interval, story.of === 'trace', thresholds, y))
    y += 62
  }
  say(top.statement, 'soft')
  y += 8
  for (const line of liftLines(story)) say(line, '')
  y += 14
  for (const { number, name: level, groups, isLeftOut } of story.levels.slice(0, levelsDrawn)) {
    y += 12
    parts.push(textAt(leftPx, y, `Level ${number}: ${level}`, 'head'))
    y += 8
    if (isLeftOut) say('left out: the tree was asked for without it', 'soft')
    for (const group of groups) {
      if (number === 2 && groups.indexOf(group) > 1) continue
      if (group.title !== '') {
        y += 18
        parts.push(textAt(leftPx, y, group.title, 'soft strong'))
        y += 4
      }
      for (const each of group.figures) {
        parts.push(...drawn(each, y, thresholds))
        y += rowPx
      }
    }
    y += 14
  }
  if (top.limitations.length > 0) {
    y += 12
    parts.push(textAt(leftPx, y, 'What is missing', 'head'))
    y += 20
    for (const limit of top.limitations) say(capital(spoken(limit)), 'soft')
  }
  const height = y + 12
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${height}" viewBox="0 0 ${widthPx} ${height}" role="img">\n`,
    element('title', {}, xmlText(title)),
    element('desc', {}, xmlText(top.statement)),
    `<style>${pictureStyle}</style>\n`,
    element('rect', { class: 'paper', width: widthPx, height }),
    ...parts,
    '</svg>\n',
  ].join('')
}

const levelsDrawn = 4
const widthPx = 960
const leftPx = 28
const rightPx = widthPx - 28
const rowPx = 24
const barFromPx = 290
const barPx = 260
const lettersAcross = 128

const xOf = (place: number): number => tenth(barFromPx + (barPx * place) / 100)
const tenth = (px: number): number => Math.round(px * 10) / 10

function liftLines({ lift }: Story): string[] {
  const told = ({ name, from, to, scale, limit }: Way) =>
    `${name}${to === null ? '' : from === null ? `: ${numberText(to, scale)}` : `: from ${numberText(from, scale)} to ${limit} ${numberText(to, scale)}`}`
  if (lift.ways[0])
    return [`What would make it ${lift.ways[0].outcome}: ${told(lift.ways[0])} (${lift.ways[0].scale.words})`]
  if (lift.together.length > 0)
    return [`What would make it ${lift.next ?? 'better'}, all together: ${lift.together.map(told).join('; ')}`]
  return [...lift.decides, ...lift.doubts]
}

function scaleOf(
  score: number,
  interval: ShownInterval | null,
  isBounds: boolean,
  thresholds: Thresholds,
  y: number,
): string[] {
  const across = rightPx - leftPx
  const at = (value: number) => tenth(leftPx + (across * Math.min(100, Math.max(0, value))) / 100)
  const { conditional_from: middle, acceptable_from: upper } = thresholds
  const zones = [
    { name: 'unacceptable', from: 0, to: middle },
    { name: 'conditional', from: middle, to: upper },
    { name: 'acceptable', from: upper, to: 100 },
  ]
  return [
    ...zones.map(({ name, from, to }) =>
      element('rect', { class: `zone ${name}`, x: at(from), y, width: at(to) - at(from), height: 16 }),
    ),
    ...zones.map(({ name, from, to }) =>
      textAt((at(from) + at(to)) / 2, y + 32, `${name}, from ${from}`, 'soft middle'),
    ),
    ...(interval
      ? [
          element('rect', {
            class: isBounds ? 'span bounds' : 'span',
            x: at(interval[0]),
            y: y + 3,
            width: Math.max(2, at(interval[1]) - at(interval[0])),
            height: 10,
            rx: 5,
          }),
        ]
      : []),
    element('path', { class: 'needle', d: `M${at(score)} ${y - 6}v28` }),
    element('circle', { class: 'point', cx: at(score), cy: y - 8, r: 5 }),
  ]
}

function drawn(
  { name, value, interval, scale, note, depth, isDriver, isBounds }: Figure,
  top: number,
  thresholds: Thresholds | undefined,
): string[] {
  const middle = top + rowPx / 2
  const place = value === null ? undefined : placeOnScale(value, scale)
  const isScore = scale.words === scales.score.words && scale.to === scales.score.to
  const band = isScore && value !== null && thresholds ? shownVerdictOf(value, thresholds) : 'plain'
  const low = interval && placeOnScale(interval[0], scale)
  const high = interval && placeOnScale(interval[1], scale)
  const words = [interval ? intervalText(interval, scale) : '', note].filter(Boolean).join('; ')
  return [
    textAt(leftPx + depth * 16, middle + 4, cutTo(name, 38 - depth * 2), isDriver ? 'strong' : ''),
    element('rect', { class: 'rail', x: barFromPx, y: middle - 2, width: barPx, height: 4, rx: 2 }),
    ...(!isScore && place !== undefined && scale.from === 0
      ? [
          element('rect', {
            class: 'fill',
            x: barFromPx,
            y: middle - 4,
            width: tenth((barPx * place) / 100),
            height: 8,
            rx: 2,
          }),
        ]
      : []),
    ...(typeof low === 'number' && typeof high === 'number'
      ? [
          element('rect', {
            class: `${isBounds ? 'span bounds' : 'span'} ${band}`,
            x: xOf(low),
            y: middle - 5,
            width: Math.max(2, tenth(xOf(high) - xOf(low))),
            height: 10,
            rx: 4,
          }),
        ]
      : []),
    ...(place !== undefined && (isScore || scale.from < 0)
      ? [element('circle', { class: `point ${band}`, cx: xOf(place), cy: middle, r: 5 })]
      : []),
    textAt(barFromPx + barPx + 16, middle + 4, value === null ? 'none' : numberText(value, scale), 'strong'),
    textAt(barFromPx + barPx + 74, middle + 4, value === null ? '' : scale.words, 'small'),
    textAt(barFromPx + barPx + 176, middle + 4, cutTo(words, 36), 'small'),
  ]
}

/** Told apart by form as well as by colour. */
function mark(verdict: ShownVerdict, x: number, y: number): string {
  const d = {
    acceptable: 'M12 1a11 11 0 1 0 .01 0z',
    conditional: 'M12 0L24 12 12 24 0 12z',
    unacceptable: 'M7 1h10l6 6v10l-6 6H7l-6-6V7z',
    not_assessable: 'M12 3a9 9 0 1 0 .01 0z',
  }[verdict]
  return element('path', { class: `mark ${verdict}`, d, transform: `translate(${x} ${y})` })
}

const textAt = (x: number, y: number, text: string, kind: string): string =>
  text === '' ? '' : element('text', kind === '' ? { x, y } : { x, y, class: kind }, xmlText(text))

const cutTo = (text: string, letters: number): string =>
  text.length <= letters ? text : `${text.slice(0, letters - 1).toWellFormed()}…`

/** Three lines at most. */
function wrapped(text: string, letters: number): string[] {
  const lines: string[] = []
  let rest = text.trim()
  while (rest.length > letters && lines.length < 2) {
    const space = rest.lastIndexOf(' ', letters)
    const end = space > letters / 2 ? space : letters
    lines.push(rest.slice(0, end))
    rest = rest.slice(end).trim()
  }
  return rest === '' ? lines : [...lines, cutTo(rest, letters)]
}

export const pictureStyle = `
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: #1d1c1a }
text.title { font-size: 22px; font-weight: 650 } text.verdict { font-size: 24px; font-weight: 680 } text.head { font-size: 15px; font-weight: 650 }
text.number { font-size: 18px; font-weight: 600 } text.strong { font-weight: 600 } text.soft { fill: #55514a } text.small { fill: #55514a; font-size: 11.5px }
text.middle { text-anchor: middle } text.end { text-anchor: end }
.paper { fill: #fbfaf8 } .rail { fill: #e4e0d8 } .needle { stroke: #1d1c1a; stroke-width: 2; fill: none } .point { fill: #1d1c1a }
.span { fill: #1d1c1a; fill-opacity: 0.4 } .fill { fill: #6d6a86 } .point.plain { fill: #6d6a86 }
text.acceptable { fill: #0b5560 } text.conditional { fill: #6b4700 } text.unacceptable { fill: #8b1147 } text.not_assessable { fill: #4b4a57 }
.mark.acceptable { fill: #0b5560 } .mark.conditional { fill: #6b4700 } .mark.unacceptable { fill: #8b1147 } .mark.not_assessable { fill: none; stroke: #4b4a57; stroke-width: 3; stroke-dasharray: 4 3 }
.zone.acceptable { fill: #d9eef0 } .zone.conditional { fill: #f6ead0 } .zone.unacceptable { fill: #f8dfe8 }
.point.acceptable, .span.acceptable { fill: #1d8494 } .point.conditional, .span.conditional { fill: #b07c10 } .point.unacceptable, .span.unacceptable { fill: #c23a72 }
.span.bounds { fill: #1d1c1a; fill-opacity: 0.08; stroke: #1d1c1a; stroke-width: 1.25; stroke-dasharray: 4 3 }
@media (prefers-color-scheme: dark) {
  text { fill: #eceae6 } text.soft, text.small { fill: #b5b1a8 } .paper { fill: #16171a } .rail { fill: #3a3d44 } .needle { stroke: #eceae6 } .point { fill: #eceae6 }
  .span { fill: #eceae6 } .fill, .point.plain { fill: #a5a1c8 }
  text.acceptable { fill: #8fdce6 } text.conditional { fill: #f0cc7a } text.unacceptable { fill: #ffa3c4 } text.not_assessable { fill: #cfcde0 }
  .mark.acceptable { fill: #8fdce6 } .mark.conditional { fill: #f0cc7a } .mark.unacceptable { fill: #ffa3c4 } .mark.not_assessable { stroke: #cfcde0 }
  .zone.acceptable { fill: #143a40 } .zone.conditional { fill: #3f3114 } .zone.unacceptable { fill: #47182c }
  .point.acceptable, .span.acceptable { fill: #4fb6c4 } .point.conditional, .span.conditional { fill: #d2a23c } .point.unacceptable, .span.unacceptable { fill: #ee6f9e }
  .span.bounds { fill: #eceae6; stroke: #eceae6 }
}`.trim()
