/** Markup that is to be rendered by itself: a document with whatever of its parts came along. */
import type { ArtifactNote } from '#db/documents/page-artifact'

export type MarkupPart = {
  /** Media type, as it is sent with it. */
  type: string
  bytes: Uint8Array
}

export type SnapshotMarkup = {
  html: string
  /** Where it was found, if it says so; it is not visited. */
  url: string | null
  /** What it may load, by absolute address. All else is missing. */
  parts: ReadonlyMap<string, MarkupPart>
  /** Of the window it was taken in, CSS pixels, if it says so. */
  viewport: { width: number; height: number } | null
  notes: readonly ArtifactNote[]
}
