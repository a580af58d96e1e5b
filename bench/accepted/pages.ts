/** Pages of accepted patterns that naive checks get wrong: nothing is to be found on them. Half are for measuring alone. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Half, halfOf } from '#bench/halves'

export type AcceptedPage = { name: string; path: string; half: Half }

export const acceptedFolder = join(import.meta.dir, '../../test/fixtures/accepted')

/** @throws Error when there is no such folder. */
export function acceptedPages(folder = acceptedFolder): AcceptedPage[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()
    .map((file) => ({ name: file.slice(0, -5), path: `/${file}`, half: halfOf('accepted', file) }))
}
