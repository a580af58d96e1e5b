/** The way out of a part of the page that keeps the focus, as the page itself tells of it. */
import { spokenText } from '#workers/scan-page/checks/in-page/dom'

export type AdvisedKey = { key: string; code: string; windowsVirtualKeyCode: number; modifiers: number }

const modifierBits: Readonly<Record<string, number>> = {
  alt: 1,
  option: 1,
  ctrl: 2,
  strg: 2,
  control: 2,
  cmd: 4,
  command: 4,
  meta: 4,
  shift: 8,
}

const namedKeys: Readonly<Record<string, Omit<AdvisedKey, 'modifiers'>>> = {
  esc: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  escape: { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: 27 },
  enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 },
  tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  end: { key: 'End', code: 'End', windowsVirtualKeyCode: 35 },
  home: { key: 'Home', code: 'Home', windowsVirtualKeyCode: 36 },
}

const combination =
  /\b((?:(?:ctrl|strg|control|alt|option|shift|cmd|command|meta)\s*[+-]\s*)+)([a-z0-9]|f\d{1,2}|escape|esc|enter|tab|home|end)\b|\b(escape|esc|f\d{1,2})\b/gi

const ways = [
  /[^.!?]{0,40}\b(?:press|hit|use)\b[^.!?]{1,40}\b(?:exit|leave|escape|continue|move on|get out|return)\b[^.!?]{0,30}/i,
  // In other languages, a sentence that names a combination of keys and speaks of leaving.
  /(?=[^.!?]*\b(?:verlass\w*|verläss\w*|heraus|hinaus|quitter|sortir|salir|abandonar|uscire|sair|verlaten)\b)[^.!?]*\b(?:strg|ctrl|alt|esc(?:ape)?|maj|mayús|control)\b[^.!?]*/i,
]

/** The sentence that tells of it. */
export function wayOut(): string | null {
  const text = document.body ? spokenText(document.body, 20_000) : ''
  const advice = ways.map((way) => way.exec(text)?.[0]?.trim()).find((said) => said !== undefined)
  return advice ?? null
}

/** The one key that it names; none where it names none or several. */
export function keyIn(advice: string): AdvisedKey | null {
  const [only, second] = advice.matchAll(combination)
  if (!only || second) return null
  const [, held = '', pressed = '', alone = ''] = only
  const modifiers = held
    .toLowerCase()
    .split(/[\s+-]+/)
    .reduce((bits, name) => bits | (modifierBits[name] ?? 0), 0)
  const name = (pressed || alone).toLowerCase()
  return { ...keyNamed(name), modifiers }
}

function keyNamed(name: string): Omit<AdvisedKey, 'modifiers'> {
  const named = namedKeys[name]
  if (named) return named
  const upper = name.toUpperCase()
  if (upper.length > 1) return { key: upper, code: upper, windowsVirtualKeyCode: 111 + Number(upper.slice(1)) }
  return {
    key: name,
    code: /\d/.test(name) ? `Digit${name}` : `Key${upper}`,
    windowsVirtualKeyCode: upper.charCodeAt(0),
  }
}
