/** What an item is called: the same thing of the same connection has the same id, for ever. */
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

/** @param key its name at its source. */
export const itemIdOf = (orgId: string, connectionId: string, key: string): string =>
  sha256Hex(canonicalJson([orgId, connectionId, key]))
