/** Contrast of text on pictures and gradients: the ground under the letters is photographed and measured. */
import { PNG } from 'pngjs'
import type { CheckMeta } from '#workers/scan-page/checks/check'
import type { OnPicture } from '#workers/scan-page/checks/in-page/behind'
import { contrastOf, mixed } from '#workers/scan-page/checks/in-page/color'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'
import type { CheckTools } from '#workers/scan-page/checks/tools'

const contrastOnPicture: CheckMeta = {
  rule: 'contrast-on-picture',
  criteria: ['1.4.3', '1.4.6'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Lay a solid or darkened ground under the text, or choose a text colour that stands out from all of the picture.',
}

export const contrastOnPictures: LiveCheck = {
  name: 'contrast on pictures',
  metas: [contrastOnPicture],
  budgetMs: 3000,
  acts: false,
  isDue: ({ outlook }) => outlook.overImages > 0,
  run: async (tools, tell) => tell(await contrast(tools)),
}

const largestPicture = 1_500_000
/** A text fails for sure when this share of the ground under it stays below this share of the contrast needed. */
const sureShare = 0.8
const sureRatio = 0.9
const worstShare = 0.05

/** Texts within the first window; below it, they would have to be scrolled to. */
async function contrast({ ask, session }: CheckTools): Promise<Found[]> {
  const client = await session()
  const { texts, view } = await ask('hideTexts')
  try {
    const inView = texts
      .filter((text) => text !== null)
      .filter((text) => text.boxes.length > 0 && text.boxes.every((box) => isInside(box, view)))
    const clip = around(inView.flatMap((text) => text.boxes))
    if (!clip || clip.width * clip.height > largestPicture) return []
    const { data } = await client.send('Page.captureScreenshot', {
      clip: { ...clip, scale: 1 },
      optimizeForSpeed: true,
    })
    const picture = PNG.sync.read(Buffer.from(data, 'base64'))
    return inView.flatMap((text) => judge(text, groundOf(text, picture, clip)))
  } finally {
    await ask('showTexts')
  }
}

type Box = OnPicture['boxes'][number]

const isInside = (box: Box, view: Box) =>
  box.x >= view.x - 1 &&
  box.y >= view.y - 1 &&
  box.x + box.width <= view.x + view.width + 1 &&
  box.y + box.height <= view.y + view.height + 1

function around(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null
  const x = Math.floor(Math.min(...boxes.map((box) => box.x)))
  const y = Math.floor(Math.min(...boxes.map((box) => box.y)))
  const right = Math.ceil(Math.max(...boxes.map((box) => box.x + box.width)))
  const bottom = Math.ceil(Math.max(...boxes.map((box) => box.y + box.height)))
  return { x: Math.max(0, x), y: Math.max(0, y), width: right - Math.max(0, x), height: bottom - Math.max(0, y) }
}

/** The contrast at each sampled point under the letters, the worst first. */
function groundOf(text: OnPicture, picture: PNG, clip: Box): number[] {
  const scale = picture.width / clip.width
  const ratios: number[] = []
  for (const box of text.boxes) {
    const stepX = Math.max(1, box.width / 60)
    const stepY = Math.max(1, box.height / 8)
    for (let y = box.y; y < box.y + box.height; y += stepY) {
      for (let x = box.x; x < box.x + box.width; x += stepX) {
        const column = Math.min(picture.width - 1, Math.max(0, Math.floor((x - clip.x) * scale)))
        const row = Math.min(picture.height - 1, Math.max(0, Math.floor((y - clip.y) * scale)))
        const at = (row * picture.width + column) * 4
        const ground = [picture.data[at] ?? 0, picture.data[at + 1] ?? 0, picture.data[at + 2] ?? 0] as const
        ratios.push(contrastOf(mixed(text.color, text.alpha, ground), ground))
      }
    }
  }
  return ratios.sort((a, b) => a - b)
}

function judge(text: OnPicture, ratios: readonly number[]): Found[] {
  const worst = ratios[Math.floor(ratios.length * worstShare)]
  const middle = ratios[Math.floor(ratios.length / 2)]
  const high = ratios[Math.floor(ratios.length * sureShare)]
  if (worst === undefined || middle === undefined || high === undefined || worst >= text.needed) return []
  const isSure = high < text.needed * sureRatio && !text.isUnsure
  return [
    {
      rule: contrastOnPicture.rule,
      verdict: isSure ? 'violation' : 'review',
      impact: 'serious',
      criteria: ['1.4.3', '1.4.6'],
      place: text.place,
      confidence: isSure || middle < text.needed ? 'high' : 'medium',
      message: `The text ${text.text} stands on a picture or gradient with a contrast of ${middle.toFixed(1)}:1 in the middle and ${worst.toFixed(1)}:1 at its worst; ${text.needed}:1 is needed.`,
      recommendation: contrastOnPicture.remedy,
    },
  ]
}
