/** What a page's own scripts say: those that stand in it, and those that it links, as far as the browser has kept them. */
import { pick } from '#workers/scan-page/checks/in-page/dom'

export type ReadScript = { element: Element; text: string; isLinked: boolean }

const longest = 50_000
/** A script by its type, or by none; what is kept for scripts is no program. */
const isProgram = (script: Element): boolean =>
  /^(?:|module|(?:text|application)\/(?:java|ecma)script.*)$/i.test((script.getAttribute('type') ?? '').trim())

let linked: Readonly<Record<string, string>> = {}

/** @param texts by their addresses. */
export const takeLinked = (texts: Readonly<Record<string, string>>): void => {
  linked = texts
}

const read = new WeakMap<readonly Element[], ReadScript[]>()

/** Longer ones are left out: they are libraries, mostly, of which a page uses a part. */
export function readPrograms(elements: readonly Element[]): readonly ReadScript[] {
  const known = read.get(elements)
  if (known) return known
  const all = pick(elements, 'script').flatMap((element): ReadScript[] => {
    if (!(element instanceof HTMLScriptElement) || !isProgram(element)) return []
    const isLinked = element.src !== ''
    const text = (isLinked ? linked[element.src] : element.textContent) ?? ''
    return text === '' || text.length > longest ? [] : [{ element, text, isLinked }]
  })
  read.set(elements, all)
  return all
}

/** Whether there are others: linked ones that the browser did not keep, of other sites, or too long. */
export const hasUnreadPrograms = (elements: readonly Element[]): boolean =>
  pick(elements, 'script:not([type*="json"], [type="text/template"])').length > readPrograms(elements).length

/** What runs only when something is done on the page, or something has come from elsewhere. */
const waitsFor =
  /(?:addEventListener\(\s*['"`](?!load|DOMContentLoaded|pageshow|readystatechange)[\w:-]+['"`]\s*,|\.on(?!load\b|pageshow\b)[a-z]+\s*=|\.(?:on|one|bind|delegate)\(\s*['"`](?!load|ready)|\.(?:click|submit|change|keydown|keyup|hover|then|done|success|always|subscribe)\(|\bcatch\b|\bon[A-Z]\w*\s*[:=])\s*(?:async\s*)?(?:function\b[^(]*)?\(?[^(){}]*\)?\s*(?:=>)?\s*$/
const farBack = 160

/** Whether a place in a program stands within what waits for an event, by the brackets around it. */
export function waitsForEvent(program: string, at: number): boolean {
  let depth = 0
  for (let index = at - 1; index >= 0; index -= 1) {
    const sign = program[index]
    if (sign === '}') depth += 1
    else if (sign === '{') {
      if (depth === 0) {
        if (waitsFor.test(program.slice(Math.max(0, index - farBack), index))) return true
      } else depth -= 1
    }
  }
  const before = program.slice(Math.max(0, at - farBack), at)
  const heard = [...before.matchAll(heardInOneLine)].at(-1)
  // A handler that was closed before it is over, whether a semicolon says so or not.
  return heard !== undefined && isOpenStill(before.slice(heard.index))
}

const heardInOneLine =
  /(?:addEventListener\(\s*['"`](?!load|DOMContentLoaded|pageshow)[\w:-]+['"`]\s*,|\.on(?!load\b)[a-z]+\s*=)(?=[^;{}]*=>[^;{}]*$)/g

function isOpenStill(written: string): boolean {
  if (!written.startsWith('addEventListener')) return !/=>[^\n]*\n\s*\S*$/.test(written)
  let depth = 0
  for (const sign of written.slice(written.indexOf('('))) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0) return false
  }
  return true
}
