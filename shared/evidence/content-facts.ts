/** What nodes say of results and errors that rows hold. Pure. */
import { canonicalJson, saltedTextDigest } from '#shared/kernel/canonical'
import type { StoredError } from '#shared/kernel/errors'

/**
 * What a node says of a result, and of an error, as they are stored: a digest under the salt of what the task was asked, with
 * which it goes when that is erased.
 */
export function contentFacts(
  salt: Uint8Array | null,
  { result, error }: { result: string | null | undefined; error: StoredError | null | undefined },
): Record<string, string> {
  if (salt === null || (!result && !error)) return {}
  return { content_digest: saltedTextDigest(salt, contentText(result ?? null, error ?? null)).digest }
}

/** An error as it will be read again. */
export const asStored = (error: StoredError | null | undefined): StoredError | null =>
  error ? JSON.parse(JSON.stringify(error)) : null

/** What `content_digest` is of. @param result JSON text. */
export const contentText = (result: string | null, error: unknown): string =>
  `${error === null ? '' : canonicalJson(error)}\n${result ?? ''}`
