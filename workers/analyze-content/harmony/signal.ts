/** Signals: what was measured of a dimension, what it takes off, why, and the characters that say it. Pure. */
import type { AlignmentSignal } from '#db/documents/alignment'
import type { Span } from '#db/documents/meaning'

/** Quarters are exact in binary: whoever adds effects up, in whatever order, comes to the very same score. */
export const quarter = (points: number): number => Math.round(points * 4) / 4

const spansShown = 50

/** @param points what it takes off, at least 0 and at most `most`. @returns none where that comes to nothing. */
export function lowering(
  found: { id: string; value: number; points: number; most: number; because: string },
  spans: readonly Span[],
): AlignmentSignal[] {
  const effect = -quarter(Math.min(found.most, found.points))
  if (effect === 0) return []
  const { id, value, because } = found
  return [{ id, value: Math.round(value * 1000) / 1000, effect, because, spans: spans.slice(0, spansShown) }]
}

export const scoreOf = (signals: readonly Pick<AlignmentSignal, 'effect'>[]): number =>
  signals.reduce((score, { effect }) => score + effect, 100)

/** With what holds the score to 0 at least, as a signal of its own: then the sum is the score, always. */
export function held(signals: readonly AlignmentSignal[]): AlignmentSignal[] {
  const score = scoreOf(signals)
  if (score >= 0) return [...signals]
  return [
    ...signals,
    { id: 'held_at_zero', value: score, effect: -score, because: 'A score is never under 0.', spans: [] },
  ]
}

/** What is found so often in so many sentences, as if there were at most five: a long text is not worse for being long. */
export const perFive = (count: number, sentences: number): number => count * Math.min(1, 5 / Math.max(1, sentences))

export const times = (count: number, what: string, many = `${what}s`): string => `${count} ${count === 1 ? what : many}`
