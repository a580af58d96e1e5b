/** Shortcuts of one printable character: which ones the page speaks of, and whether pressing one changes anything. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  allMatching,
  isField,
  isSeen,
  labelsOf,
  nameOf,
  pick,
  quote,
  spokenText,
  squeeze,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

export const characterKey: CheckMeta = {
  rule: 'character-key-shortcut',
  criteria: ['2.1.4'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let users turn the shortcut off or give it another key, or take one with Ctrl or Alt.',
}

const keysTaken = 6

/** The characters a page names as keys, in its words or in what its listeners compare with. */
export function shortcutKeys(sources: readonly string[]): string[] {
  const keys = new Set<string>()
  const text = document.body ? spokenText(document.body, 20_000) : ''
  for (const match of text.matchAll(
    /\b(?:press|hit|type|shortcut:?|key:?|taste|touche|tecla)\s+(?:the\s+)?["“”'‘’«]([^\s"“”'‘’«»])["“”'‘’»]/gi,
  ))
    keys.add(match[1] ?? '')
  for (const element of allMatching('kbd')) {
    const word = squeeze(element.textContent ?? '')
    const isCombined = /ctrl|alt|shift|cmd|meta|⌘|⌥|\+/i.test(
      squeeze(element.parentElement?.textContent ?? '').slice(0, 200),
    )
    if ([...word].length === 1 && !isCombined && isSeen(element)) keys.add(word.toLowerCase())
  }
  for (const source of sources) {
    for (const match of source.matchAll(
      /(?:\bkey|\.code|\.which|\.keyCode)\s*={2,3}\s*(?:['"]([^'"\\\s])['"]|(\d{2}))|case\s+['"]([^'"\\\s])['"]\s*:/g,
    )) {
      const code = Number(match[2] ?? Number.NaN)
      const key = match[1] ?? match[3] ?? (code >= 48 && code <= 90 ? String.fromCharCode(code).toLowerCase() : '')
      keys.add(key)
    }
    // By the place on the keyboard.
    for (const [, letter, digit] of source.matchAll(/(?:\.code\s*={2,3}\s*|case\s+)['"](?:Key([A-Z])|Digit(\d))['"]/g))
      keys.add(letter?.toLowerCase() ?? digit ?? '')
  }
  // Numbers of keys stand by themselves where a switch is over them.
  for (const source of sources)
    if (/switch\s*\(\s*(?:\w+\.(?:keyCode|which)|key ?code|code)\b/i.test(source))
      for (const [, code] of source.matchAll(/case\s+(\d{2})\s*:/g))
        if (Number(code) >= 48 && Number(code) <= 90) keys.add(String.fromCharCode(Number(code)).toLowerCase())
  const programs = readPrograms(allElements()).map(({ text }) => text)
  // Which keys there are stands in a table of the program, or is told to a library for keys.
  const inTables = sources.some((source) => /\[\s*\w+\.(?:key|code)\b|\.(?:get|has)\(\s*\w+\.key\b/.test(source))
    ? programs
    : []
  for (const [texts, named] of [
    [inTables, /[{,]\s*['"]?([a-z?/])['"]?\s*(?::\s*(?:async\s*)?(?:function|\(|\w+\s*=>)|\([^)]*\)\s*\{)/g],
    // Named functions, or pairs of a map.
    [inTables, /[{,]\s*['"]?([a-z?/])['"]?\s*:\s*(?:this\.)?[a-z]\w{2,}(?:\.\w+)*\s*(?=[,}])/gi],
    [inTables, /\[\s*['"]([a-z?/])['"]\s*,\s*(?:async\s*)?(?:function|\(|\w)/g],
    [programs, /(?:Mousetrap\.bind|hotkeys)\(\s*['"]([a-z?/])['"]/g],
  ] as const)
    for (const text of texts) for (const [, key = ''] of text.matchAll(named)) keys.add(key)
  keys.delete('')
  return [...keys].slice(0, keysTaken)
}

export type Press = { observer: MutationObserver; count: number; focus: Element | null }

/** To be called before a key is pressed. */
export function awaitPress(): Press {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  const press: Press = {
    observer: new MutationObserver((records) => (press.count += records.length)),
    count: 0,
    focus: document.activeElement,
  }
  press.observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  return press
}

export function pressed({ observer, count, focus }: Press): boolean {
  const isChanged = count + observer.takeRecords().length > 0 || document.activeElement !== focus
  observer.disconnect()
  return isChanged
}

/** @param isSteady whether the page stays as it is when a key is pressed that writes nothing. */
export function shortcut(keys: readonly string[], isSteady: boolean): Found[] {
  if (keys.length === 0) return []
  const said = keys.map((key) => quote(key)).join(' or ')
  const isSure = isSteady && !mayBeTurnedOff()
  return [
    foundOf(characterKey, {
      element: document.body ?? document.documentElement,
      tier: isSure ? 'error' : 'warning',
      message: `Pressing ${said} alone, with the focus nowhere, changes the page; who dictates or hits keys by mistake sets it off.`,
      confidence: 'high',
    }),
  ]
}

const switches = 'input[type="checkbox"], [role="switch"], [role="checkbox"], button[aria-pressed], select'
const ofShortcuts =
  /short ?cut|hot ?key|single[ -](?:key|letter|character)|\bkeys\b|keyboard|kurztaste|tast(?:en|atur)|kürzel|raccourci|clavier|touches|atajo|teclado|teclas|scorciatoi|tastier|tasti\b|atalho|sneltoets|toetsen|skrót|klawis|kortkommando|genvej|snarvei|klávesov|горячи|клавиш|ショートカット|快捷键|快捷鍵|단축키/i

/** What on the page says that it turns shortcuts on and off, turned the other way. @returns whether there is such a thing. */
export function turnOffShortcuts(): boolean {
  const control = pick(allElements(), switches).find(
    (each) => isSeen(each) && ofShortcuts.test(nameOf(each)) && each instanceof HTMLElement,
  )
  if (!(control instanceof HTMLElement)) return false
  if (control instanceof HTMLSelectElement) {
    const isOff = ({ text }: HTMLOptionElement) =>
      /\b(?:off|none|disabled?|aus|keine|désactivé|non|no|desactivad\p{L}*|ninguno|uit|geen)\b/iu.test(text)
    const off = [...control.options].findIndex(isOff)
    if (off === -1) return false
    control.selectedIndex = off
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  } else control.click()
  return true
}

const controls =
  'a[href], button, summary, input, select, dialog, [role="button"], [role="link"], [role="switch"], [role="checkbox"], [role="menuitem"], [role="dialog"]'
const languagesRead = /^(?:en|de|fr|es|it|pt|nl)\b/i
const ofKeys =
  /short ?cut|hot ?key|\bkeys?\b|keyboard|remap|accessib|\bctrl\b|\balt\b|tast(?:e|atur)|kürzel|barriere|raccourci|clavier|touche|atajo|teclado|tecla|scorciatoi|tastier|tasto|atalho|sneltoets|toets/i
/** Of what is called so in a few words; a heading of an article may have such a word as well. */
const settings =
  /settings?\b|preference|option|disable|turn (?:on|off)|custom|config|toggle|einstellung|abschalten|paramètre|réglage|préférence|désactiver|ajuste|preferencia|opcion|desactivar|impostazion|preferenz|disattiva|configura|desativar|instelling|voorkeur|uitschakel/i
const longestSetting = 3

/** Whether anything on the page, hidden or not, may turn shortcuts off or give them other keys, or lead to where that is done. */
function mayBeTurnedOff(): boolean {
  if (!languagesRead.test(document.documentElement.lang || 'en')) return true
  return pick(allElements(), controls).some((control) => {
    const labels = isField(control) ? labelsOf(control).map((label) => label.textContent ?? '') : []
    const attributes = ['aria-label', 'title', 'value'].map((name) => control.getAttribute(name) ?? '')
    return [control.textContent ?? '', ...labels, ...attributes].some(
      (name) => ofKeys.test(name) || (settings.test(name) && squeeze(name).split(' ').length <= longestSetting),
    )
  })
}
