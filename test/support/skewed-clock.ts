/** Preloaded into a process (`--preload`), lets its clock go wrong by CLOCK_SKEW_MS. */
const skewMs = Number(process.env['CLOCK_SKEW_MS'] ?? 0)
const Sound = Date

class Skewed extends Sound {
  constructor(...given: unknown[]) {
    // As Date takes them: none is now.
    if (given.length === 0) super(Sound.now() + skewMs)
    else super(...(given as [number]))
  }
  static override now = () => Sound.now() + skewMs
}

globalThis.Date = Skewed as DateConstructor

export {}
