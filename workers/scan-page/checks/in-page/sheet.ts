/** What the in-page checks know of the page between one call and the next. */
import type { tightBoxes } from '#workers/scan-page/checks/in-page/cut'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import type { Hears } from '#workers/scan-page/checks/in-page/pressable'
import type { PageWatch } from '#workers/scan-page/checks/in-page/watch'

/** What was found by looking, and is looked at further. */
export type Sheet = {
  elements: Element[]
  tight: ReturnType<typeof tightBoxes>
  watching: PageWatch | undefined
  /** What was told of as changing by itself while it was watched. */
  changed: Found[]
  heard: Map<Element, EventsHeard>
  trapping: Element[]
  onPictures: Element[]
  /** Clicks, and forms that are sent, are heard at the top of the page. */
  isPressedAbove: boolean
  isSentAbove: boolean
  atTop: readonly string[]
  /** Where the controls stand that were told to hear no key. */
  deaf: ReadonlySet<string>
}

export const hears = ({ heard, isPressedAbove }: Sheet): Hears => ({
  isPressed(element) {
    const { types = [], click } = heard.get(element) ?? {}
    return click === 'acts' && types.some((type) => /^(?:click|mousedown|pointerdown|mouseup)$/.test(type))
  },
  isPressedAbove,
})

export function withAt<Item, Result>(
  items: readonly Item[],
  index: number,
  act: (item: Item) => Result,
): Result | undefined {
  const item = items[index]
  return item === undefined ? undefined : act(item)
}
