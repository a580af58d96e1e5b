/** What documents say of components, whichever tool wrote them. */
import type { Issue } from '#shared/kernel/errors'

export type ImportedStory = { id: string; name: string }

export type ImportedComponent = {
  /** Where the document names it: a JSON pointer into the request. */
  at: string
  id: string
  name: string
  category: string
  tagName: string | null
  classPrefix: string | null
  isDeprecated: boolean
  /** Files that it is made of, without a leading ./ */
  paths: readonly string[]
  /** A day, or a time, where the document itself says so. */
  lastModified: string | null
  stories: readonly ImportedStory[]
}

/** What a document comes to, or all that is wrong with it. */
export type Reading<Value> = { value: Value; issues?: never } | { value?: never; issues: Issue[] }

export const uncategorized = 'uncategorized'

/** Where a request has its document. */
export const documentPath = '/document'

export const withoutDot = (path: string): string => path.replace(/^(\.\/+)+/, '')

/** A part of a JSON pointer. */
export const pointerTo = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
