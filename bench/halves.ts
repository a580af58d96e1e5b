/**
 * Which part of a set something is of. `seen` and `opened` by digest of its name: nobody chose. `seen` was looked at from the first while
 * checks were written, `opened` was for measuring alone until it was looked at as well, or is the half of a fresh part that was drawn
 * to be looked at; what stands for pages that nobody has looked at is `unseen` alone, which was drawn or written before that.
 */
import { createHash } from 'node:crypto'

export const halves = ['seen', 'opened', 'unseen'] as const
export type Half = (typeof halves)[number]

const digestOf = (set: string, name: string): number =>
  createHash('sha256').update(`${set} ${name}`).digest().readUInt32BE(0) / 2 ** 32

/** @param share of the set that might be looked at from the first. */
export const halfOf = (set: string, name: string, share = 0.5): 'seen' | 'opened' =>
  digestOf(set, name) < share ? 'seen' : 'opened'

/** What a command was asked for; all, if nothing. */
export const isAsked = (half: Half, asked: Partial<Record<Half, boolean>>): boolean =>
  asked[half] === true || halves.every((each) => !asked[each])
