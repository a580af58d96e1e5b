/** Pages of accepted patterns that naive checks get wrong: nothing is to be found on them. Those in `held-back` are for measuring alone. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Half, halfOf } from '#bench/halves'

export type AcceptedPage = { name: string; path: string; half: Half }

export const acceptedFolder = join(import.meta.dir, '../../test/fixtures/accepted')

/** @throws Error when there is no such folder. */
export function acceptedPages(folder = acceptedFolder): AcceptedPage[] {
  const pages = pagesIn(folder).map((file) => pageOf(file, halfOf('accepted', file)))
  const heldBack = join(folder, heldBackFolder)
  if (!existsSync(heldBack)) return pages
  return [...pages, ...pagesIn(heldBack).map((file) => pageOf(`${heldBackFolder}/${file}`, 'unseen'))]
}

const heldBackFolder = 'held-back'

const pagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.html'))
    .sort()

const pageOf = (file: string, half: Half): AcceptedPage => ({ name: file.slice(0, -5), path: `/${file}`, half })
