/** A world of our own in each frame: our scripts see the page's DOM, the page's scripts see and change nothing of ours. */
import type { Frame } from 'puppeteer'

type World = {
  evaluate: <Args extends unknown[], Result>(
    act: string | ((...args: Args) => Result),
    ...args: Args
  ) => Promise<Awaited<Result>>
}

/** The isolated world that puppeteer keeps in every frame, also in those of another process. It outlives no navigation. */
export const worldOf = (frame: Frame): World =>
  // Puppeteer runs its own helpers in it and leaves it out of its published types; its version is pinned.
  (frame as unknown as { isolatedRealm: () => World }).isolatedRealm()
