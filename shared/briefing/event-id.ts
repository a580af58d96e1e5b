/** How an occurrence of an event is named on the wire: its item, and which of its times. Pure. */

/** Of what does not recur, too: the same event keeps its name when it begins to. */
export const eventIdOf = (itemId: string, occurrenceId: string): string => `${itemId}:${occurrenceId}`

/** Undefined where it names no event. The item alone names its next occurrence. */
export function readEventId(text: string): { itemId: string; occurrenceId: string | null } | undefined {
  const [, itemId, occurrenceId] = /^([0-9a-f]{64})(?::(\S{1,64}))?$/.exec(text) ?? []
  return itemId === undefined ? undefined : { itemId, occurrenceId: occurrenceId ?? null }
}
