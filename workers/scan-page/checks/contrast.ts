/** Contrast of texts that no style sheet tells, on pictures, gradients and blends: measured on the page as it is painted. */
import { PNG } from 'pngjs'
import type { CDPSession } from 'puppeteer'
import type { CheckMeta } from '#workers/scan-page/checks/check'
import type { LetterPaint } from '#workers/scan-page/checks/in-page/camera'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { LetterBox, MeasuredText } from '#workers/scan-page/checks/in-page/measured-text'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import {
  markColor,
  type Pictures,
  type Strokes,
  strokesIn,
  type TextPicture,
} from '#workers/scan-page/checks/text-pixels'
import type { CheckTools } from '#workers/scan-page/checks/tools'
import type { Finding, Target } from '#workers/scan-page/finding'
import { topicOf } from '#workers/scan-page/topics'

export const minimum: CheckMeta = {
  rule: 'color-contrast',
  criteria: ['1.4.3', '1.4.6'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Lay a solid or darkened ground under the text, or choose a text colour that stands out from all that is behind it.',
}
const enhanced: CheckMeta = { ...minimum, rule: 'color-contrast-enhanced', criteria: ['1.4.6'] }

/** By level of contrast. They are called as the engines call theirs, with which they make one issue. */
const metas = { minimum, enhanced } as const

export const contrastAsPainted: LiveCheck = {
  name: 'contrast',
  metas: [minimum, enhanced],
  budgetMs: 8000,
  acts: false,
  isDue: ({ outlook, engineFindings, acting }) =>
    outlook.overImages > 0 || undecidedOf(engineFindings, acting.path).length > 0,
  run: measureTexts,
}

/** After so much of its time no more pictures are begun: the rest is for those under way. */
const picturesShare = 0.75
/** Of a hundred pixels, so many must be on one side of the limit before it is decided. */
const sureShare = 0.99
/** Strokes so thin that no pixel is full of them have a reckoned colour: it must be this much on one side. */
const thinMargin = 0.15
const fullCoverage = 0.9

/** What leaves room for a measurement: axe's own verdict does not, nor what another engine says of the element beside it. */
function undecidedOf(findings: readonly Finding[], path: Target): Finding[] {
  const ofContrast = findings.filter((finding) => isMeasurable(finding, path))
  const isAxes = ({ engine, verdict }: Finding) => engine === 'axe-core' && verdict === 'violation'
  const decided = new Set(ofContrast.filter(isAxes).map(matter))
  return ofContrast.filter(
    (finding) => !isAxes(finding) && !(finding.kept !== undefined && decided.has(matter(finding))),
  )
}

const matter = ({ kept, rule }: Finding): string => `${levelOf(rule)} of ${kept}`

/** Whether a picture can tell of it. */
function isMeasurable({ rule, count = 1, target, isDoubted }: Finding, path: Target): boolean {
  return (
    isDoubted !== true &&
    levelOf(rule) !== undefined &&
    // What is inside other frames is not pictured, and what one finding says of many is not settled by one.
    Bun.deepEquals(target.slice(0, -1), [...path]) &&
    count === 1
  )
}

type Level = keyof typeof metas

const levels = [
  { level: 'minimum', criterion: '1.4.3' },
  { level: 'enhanced', criterion: '1.4.6' },
] as const

function levelOf(rule: string): Level | undefined {
  const topic = topicOf(rule)
  return topic === 'contrast' ? 'minimum' : topic === 'enhanced contrast' ? 'enhanced' : undefined
}

/** All texts that stand in the window share one set of pictures, then the next ones are brought there. */
async function measureTexts(tools: CheckTools, tell: Tell): Promise<void> {
  const { ask, session, acting, engineFindings, missed, budgetMs } = tools
  const until = performance.now() + budgetMs * picturesShare
  const client = await session()
  const undecided = undecidedOf(engineFindings, acting.path)
  const which = await ask(
    'openCamera',
    undecided.map(({ target }) => [target.at(-1) ?? ''].flat()),
    markColor,
    undecided.some(({ isUnderWay }) => isUnderWay !== undefined),
  )
  let left = 0
  let done: number[] = []
  try {
    while (performance.now() < until) {
      const scene = await ask('nextScene', done)
      if (!scene) break
      const still = scene.texts.filter(({ changes, isBlended }) => !changes && !isBlended)
      const others = scene.texts.filter((text) => !still.includes(text))
      done = others.map(({ index }) => index)
      for (const text of others)
        judgeUnfaded(
          text,
          undecided.filter((_, at) => which[at] === text.index),
          tools,
        )
      const clip = around(still.flatMap(({ boxes }) => boxes))
      if (!clip) continue
      const { x, y } = scene.scrolled
      // Counted from the page's corner, not the window's.
      const placed = await acting.onPage({ ...clip, x: clip.x + x, y: clip.y + y })
      const pictures = await takePictures(
        (picture) => ask('paint', picture),
        () => takePicture(client, placed),
      )
      const inPicture = placedIn(clip, pictures.bare)
      const moved = await ask('movedTexts')
      for (const text of still) {
        if (moved.includes(text.index)) continue
        const strokes = strokesIn(text.boxes.map(inPicture), pictures, text.opacity)
        if (!strokes) continue
        done.push(text.index)
        if (strokes === 'unsteady') continue
        const about = undecided.filter((_, at) => which[at] === text.index)
        tell(judge(text, strokes, about, tools))
      }
    }
  } finally {
    left = await ask('closeCamera', done)
  }
  if (left > 0) missed(`the contrast of ${left} texts was not measured`)
}

function around(boxes: readonly LetterBox[]): LetterBox | null {
  if (boxes.length === 0) return null
  const x = Math.floor(Math.min(...boxes.map((box) => box.x)))
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))
  return { x, y, width: right - x, height: bottom - y }
}

