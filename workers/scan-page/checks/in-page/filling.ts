/** The part of the in-page checks that chooses, focuses and sends. */
import { type Chosen, choices, choose } from '#workers/scan-page/checks/in-page/choosing'
import { ancestorsOf } from '#workers/scan-page/checks/in-page/dom'
import { focusables, visit } from '#workers/scan-page/checks/in-page/focusing'
import type { Found, LookedAgain } from '#workers/scan-page/checks/in-page/found'
import { freshTexts, isFaint, type TextsSeen, textsSeen } from '#workers/scan-page/checks/in-page/fresh-texts'
import { hinted, hintOver, hoverable, hoverOver } from '#workers/scan-page/checks/in-page/hovered-by-script'
import {
  empty,
  leavable,
  leaveRight,
  leaveWiped,
  leaveWrong,
  wipeable,
} from '#workers/scan-page/checks/in-page/left-wrong'
import { lookAgain } from '#workers/scan-page/checks/in-page/looking-again'
import { pastable, paste } from '#workers/scan-page/checks/in-page/pasting'
import { errorByColourAlone } from '#workers/scan-page/checks/in-page/rules/error-by-colour-alone'
import { type Search, search, searches } from '#workers/scan-page/checks/in-page/searching'
import { refused, send, sendables, turnedRed, unannounced } from '#workers/scan-page/checks/in-page/sending'
import { sendAgain } from '#workers/scan-page/checks/in-page/sent-again'
import { type Sheet, withAt } from '#workers/scan-page/checks/in-page/sheet'
import { finishAnimations } from '#workers/scan-page/checks/in-page/states'
import { goThrough, type Stepped, steppedForms } from '#workers/scan-page/checks/in-page/steps'
import { Suggesting, suggestingFields } from '#workers/scan-page/checks/in-page/suggested'
import { type Talk, talk, talks } from '#workers/scan-page/checks/in-page/talking'
import { stateNotUpdated } from '#workers/scan-page/checks/in-page/told-state'

/** Nearly all are painted otherwise there: a few that are too faint stand for the others. */
const textsOfDark = 400

/** Whether a script listens at an element for what a pattern names. */
const hearing = (sheet: Sheet) => (pattern: RegExp) => (element: Element) =>
  (sheet.heard.get(element)?.types ?? []).some((type) => pattern.test(type))

/** What takes the focus and what the pointer is said to be over. */
function visiting(sheet: Sheet) {
  const hearsOf = hearing(sheet)
  let toVisit: HTMLElement[] = []
  let toHover: HTMLElement[] = []
  let toHint: HTMLElement[] = []
  return {
    findFocusables(): number {
      toVisit = focusables(hearsOf(/^(?:focus|focusin|blur|focusout)$/))
      return toVisit.length
    },
    visit: async (index: number): Promise<Found[]> => (await withAt(toVisit, index, visit)) ?? [],
    findHoverable(): number {
      toHover = hoverable(sheet.heard)
      return toHover.length
    },
    findHinted(): number {
      toHint = hinted(sheet.heard)
      return toHint.length
    },
    hintOver: async (index: number): Promise<Found[]> => (await withAt(toHint, index, hintOver)) ?? [],
    hoverOver: async (index: number): Promise<Found[]> => (await withAt(toHover, index, hoverOver)) ?? [],
  }
}

