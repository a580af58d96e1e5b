/** Where a story is shown by itself, below the address of its Storybook. */
import type { ScanLook } from '#shared/contracts/scans'

/** @param baseUrl a URL: of the Storybook, or of a page in it. */
export function storyUrl(baseUrl: string, storyId: string): string {
  const base = new URL(baseUrl)
  base.search = ''
  base.hash = ''
  const isPage = /\.html?$/i.test(base.pathname)
  if (!isPage && !base.pathname.endsWith('/')) base.pathname += '/'
  return new URL(`iframe.html?id=${encodeURIComponent(storyId)}&viewMode=story`, base).href
}

/** Storybook says so on its body when a story is shown; where one broke it shows words about it instead, which are no story. */
export const storyLook: ScanLook = { waitFor: 'body.sb-show-main:not(.sb-show-errordisplay)' }
