/** What comes when a form is sent with nothing filled in, or a search for something: messages, and how many were found. */
import { statusNotAnnounced } from '#workers/scan-page/checks/in-page/announcing'
import { entryTakenAway } from '#workers/scan-page/checks/in-page/left-wrong'
import { conversationNotAnnounced } from '#workers/scan-page/checks/in-page/rules/conversation-not-announced'
import { errorNotAnnounced, refusedSilently } from '#workers/scan-page/checks/in-page/sending'
import { entriesWiped, errorLeftBehind } from '#workers/scan-page/checks/in-page/sent-again'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

/** Twice for each form; after so much no further rule is looked for. */
const lookMs = 300

/** Rules of what a form answers with: messages, and what it wants to be solved before it goes on. */
const ofAnswers = /^(?:error-|captcha-|test-)/

export const sending: LiveCheck = {
  name: 'sending forms',
  metas: [
    errorNotAnnounced,
    refusedSilently,
    statusNotAnnounced,
    entriesWiped,
    errorLeftBehind,
    entryTakenAway,
    conversationNotAnnounced,
  ],
  budgetMs: 2000,
  acts: true,
  isDue: ({ outlook, altered }) => outlook.hasForms && !altered.isSo,
  async run({ ask, looks, altered, missed, examineAgain, keep, session }, tell) {
    const searches = await ask('findSearches')
    for (let index = 0; index < searches; index += 1) {
      altered.isSo = true
      tell(await ask('search', index))
    }
    const count = await ask('findForms')
    for (let index = 0; index < count; index += 1) {
      const { state, fresh, found, late } = await ask(
        'send',
        index,
        looks.filter((rule) => ofAnswers.test(rule)),
        lookMs,
      )
      // What it wrote into the page stays there: nothing is pressed after it.
      altered.isSo = true
      tell(found.map((each) => ({ ...each, state })))
      // The engines hold what has come up to what they hold the rest of the page to.
      if (fresh > 0) await examineAgain(state)
      // What has come up goes when the fields are mended.
      if (fresh + found.length > 0) await keep()
      tell(await ask('sendAgain', index))
      if (late.length > 0) missed(`${state}: there was no time to look for ${late.join(', ')}`)
    }
    const fields = await ask('findLeavable')
    if (fields > 0) await (await session()).send('Emulation.setFocusEmulationEnabled', { enabled: true })
    for (let index = 0; index < fields; index += 1) {
      altered.isSo = true
      const names = looks.filter((rule) => ofAnswers.test(rule))
      const { found } = await ask('leaveWrong', index, names, lookMs)
      tell(found.map((each) => ({ ...each, state: 'with a wrong address in a field' })))
    }
    const wiped = await ask('findWipeable')
    if (wiped > 0) await (await session()).send('Emulation.setFocusEmulationEnabled', { enabled: true })
    for (let index = 0; index < wiped; index += 1) {
      altered.isSo = true
      tell(await ask('leaveWiped', index))
    }
    // What is written then stays there, as what was sent.
    const talks = await ask('findTalks')
    for (let index = 0; index < talks; index += 1) {
      altered.isSo = true
      tell(await ask('talk', index))
    }
  },
}