/** Fields pasted into, forms of several steps gone through, searches asked: each by itself. */
function trying(sheet: Sheet) {
  const hearsOf = hearing(sheet)
  let toPaste: HTMLInputElement[] = []
  let toStep: Stepped[] = []
  let toSearch: Search[] = []
  let toTalk: Talk[] = []
  return {
    /** Of those that are known to refuse it, it was told when they were heard. */
    findPastable(): number {
      toPaste = pastable().filter((field) => sheet.heard.get(field)?.refusesPaste !== true)
      return toPaste.length
    },
    paste: async (index: number): Promise<Found[]> => (await withAt(toPaste, index, paste)) ?? [],
    findSteps(): number {
      toStep = steppedForms()
      return toStep.length
    },
    goThrough: async (index: number): Promise<{ found: Found[]; isBack: boolean; state: string }> =>
      (await withAt(toStep, index, goThrough)) ?? { found: [], isBack: true, state: '' },
    findTalks(): number {
      toTalk = talks(hearsOf(/^(?:submit|click)$/), sheet.isSentAbove)
      return toTalk.length
    },
    talk: async (index: number): Promise<Found[]> => (await withAt(toTalk, index, talk)) ?? [],
    findSearches(): number {
      toSearch = searches(hearsOf(/^(?:submit|click)$/), sheet.isSentAbove)
      return toSearch.length
    },
    search: async (index: number): Promise<Found[]> => (await withAt(toSearch, index, search)) ?? [],
  }
}

/** Suggestions brought out below a field. @param folded where it was told already that a list is said not to be out. */
function suggestions(sheet: Sheet, folded: ReadonlySet<string>) {
  const hearsOf = hearing(sheet)
  let toSuggest: HTMLInputElement[] = []
  let suggesting: Suggesting | undefined
  return {
    findSuggesting(): number {
      const isHeard = hearsOf(/^(?:input|keyup|keydown|keypress)$/)
      toSuggest = suggestingFields(isHeard)
      return toSuggest.length
    },
    /** Whether suggestions have come out below a field, which has the focus then. */
    async bringOut(index: number): Promise<boolean> {
      const field = toSuggest[index]
      suggesting = field && new Suggesting(field)
      return (await suggesting?.bringOut()) ?? false
    },
    foldedStill: (): Found[] => (suggesting?.foldedStill() ?? []).filter(({ place }) => !folded.has(String(place))),
    activeMissing: (): Found[] => suggesting?.activeMissing() ?? [],
    isReached: async (): Promise<boolean> => (await suggesting?.isReached()) ?? true,
    markedUntold: (): Found[] => suggesting?.markedUntold() ?? [],
    isTabbedTo: async (): Promise<boolean> => (await suggesting?.isTabbedTo()) ?? true,
    takenByMouse: async (): Promise<Found[]> => (await suggesting?.takenByMouse()) ?? [],
    endSuggesting(): void {
      suggesting?.end()
      suggesting = undefined
    },
  }
}

