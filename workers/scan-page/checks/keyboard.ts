/** What real key presses do: whether Tab gets past an element, and whether single characters set things off. */
import type { CDPSession } from 'puppeteer'
import { characterKey } from '#workers/scan-page/checks/in-page/shortcuts'
import { keyboardTrap } from '#workers/scan-page/checks/in-page/walk'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import type { Ask, CheckTools } from '#workers/scan-page/checks/tools'

export const tab: Key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }
export const backTab: Key = { ...tab, modifiers: 8 }
export const enterKey: Key = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
export const spaceKey: Key = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32, text: ' ' }
export const escapeKey: Key = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 }
export const arrowDown: Key = { key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 }
export const arrowUp: Key = { key: 'ArrowUp', code: 'ArrowUp', windowsVirtualKeyCode: 38 }
export const arrowLeft: Key = { key: 'ArrowLeft', code: 'ArrowLeft', windowsVirtualKeyCode: 37 }
export const arrowRight: Key = { key: 'ArrowRight', code: 'ArrowRight', windowsVirtualKeyCode: 39 }

const shift: Key = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }

const walksTaken = 2
const silentKeys = 3
const tabsPerWalk = 7
/** As many days as a month has, and some more. */
const longestRing = 45

export const traps: LiveCheck = {
  name: 'keyboard traps',
  metas: [keyboardTrap],
  budgetMs: 3000,
  acts: true,
  isDue: ({ heard }) => heard.traps > 0,
  run: findTraps,
}

export const shortcuts: LiveCheck = {
  name: 'shortcuts',
  metas: [characterKey],
  budgetMs: 3000,
  acts: true,
  isDue: ({ heard }) => heard.keySources.length > 0,
  run: findShortcuts,
}

async function findTraps({ ask, session, heard }: CheckTools, tell: Tell): Promise<void> {
  const client = await session()
  const count = Math.min(await ask('traps'), walksTaken)
  for (let index = 0; index < count; index += 1) {
    await ask('walkFrom', index)
    for (let count = 0; count < tabsPerWalk; count += 1) await pressAndWait(client, tab, ask)
    for (let count = tabsPerWalk; count < longestRing && (await ask('goesOnByItself')); count += 1)
      await pressAndWait(client, tab, ask)
    if (!(await ask('goesRound'))) continue
    for (const key of [backTab, backTab, backTab, escapeKey, tab, tab]) await pressAndWait(client, key, ask)
    const advised = await ask('advised')
    if (advised) for (const key of [advised, tab, tab]) await pressAndWait(client, key, ask)
    const trapped = await ask('trapped')
    tell(trapped)
    if (trapped.length > 0) return
  }
  // Those that are not in this document are in frames of it.
  const framed = heard.traps > (await ask('traps')) ? await ask('framedFields') : 0
  for (let index = 0; index < framed; index += 1) {
    await ask('enterFramed', index)
    for (const key of keysInFrame) await pressAndWait(client, key, ask)
    tell(await ask('endFramed', keysInFrame.filter(({ key }) => key === tab.key).length))
  }
}

const keysInFrame = [tab, tab, backTab, escapeKey, tab]

/** By the sources of the listeners for keys at the top of the page. */
async function findShortcuts({ ask, session, heard }: CheckTools, tell: Tell): Promise<void> {
  const keys = await ask('shortcutKeys', heard.keySources)
  if (keys.length === 0) return
  const client = await session()
  const answers = async (key: Key, act: (key: Key) => Promise<void> = (each) => press(client, each)) => {
    await ask('awaitPress')
    await act(key)
    return ask('pressed')
  }
  const answered: string[] = []
  for (const key of keys) if (await answers(keyOf(key))) answered.push(key)
  const [first] = answered
  // What changes by itself changes once more at a key that writes nothing, and need not at the same key again.
  let isSteady = first !== undefined && (await answers(keyOf(first)))
  for (let count = 0; isSteady && count < silentKeys; count += 1)
    isSteady = !(await answers(shift, (key) => pressAndWait(client, key, ask)))
  const told = await ask('shortcut', answered, isSteady)
  // What the page has to turn them off with is believed when it does.
  if (first !== undefined && (await ask('turnOffShortcuts'))) {
    const isOff = !(await answers(keyOf(first)))
    await ask('turnOffShortcuts')
    if (isOff) return
  }
  tell(told)
}

type Key = { key: string; code?: string; windowsVirtualKeyCode: number; text?: string; modifiers?: number }

/** Waits for the scripts that take the focus back after a moment. */
async function pressAndWait(client: CDPSession, key: Key, ask: Ask): Promise<void> {
  await press(client, key)
  await ask('pause')
}

function keyOf(key: string): Key {
  const upper = key.toUpperCase()
  const code = /^[A-Z]$/.test(upper) ? `Key${upper}` : /^\d$/.test(key) ? `Digit${key}` : ''
  return {
    key,
    text: key,
    windowsVirtualKeyCode: code === '' ? 0 : upper.charCodeAt(0),
    ...(code === '' ? {} : { code }),
  }
}

export async function press(client: CDPSession, key: Key): Promise<void> {
  await Promise.all([
    client.send('Input.dispatchKeyEvent', { type: key.text === undefined ? 'rawKeyDown' : 'keyDown', ...key }),
    client.send('Input.dispatchKeyEvent', {
      type: 'keyUp',
      key: key.key,
      windowsVirtualKeyCode: key.windowsVirtualKeyCode,
      ...(key.code === undefined ? {} : { code: key.code }),
    }),
  ])
}
