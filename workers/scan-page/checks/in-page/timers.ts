/** Timers that the scripts of a page set by themselves, and how long they wait. */
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'

export type Timer = { index: number; isInterval: boolean; ms: number; given: string }

const longestCall = 2000

export const timersIn = (program: string): Timer[] =>
  [...program.matchAll(/set(?:Timeout|Interval)\s*\(/g)].map(({ index, 0: call }) => {
    const given = upToItsEnd(program, index + call.length)
    const [, time = ''] = /,\s*([\w$.*\s]+?)\s*,?\s*$/.exec(given) ?? []
    return { index, isInterval: call.includes('Interval'), ms: msOf(time, program), given }
  })

/** What stands between a bracket and the one that closes it; texts and patterns that hold brackets are not told apart. */
export function upToItsEnd(program: string, from: number): string {
  let depth = 1
  for (let at = from; at < program.length && at < from + longestCall; at += 1) {
    const sign = program[at]
    if (sign === '(') depth += 1
    else if (sign === ')') depth -= 1
    if (depth === 0) return program.slice(from, at)
  }
  return ''
}

/** Written as a number, as a product, or by a name that stands for one. */
export function msOf(written: string, program: string): number {
  const [, value] = /^[A-Za-z_$]/.test(written)
    ? (new RegExp(`\\b${escaped(written.replaceAll('.', '\\.'))}\\s*[=:]\\s*([\\d_*\\s]+)`).exec(program) ?? [])
    : [written, written]
  return value === undefined ? Number.NaN : productOf(value)
}

export const escaped = (name: string) => name.replaceAll('$', '\\$')

export const productOf = (written: string) =>
  written.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '').trim()), 1)

/** The longest that one waits which nobody has asked for by doing something, of those that wait so long at least; 0 for none. */
export function longestUnasked(elements: readonly Element[], fromMs: number, toMs: number): number {
  const all = readPrograms(elements).flatMap(({ text }) =>
    text.includes('setTimeout') || text.includes('setInterval')
      ? timersIn(text)
          .filter(({ ms, index }) => ms >= fromMs && ms <= toMs && !waitsForEvent(text, index))
          .map(({ ms }) => ms)
      : [],
  )
  // What is counted down by the second has an end of its own.
  return Math.max(0, ...all, ...(hasCountdown(elements) ? [countdownMs] : []))
}

const countdownMs = 120_000

const hasCountdown = (elements: readonly Element[]): boolean =>
  readPrograms(elements).some(({ text }) =>
    timersIn(text).some(
      ({ isInterval, ms, given, index }) =>
        isInterval && ms === 1000 && /--|-=\s*1\b/.test(given) && !waitsForEvent(text, index),
    ),
  )
