/** Snapshots that are refused, in tests. */
import { ServiceError } from '#shared/kernel/errors'

/** What a snapshot is refused with; `taken` where it is not. Any other throw goes on. */
export function snapshotRefusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNSUPPORTED_SNAPSHOT') return error.message
    throw error
  }
  return 'taken'
}
