/** A picture of the whole page, as far as it is sensible. Without one a scan is still a scan. */
import type { Page } from 'puppeteer'

export type Picture = {
  bytes: Uint8Array<ArrayBuffer>
  type: string
  /** CSS pixels: the coordinates of the issues' boxes. */
  width: number
  height: number
}

const widest = 1920
const highest = 10_000
const budgetMs = 5000

/** Null where it cannot be taken, or not in time. */
export async function takePicture(
  page: Page,
  within: <T>(work: Promise<T>, ms?: number) => Promise<T>,
): Promise<Picture | null> {
  try {
    return await within(capture(page), budgetMs)
  } catch {
    return null
  }
}

async function capture(page: Page): Promise<Picture> {
  const session = await page.createCDPSession()
  try {
    const { cssContentSize } = await session.send('Page.getLayoutMetrics')
    const width = Math.max(1, Math.min(Math.ceil(cssContentSize.width), widest))
    const height = Math.max(1, Math.min(Math.ceil(cssContentSize.height), highest))
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality: 60,
      clip: { x: 0, y: 0, width, height, scale: 1 },
      captureBeyondViewport: true,
      optimizeForSpeed: true,
    })
    return { bytes: Buffer.from(data, 'base64'), type: 'image/webp', width, height }
  } finally {
    session.detach().catch(() => undefined)
  }
}
