/** A world of our own in each frame: our scripts see the page's DOM, the page's scripts see and change nothing of ours. */
import type { Frame, JSHandle } from 'puppeteer'
import { ownPropertiesScript, unshadowed } from '#workers/page/unshadow'

type Act<Args extends unknown[], Result> = (...args: Args) => Result

type Realm = {
  evaluate: <Args extends unknown[], Result>(act: string | Act<Args, Result>, ...args: Args) => Promise<Awaited<Result>>
  evaluateHandle: <Args extends unknown[]>(act: Act<Args, unknown>, ...args: Args) => Promise<JSHandle>
  adoptBackendNode: (id: number) => Promise<JSHandle<Element>>
}

/** Functions read past the names on the page; a script must have been `unshadowed` by whoever holds it. */
export type World = Realm

/** The isolated world that puppeteer keeps in every frame, also in those of another process. It outlives no navigation. */
export function worldOf(frame: Frame): World {
  // Puppeteer runs its own helpers in it and leaves it out of its published types; its version is pinned.
  const realm = (frame as unknown as { isolatedRealm: () => Realm }).isolatedRealm()
  return {
    evaluate: (act, ...args) =>
      typeof act === 'string' ? realm.evaluate(`${ownPropertiesScript()}${act}`) : realm.evaluate(ready(act), ...args),
    evaluateHandle: (act, ...args) => realm.evaluateHandle(ready(act), ...args),
    adoptBackendNode: (id) => realm.adoptBackendNode(id),
  }
}

/** The function as it is sent: never run here, where it would find no page. */
function ready<Args extends unknown[], Result>(act: Act<Args, Result>): Act<Args, Result> {
  const text = `function (...args) { ${ownPropertiesScript()} return ${unshadowed(`${act}`, 'expression')}(...args) }`
  return Object.defineProperty(() => unsent(), 'toString', { value: () => text })
}

function unsent(): never {
  throw new Error('this function is for the page')
}