/** From the window's CSS pixels to the picture's own. */
function placedIn(clip: LetterBox, { width }: TextPicture): (box: LetterBox) => LetterBox {
  const scale = width / clip.width
  return (box) => ({
    x: (box.x - clip.x) * scale,
    y: (box.y - clip.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  })
}

/** While the browser takes one picture, the one before is decoded. */
async function takePictures(
  paint: (as: LetterPaint) => Promise<unknown>,
  take: () => Promise<Buffer>,
): Promise<Pictures> {
  const first = await take()
  await paint('bare')
  const [second, shown] = await Promise.all([take(), decoded(first)])
  await paint('marked')
  const [third, bare] = await Promise.all([take(), decoded(second)])
  await paint('shown')
  return { shown, bare, marked: await decoded(third) }
}

async function takePicture(client: CDPSession, clip: LetterBox): Promise<Buffer> {
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'png',
    optimizeForSpeed: true,
    clip: { ...clip, scale: 1 },
  })
  return Buffer.from(data, 'base64')
}

const decoded = async (picture: Buffer): Promise<TextPicture> => PNG.sync.read(picture)

type Judgement = 'passes' | 'fails' | 'open'

/** Which side of the limit a text is on. Pure. */
export function sideOf(strokes: Strokes, needed: number, { hasShadow }: Pick<MeasuredText, 'hasShadow'>): Judgement {
  const margin = strokes.coverage >= fullCoverage ? 0 : thinMargin
  const passes = (ratios: Float64Array) => shareFrom(ratios, needed * (1 + margin)) >= sureShare
  const fails = (ratios: Float64Array) => 1 - shareFrom(ratios, needed * (1 - margin)) >= sureShare
  const { ratios, beside } = strokes
  // Beneath a letter its shadow is at its strongest; what tells the letter from its ground is what is beside it.
  const grounds = hasShadow ? [ratios, beside] : [ratios]
  if (passes(hasShadow ? beside : ratios)) return 'passes'
  return grounds.every(fails) ? 'fails' : 'open'
}

