/** The texts of the scripts that a page links, as its browser has them: nothing is fetched for it. */
import type { CDPSession, Frame, Protocol } from 'puppeteer'
import { idOf } from '#workers/scan-page/checks/acting-frame'

const mostScripts = 12
const longestBytes = 50_000

/** By address; of the page's own site alone, whose scripts are about this page. */
export async function linkedScripts(client: CDPSession, of: Frame): Promise<Record<string, string>> {
  await client.send('Page.enable')
  const { frameTree } = await client.send('Page.getResourceTree')
  const { frame, resources } = treeOf(frameTree, idOf(of)) ?? frameTree
  const { id: frameId, url } = frame
  const own = URL.parse(url)?.host
  const addresses = resources
    .filter(({ type, contentSize = 0 }) => type === 'Script' && contentSize <= longestBytes)
    .map((resource) => resource.url)
    .filter((address) => URL.parse(address)?.host === own)
    .slice(0, mostScripts)
  const texts = await Promise.all(
    addresses.map(async (address) => {
      // What the browser has let go of meanwhile is not read.
      const kept = await client.send('Page.getResourceContent', { frameId, url: address }).catch(() => null)
      return kept && !kept.base64Encoded && kept.content.length <= longestBytes
        ? [[address, kept.content] as const]
        : []
    }),
  )
  return Object.fromEntries(texts.flat())
}

function treeOf(tree: Protocol.Page.FrameResourceTree, id: string): Protocol.Page.FrameResourceTree | undefined {
  if (tree.frame.id === id) return tree
  for (const child of tree.childFrames ?? []) {
    const found = treeOf(child, id)
    if (found) return found
  }
  return undefined
}
