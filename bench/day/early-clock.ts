/** Loaded before all else of a process, lets it live a hundred days ago: what it writes is old, and its evidence says so. */
const earlyByMs = 100 * 86_400_000
const TrueDate = Date

globalThis.Date = class extends TrueDate {
  constructor(...given: [] | [string | number | Date]) {
    if (given.length === 0) super(TrueDate.now() - earlyByMs)
    else super(...given)
  }
  static override now = () => TrueDate.now() - earlyByMs
} as DateConstructor
