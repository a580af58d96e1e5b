/** Opens the pool on a browser that is found on this machine, with a guarded way out for each of its tabs. */
import { type EgressSettings, openPolicy } from '#shared/egress/resolve'
import type { Log } from '#shared/kernel/logger'
import { BrowserPool, type BrowserSource } from '#workers/page/browser-pool'
import type { EgressLimits } from '#workers/page/egress'
import { type FindSettings, findBrowser, forgetBrowser } from '#workers/page/find'
import { launchBrowser } from '#workers/page/launch'
import { browserPlace, lackOfRoom } from '#workers/page/place'
import type { BrowserLimits } from '#workers/page/pooled-browser'
import { sweepProfiles } from '#workers/page/profiles'
import { openProxy } from '#workers/page/proxy'
import { openTab } from '#workers/page/tab'

export type BrowserSettings = FindSettings & {
  egress: EgressSettings
  /** Limits of every visit that does not name its own. */
  limits?: Partial<EgressLimits>
  /** Pages kept ready ahead. */
  spares?: number
  /** When the browser is exchanged for a new one. */
  exchange?: Partial<BrowserLimits>
  extraFlags?: readonly string[]
}

/** @throws BrowserUnavailable when there is none that starts. */
export async function openBrowser({ settings, log }: { settings: BrowserSettings; log: Log }): Promise<BrowserPool> {
  const place = browserPlace(settings.dataDir)
  const swept = sweepProfiles(place)
  if (swept > 0) log.warn({ profiles: swept }, 'leftover browsers swept')
  const source = await openSource(settings, place)
  const { spares, exchange } = settings
  try {
    return await BrowserPool.open({ source, log, spares, exchange })
  } catch (error) {
    source.close()
    throw error
  }
}

async function openSource(settings: BrowserSettings, place: string): Promise<BrowserSource> {
  const policy = openPolicy(settings.egress)
  // What belongs to no visit: the browser's own errands. All of it is refused.
  const deadEnd = await openProxy({ ...policy, allow: [], resolve: async () => [] }, { requests: 0 })
  const options = { place, proxyUrl: deadEnd.url, extraFlags: settings.extraFlags ?? [] }
  let found = await findBrowser(settings).catch((error: unknown) => {
    deadEnd.close()
    throw error
  })
  return {
    async start() {
      // One that was found earlier and does not start any more is looked for anew, once.
      const launched = await launchBrowser(found, options).catch(async () => {
        forgetBrowser(settings.dataDir)
        found = await findBrowser(settings)
        return launchBrowser(found, options)
      })
      const { path, sandbox, product } = found
      return {
        ...launched,
        about: { path, sandbox, product },
        openTab: (onCrash) => openTab(launched.browser, { policy, limits: settings.limits, onCrash }),
      }
    },
    lacks: () => lackOfRoom(place),
    close: () => deadEnd.close(),
  }
}
