/** Conversations whose answers a script adds some time after a line was sent, in a place that no screen reader listens to. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { live } from '#workers/scan-page/checks/in-page/announcing'
import { ancestorsOf, closest, isSeen, quote, spokenText, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { heldBy } from '#workers/scan-page/checks/in-page/held-by'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const adds =
  /(?<![\w$.])([a-zA-Z_$][\w$]*)\.(?:append|appendChild|prepend|insertAdjacentHTML|insertAdjacentElement)\(|(?<![\w$.])([a-zA-Z_$][\w$]*)\.innerHTML\s*\+=/g
/** What was written is sent: its field is empty for the next line. */
const empties = /\.value\s*=\s*(?:''|""|``)|\.reset\(\)/
const later = /\b(?:setTimeout|fetch|WebSocket|EventSource|XMLHttpRequest)\b|\.onmessage\b|['"`]message['"`]/
const announced = /aria-?live|(?:role['"`]?\s*[,=:]\s*['"`](?:status|alert|log))|announce/i
const talk =
  /chat|conversation|convers|messages|messenger|dialog|gespr(?:ä|ae)ch|assist|\bbot|thread|transcript|nachricht|mensajes|messaggi|berichten|wiadomo/i
const levelsAround = 3
const typed = 'input:not([type]), input[type="text"], textarea'

export const conversationNotAnnounced: StaticCheck = {
  rule: 'conversation-not-announced',
  criteria: ['4.1.3'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Put role="log" on the element that the lines are added to, and let it be there before.',
  find: (elements) => {
    const told = new Set<Element>()
    return readPrograms(elements).flatMap(({ text: program, isLinked }): Hit[] => {
      if (isLinked || announced.test(program) || !empties.test(program) || !later.test(program)) return []
      return [...program.matchAll(adds)].flatMap(([, name, named]): Hit[] => {
        const element = heldBy(program, name ?? named ?? '', elements)
        if (!element || told.has(element) || !isSeen(element)) return []
        const around = ancestorsOf(element)
          .slice(0, levelsAround)
          .find((each) => !each.matches('body, main, [role="main"]') && each.querySelector(typed) !== null)
        if (!around || element.querySelector(typed) || closest(element, live) || element.querySelector(live)) return []
        // Of a list of things, an entry is added: only one that is called so is a conversation.
        if (!isCalledTalk(element) && !isCalledTalk(around)) return []
        told.add(element)
        const said = spokenText(element, 80)
        return [
          {
            element,
            confidence: 'medium',
            message: `Lines of a conversation${said ? ` (${quote(said)})` : ''} are added to this ${tagOf(element)} some time after one was sent, and no live region tells of them.`,
          },
        ]
      })
    })
  },
}

const isCalledTalk = (element: Element): boolean =>
  talk.test(`${element.id} ${element.getAttribute('class') ?? ''} ${element.getAttribute('aria-label') ?? ''}`)
