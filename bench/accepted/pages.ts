/**
 * Pages of accepted patterns that naive checks get wrong: nothing is to be found on them. Those in `held-back` and `for-measuring-alone`
 * are for measuring alone; `opened` is the half that was drawn with the latter, and may be looked at.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Half, halfOf } from '#bench/halves'

export type AcceptedPage = { name: string; path: string; half: Half }

export const acceptedFolder = join(import.meta.dir, '../../test/fixtures/accepted')

/** @throws Error when there is no such folder. */
export function acceptedPages(folder = acceptedFolder): AcceptedPage[] {
  const pages = pagesIn(folder).map((file) => pageOf(file, halfOf('accepted', file)))
  const inParts = Object.entries(halfOfFolder).flatMap(([part, half]) =>
    existsSync(join(folder, part)) ? pagesIn(join(folder, part)).map((file) => pageOf(`${part}/${file}`, half)) : [],
  )
  return [...pages, ...inParts]
}

const halfOfFolder: Readonly<Record<string, Half>> = {
  'held-back': 'unseen',
  'for-measuring-alone': 'unseen',
  opened: 'opened',
}

const pagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()

const pageOf = (file: string, half: Half): AcceptedPage => ({ name: file.slice(0, -5), path: `/${file}`, half })
