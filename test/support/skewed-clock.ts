/**
 * Preloaded into a process (`--preload`), lets its clock go wrong: by CLOCK_SKEW_MS from the start, and with each SIGUSR2
 * by the next of CLOCK_STEPS_MS. As when an operator or NTP sets a clock, timers and `performance` know nothing of it.
 */
let skewMs = Number(process.env['CLOCK_SKEW_MS'] ?? 0)
const stepsMs = (process.env['CLOCK_STEPS_MS'] ?? '').split(',').map(Number)
process.on('SIGUSR2', () => {
  skewMs += stepsMs.shift() ?? 0
})
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
