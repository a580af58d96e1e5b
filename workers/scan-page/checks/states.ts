/** States: what opens is opened, looked at, left by keyboard and closed again. */
import { workByArrows } from '#workers/scan-page/checks/arrows'
import { altNotUpdated, statusNotAnnounced } from '#workers/scan-page/checks/in-page/announcing'
import { activeDescendantMissing } from '#workers/scan-page/checks/in-page/arrowing'
import { dialogWithoutRole } from '#workers/scan-page/checks/in-page/dialog-role'
import {
  dialogEscape,
  dialogFocus,
  dialogFocusReturn,
  dialogNotModal,
  dialogTabLeaves,
} from '#workers/scan-page/checks/in-page/dialogs'
import { flyoutStays } from '#workers/scan-page/checks/in-page/flyout'
import { focusLost } from '#workers/scan-page/checks/in-page/focus-lost'
import { pageStaysHidden, pageStaysLocked } from '#workers/scan-page/checks/in-page/left-behind'
import { motionOnInteraction } from '#workers/scan-page/checks/in-page/motion'
import { dialogCutWhenNarrow, openedBeyondNarrow } from '#workers/scan-page/checks/in-page/narrow-dialog'
import { openedFar } from '#workers/scan-page/checks/in-page/opened-far'
import { partsWithoutArrows } from '#workers/scan-page/checks/in-page/parts-without-arrows'
import { flashing } from '#workers/scan-page/checks/in-page/rules/flashing'
import { controlLeaves, messageLeaves } from '#workers/scan-page/checks/in-page/timed-messages'
import { popupOfOtherKind, stateToldTwice } from '#workers/scan-page/checks/in-page/told-otherwise'
import { stateNotTold, stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'
import { escapeKey, press, tab } from '#workers/scan-page/checks/keyboard'
import { hear } from '#workers/scan-page/checks/listeners'
import type { LiveCheck, Tell } from '#workers/scan-page/checks/live-check'
import { narrowWindow } from '#workers/scan-page/checks/resize'
import type { CheckTools } from '#workers/scan-page/checks/tools'

/** More is a page of its own, or one that never ends. */
const freshAtMost = 2000
/** After so much, no further rule is looked for in what has come out: there may be more to open. */
const lookMs = 800

export const states: LiveCheck = {
  name: 'states',
  metas: [
    dialogFocus,
    dialogTabLeaves,
    dialogEscape,
    dialogFocusReturn,
    dialogNotModal,
    dialogWithoutRole,
    focusLost,
    altNotUpdated,
    statusNotAnnounced,
    stateNotUpdated,
    stateNotTold,
    stateToldTwice,
    popupOfOtherKind,
    partsWithoutArrows,
    activeDescendantMissing,
    messageLeaves,
    controlLeaves,
    pageStaysLocked,
    pageStaysHidden,
    dialogCutWhenNarrow,
    openedBeyondNarrow,
    openedFar,
    motionOnInteraction,
    flyoutStays,
    flashing,
  ],
  budgetMs: 5000,
  acts: true,
  isDue: ({ outlook, heard }) => outlook.openers > 0 || heard.pressed > 0 || heard.isPressedAbove,
  run: explore,
}

async function explore(tools: CheckTools, tellAll: Tell): Promise<void> {
  const { ask, session, looks, examineAgain } = tools
  const client = await session()
  const controls = await ask('findControls')
  for (let index = 0; index < controls; index += 1) {
    const opened = await ask('pressControl', index)
    if (!opened) continue
    const state = opened.name
    const tell: Tell = (found) => tellAll(found.map((each) => ({ ...each, state })))
    tell(await ask('answered'))
    if (opened.hasDialog) tell(await ask('focusGoes'))
    if (opened.hasDialog) tell(await inNarrow(tools, 'cutInNarrow'))
    else if (opened.fresh > 0 && (await ask('mayLieBeyond'))) tell(await inNarrow(tools, 'beyondInNarrow'))
    if (opened.fresh > 0 && opened.fresh <= freshAtMost) {
      const { found, late } = await ask('lookAtFresh', looks, lookMs)
      tell(found)
      if (late.length > 0) tools.missed(`${state}: there was no time to look for ${late.join(', ')}`)
      tell(await ask('inFresh', (await hear(tools)).found))
      await examineAgain(state)
    } else if (opened.faint > 0) await examineAgain(state)
    if (opened.hasDialog) {
      tell(await tabsThrough(tools))
      await press(client, escapeKey)
      tell(await ask('escaped'))
    }
    if (!opened.hasDialog && opened.fresh > 0) tell(await leavesFlyout(tools))
    if (opened.fresh > 0 && opened.fresh <= freshAtMost) await workByArrows(tools, true, tell)
    // A page that cannot be put back is no longer the one that was asked about.
    const { isBack, found } = await ask('putBack')
    tell(found)
    if (!isBack) {
      tools.altered.isSo = true
      return
    }
  }
}

/** In the window of who zooms in to 400 %; it is left as it was. */
async function inNarrow({ page, ask, asksFor }: CheckTools, question: 'cutInNarrow' | 'beyondInNarrow') {
  const before = page.viewport()
  if (!before || before.isMobile || !asksFor('1.4.10')) return []
  try {
    await page.setViewport({ ...before, ...narrowWindow })
    return await ask(question)
  } finally {
    await page.setViewport(before)
  }
}

/** Past what lies over the page, by Tab, until it covers what has the focus. */
async function leavesFlyout({ ask, session }: CheckTools) {
  const client = await session()
  for (let left = await ask('tabsPastFlyout'); left > 0; left -= 1) {
    await press(client, tab)
    if (!(await ask('coversFocus'))) continue
    await press(client, escapeKey)
    return ask('stillOver')
  }
  return []
}

async function tabsThrough({ ask, session }: CheckTools) {
  const client = await session()
  for (let left = await ask('tabsAround'); left > 0; left -= 1) {
    await press(client, tab)
    const found = await ask('tabLeft')
    if (found.length > 0) return found
  }
  return []
}