/** Choices made and forms sent, with nothing leaving the page. */
export function filling(sheet: Sheet) {
  const hearsOf = hearing(sheet)
  let toChoose: ReturnType<typeof choices> = []
  let toSend: ReturnType<typeof sendables> = []
  let toLeave: HTMLInputElement[] = []
  let toWipe: HTMLInputElement[] = []
  let fresh: readonly Element[] = []
  let beforeSent: ReadonlySet<Element> = new Set()
  let chosen: Chosen | undefined
  let colors: TextsSeen = new Map()
  /** Where it was told already that a list is said not to be out. */
  const folded = new Set<string>()
  return {
    ...visiting(sheet),
    ...trying(sheet),
    ...suggestions(sheet, folded),
    /** What the last thing that was done has brought out, or painted otherwise. */
    freshTexts: (): readonly Element[] => fresh,
    findChoices(): number {
      const isHeardAbove = sheet.atTop.some((type) => /^(?:change|input)$/.test(type))
      const isHeard = hearsOf(/^(?:change|input|click|keyup|keydown)$/)
      toChoose = choices((element) => isHeardAbove || isHeard(element))
      return toChoose.length
    },
    /** Leaves it chosen where an engine is to look at what came of it. */
    async choose(index: number): Promise<{ state: string; faint: number; found: Found[] }> {
      chosen = await withAt(toChoose, index, choose)
      for (const { rule, place } of chosen?.found ?? []) if (rule === stateNotUpdated.rule) folded.add(String(place))
      fresh = chosen?.faint ?? []
      if (fresh.length === 0) chosen?.putBack()
      return { state: chosen?.state ?? '', faint: fresh.length, found: chosen?.found ?? [] }
    },
    unchoose(): void {
      if (fresh.length > 0) chosen?.putBack()
      fresh = []
    },
    noteColors(): { isReduced: boolean } {
      colors = textsSeen()
      return { isReduced: matchMedia('(prefers-reduced-motion: reduce)').matches }
    },
    /** How many texts are too faint in the colours that the page has now, and looked otherwise before. */
    faintInDark(): number {
      finishAnimations()
      fresh = freshTexts(colors, textsOfDark).filter(isFaint)
      return fresh.length
    },
    endDark(): void {
      fresh = []
      colors = new Map()
    },
    findForms(): number {
      toSend = sendables(hearsOf(/^(?:submit|click)$/), sheet.isSentAbove)
      return toSend.length
    },
    /** @param names of the rules that are looked for once more, before and after, each time for so long. */
    async send(
      index: number,
      names: readonly string[],
      lookMs: number,
    ): Promise<LookedAgain & { state: string; fresh: number }> {
      const form = toSend[index]
      if (!form) return { state: '', fresh: 0, found: [], late: [] }
      const before = await lookAgain(names, lookMs)
      const told = new Set(before.found.map(keyOf))
      const sent = await send(form)
      fresh = sent.texts
      beforeSent = sent.before
      // What was there before is known of those rules alone that were looked for then.
      const after = await lookAgain(
        names.filter((name) => !before.late.includes(name)),
        lookMs,
      )
      const found = after.found.filter((each) => !told.has(keyOf(each)))
      const known = new Set(found.map(keyOf))
      const red = turnedRed(form, sent).filter((each) => !known.has(keyOf(each)))
      return {
        state: sent.state,
        fresh: fresh.length,
        found: [...found, ...red, ...unannounced(form, sent), ...refused(form, sent)],
        late: [...before.late, ...after.late],
      }
    },
    findLeavable(): number {
      const isAbove = sheet.atTop.some((type) => leaving.test(type))
      const isHeard = hearsOf(leaving)
      toLeave = leavable(toSend, (field) => isAbove || [field, ...ancestorsOf(field)].some(isHeard))
      return toLeave.length
    },
    findWipeable(): number {
      const isHeard = hearsOf(/^(?:blur|focusout|change)$/)
      const isAbove = sheet.atTop.some((type) => /^(?:focusout|change)$/.test(type))
      toWipe = wipeable(toLeave, (field) => isAbove || [field, ...ancestorsOf(field)].some(isHeard))
      return toWipe.length
    },
    leaveWiped: async (index: number): Promise<Found[]> => (await withAt(toWipe, index, leaveWiped)) ?? [],
    /** @param names as for sending. */
    async leaveWrong(index: number, names: readonly string[], lookMs: number): Promise<LookedAgain> {
      const field = toLeave[index]
      if (!field) return { found: [], late: [] }
      const right = await leaveRight(field)
      const before = await lookAgain(names, lookMs)
      const told = new Set(before.found.map(keyOf))
      const { hasSpoken, found: red } = await leaveWrong(field, right)
      const after = await lookAgain(names, lookMs)
      empty(field)
      const isByColour = ({ rule }: Found) => rule === errorByColourAlone.rule
      const found = after.found.filter((each) => !told.has(keyOf(each)) && !(hasSpoken && isByColour(each)))
      const known = new Set(found.map(keyOf))
      return { found: [...found, ...red.filter((each) => !known.has(keyOf(each)))], late: after.late }
    },
    sendAgain: async (index: number): Promise<Found[]> =>
      (await withAt(toSend, index, (form) => sendAgain(form, beforeSent))) ?? [],
  }
}

const leaving = /^(?:blur|focusout|change|input)$/

const keyOf = ({ rule, place }: Found) => `${rule} ${place}`
