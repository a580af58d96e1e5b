/** Which of several content types a caller would rather have. Pure. */
import type { HttpRequest } from '#api/http/wire'

/**
 * RFC 9110 12.5.1: the one with the greatest weight; the earlier of two with the same. What a caller takes none of is offered
 * as the first, as where nothing is asked for.
 */
export function preferredOf<Type extends string>(request: HttpRequest, offered: readonly [Type, ...Type[]]): Type {
  const ranges = (request.headers.get('accept') ?? '*/*').split(',').map(readRange)
  let best = offered[0]
  let most = weightOf(best, ranges)
  for (const type of offered) {
    const weight = weightOf(type, ranges)
    if (weight > most) [best, most] = [type, weight]
  }
  return best
}

type Range = { type: string; weight: number }

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
  return { type, weight: Number.isNaN(weight) ? 0 : weight }
}

/** By the most exact of the ranges that it is in. */
function weightOf(type: string, ranges: readonly Range[]): number {
  const [family] = type.split('/')
  for (const wanted of [type, `${family}/*`, '*/*']) {
    const range = ranges.find((each) => each.type === wanted)
    if (range) return range.weight
  }
  return 0
}
