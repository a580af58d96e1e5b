/** When a component was changed last. Pure: today comes by argument. */

/** The day of a day or a time, in UTC. */
export const dayOf = (text: string): string => (text.length === 10 ? text : new Date(text).toISOString().slice(0, 10))

/** What is said of it from outside: by the document itself, else the newest of its files. */
export function modifiedSaid(
  { lastModified, paths }: { lastModified: string | null; paths: readonly string[] },
  files: ReadonlyMap<string, string>,
): string | undefined {
  if (lastModified !== null) return dayOf(lastModified)
  const days = paths.flatMap((path) => files.get(path) ?? []).map(dayOf)
  return days.sort().at(-1)
}

/** @param said by `modifiedSaid`; @param before of the component as it was; @param day of the commit, or else today. */
export const modifiedOn = (
  said: string | undefined,
  { before, isChanged, day }: { before: string | undefined; isChanged: boolean; day: string },
): string => said ?? (isChanged || before === undefined ? day : before)