/** How many of the ratios, of 1, are the limit or more. @param ratios sorted. */
function shareFrom(ratios: Float64Array, limit: number): number {
  const below = ratios.findIndex((ratio) => ratio >= limit)
  return ratios.length === 0 || below === -1 ? 0 : (ratios.length - below) / ratios.length
}

/** What it comes to beyond what the engines' own findings become. */
function judge(
  text: MeasuredText,
  strokes: Strokes,
  undecided: readonly Finding[],
  { asksFor, settle }: Pick<CheckTools, 'asksFor' | 'settle'>,
): Found[] {
  const found: Found[] = []
  const ratios = text.hasShadow && strokes.beside.length > 0 ? strokes.beside : strokes.ratios
  // Letters that differ from their ground nowhere are none that anybody is meant to see.
  if ((ratios.at(-1) ?? 1) < visibleRatio) return found
  for (const { level, criterion } of levels) {
    if (!asksFor(criterion)) continue
    const { remedy } = metas[level]
    const needed = text.needed[level]
    const side = sideOf(strokes, needed, text)
    const about = undecided.filter(({ rule }) => levelOf(rule) === level)
    const message = `${measured(text, ratios)} ${needed}:1 is needed.`
    if (side === 'passes') for (const finding of about) settle(finding, null)
    else if (side === 'fails' && !text.isDoubtful) {
      // Where no engine doubts it, a text may be one that nobody is shown: faded, or on its way out.
      found.push(foundOn(text, metas[level], isSureOf(text, about) ? 'violation' : 'review', message))
      // What is too little for one level is too little for the other: it is one problem.
      for (const finding of undecided) if (!about.includes(finding)) settle(finding, null)
      return found
    } else if (about.length > 0)
      for (const finding of about)
        settle(finding, { ...finding, verdict: 'review', confidence: 'medium', message, recommendation: remedy })
    else if (level === 'minimum') found.push(foundOn(text, metas[level], 'review', message))
  }
  return found
}

/** What has faded to less than its full strength may be what is not meant now: one of several slides, or on its way out. */
const isSureOf = ({ opacity }: MeasuredText, about: readonly Finding[]): boolean =>
  about.length > 0 && (opacity === 1 || about.every(({ isUnderWay }) => isUnderWay === undefined))

/** What fades without an end has too little contrast all the time where it has too little at its strongest, and an engine saw so, too. */
function judgeUnfaded(text: MeasuredText, undecided: readonly Finding[], { settle }: Pick<CheckTools, 'settle'>): void {
  const { unfaded, needed, isDoubtful } = text
  if (unfaded === null || isDoubtful || unfaded < visibleRatio) return
  for (const finding of undecided) {
    const level = levelOf(finding.rule)
    if (finding.isUnderWay !== 'sure' || !level || unfaded >= needed[level]) continue
    const message = `At its full strength the text ${text.text} has a contrast of ${unfaded.toFixed(2)}:1 with what is behind it; ${needed[level]}:1 is needed.`
    settle(finding, { ...finding, verdict: 'violation', confidence: 'high', message })
  }
}

const visibleRatio = 1.02

const foundOn = (
  { place }: MeasuredText,
  { rule, impact, criteria, remedy }: CheckMeta,
  verdict: Found['verdict'],
  message: string,
): Found => ({
  rule,
  verdict,
  impact,
  criteria: [...criteria],
  place,
  confidence: 'high',
  message,
  recommendation: remedy,
})

function measured({ text }: MeasuredText, ratios: Float64Array): string {
  const [worst, middle, best] = [0.01, 0.5, 0.99].map((share) => ratios[Math.floor(share * (ratios.length - 1))] ?? 1)
  const figures = [worst, middle, best].map((ratio = 1) => (Math.floor(ratio * 100) / 100).toFixed(2))
  const range =
    figures[0] === figures[2]
      ? `has a contrast of ${figures[1]}:1`
      : `has a contrast of ${figures[1]}:1 in the middle, from ${figures[0]}:1 to ${figures[2]}:1`
  return `As it is painted, the text ${text} ${range} with what is behind it;`
}
