/** Puts everything back, once, however a bench ends. */

/** @returns what the bench calls at its end; a signal calls it too, and ends the process then. */
export function cleanUpOnce(act: () => Promise<void>): () => Promise<void> {
  let cleaning: Promise<void> | undefined
  const cleanUp = () => {
    cleaning ??= act()
    return cleaning
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void cleanUp().finally(() => process.exit(130)))
  }
  return cleanUp
}
