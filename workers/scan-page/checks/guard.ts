/** Keeps a page where it is while checks act on it: no navigation, nothing sent that could change anything elsewhere, no window. */
import type { CDPSession, Dialog, Protocol } from 'puppeteer'
import { namesHarm } from '#workers/scan-page/checks/in-page/harm'
import { asker, type PageTools } from '#workers/scan-page/checks/tools'

const harmless = /^(?:GET|HEAD|OPTIONS)$/

/** @returns what ends that. */
export async function guardPage({ page, session, acting: { frame } }: PageTools): Promise<() => Promise<void>> {
  const client = await session()
  const stop = await holdRequests(client)
  const dismiss = (dialog: Dialog) => void dialog.dismiss().catch(() => undefined)
  // Where nobody answers dialogs, one would hold the page.
  const isAlone = page.listenerCount('dialog') === 0
  if (isAlone) page.on('dialog', dismiss)
  // What is done in a frame may lead away from the page around it.
  const frames = [...new Set([page.mainFrame(), frame])]
  const each = (method: 'stay' | 'leave', isHushed: boolean) =>
    frames.flatMap((each) => [asker(each)(method), each.evaluate(`(${hushed})(${isHushed})`)])
  await Promise.all(each('stay', true))
  return async () => {
    await Promise.allSettled([...each('leave', false), stop()])
    if (isAlone) page.off('dialog', dismiss)
  }
}

/** Requests that only read go on, unless their address sounds as if reading it did something. */
async function holdRequests(client: CDPSession): Promise<() => Promise<void>> {
  const hold = ({ requestId, request, resourceType }: Protocol.Fetch.RequestPausedEvent) => {
    const isSafe = harmless.test(request.method) && resourceType !== 'Document' && !namesHarm(pathOf(request.url))
    // A navigation that is aborted leaves the page where it is; any other failure would put an error in its place.
    const answer = isSafe
      ? client.send('Fetch.continueRequest', { requestId })
      : client.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    answer.catch(() => undefined)
  }
  client.on('Fetch.requestPaused', hold)
  await client.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
  return async () => {
    await client.send('Fetch.disable')
    client.off('Fetch.requestPaused', hold)
  }
}

const pathOf = (url: string): string => {
  const { pathname = '', search = '' } = URL.parse(url) ?? {}
  return pathname + search
}

/**
 * Takes from the page's own scripts what neither the events of navigation nor requests tell of: windows, printing, going back,
 * writing the document anew, sockets. And gives it back. Runs in the page's own world, so it names nothing outside of it.
 */
function hushed(isHushed: boolean): void {
  type Kept = { owner: object; name: string; descriptor: PropertyDescriptor }
  const at = Symbol.for('assay.kept')
  const store = globalThis as unknown as Record<symbol, Kept[] | undefined>
  if (!isHushed) {
    for (const { owner, name, descriptor } of store[at] ?? []) Object.defineProperty(owner, name, descriptor)
    window.dispatchEvent(new Event('assay-release'))
    delete store[at]
    return
  }
  if (store[at]) return
  const kept: Kept[] = []
  const silence = (owner: object | undefined, names: string[], say: () => null = () => null) => {
    for (const name of names) {
      const descriptor = owner && Object.getOwnPropertyDescriptor(owner, name)
      if (!owner || !descriptor?.configurable) continue
      kept.push({ owner, name, descriptor })
      Object.defineProperty(owner, name, { ...descriptor, value: say })
    }
  }
  // Our own world of the page counts it as leading away.
  silence(window, ['open'], () => {
    window.dispatchEvent(new Event('assay-open'))
    return null
  })
  silence(window, ['alert', 'confirm', 'prompt'], () => {
    window.dispatchEvent(new Event('assay-box'))
    return null
  })
  silence(window, ['print', 'close'])
  silence(History.prototype, ['back', 'forward', 'go'])
  silence(Document.prototype, ['open', 'write', 'writeln'])
  silence(WebSocket.prototype, ['send'])
  silence(globalThis.RTCDataChannel?.prototype, ['send'])
  // Timers that a press sets, so that what they will do can be seen without waiting for them.
  const waiting = new Map<number, { ms: number; act: () => void }>()
  const timer = Object.getOwnPropertyDescriptor(window, 'setTimeout')
  const { setTimeout: own } = window
  if (timer?.configurable) {
    kept.push({ owner: window, name: 'setTimeout', descriptor: timer })
    const held = (act: TimerHandler, ms = 0, ...rest: unknown[]) => {
      if (ms <= 1000) window.dispatchEvent(new Event('assay-timer'))
      if (typeof act !== 'function' || ms < 60 || ms > 30_000) return own(act, ms, ...rest)
      const run = () => {
        waiting.delete(id)
        act(...rest)
      }
      const id = own(run, ms)
      const now = () => {
        clearTimeout(id)
        run()
      }
      waiting.set(id, { ms, act: now })
      return id
    }
    Object.defineProperty(window, 'setTimeout', { ...timer, value: held })
  }
  const end = new AbortController()
  const on = (name: string, act: () => void) => window.addEventListener(name, act, { signal: end.signal })
  on('assay-press', () => waiting.clear())
  const hurry = (fromMs: number) => {
    for (const { ms, act } of [...waiting.values()]) if (ms >= fromMs) act()
  }
  // What is shown for a while, and no step of an animation.
  on('assay-hurry', () => hurry(800))
  on('assay-hurry-all', () => hurry(0))
  on('assay-release', () => end.abort())
  Object.defineProperty(store, at, { value: kept, configurable: true })
}
