/** How far a backup or a restore is: one line that is drawn over where a person looks, a line now and then elsewhere. */
import { isDrawable } from '#cli/terminal/colour'

type Sink = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number }
export type Meter = { show: (text: () => string) => void; end: () => void }

const drawEveryMs = 200
const lineEveryMs = 10_000

export function openMeter(sink: Sink = process.stderr, now: () => number = Date.now): Meter {
  const isDrawn = isDrawable(sink)
  let saidAt = isDrawn ? 0 : now()
  let isOpen = false
  return {
    show(text) {
      if (now() - saidAt < (isDrawn ? drawEveryMs : lineEveryMs)) return
      saidAt = now()
      isOpen = isDrawn
      sink.write(isDrawn ? `\r${text().slice(0, (sink.columns ?? 80) - 1)}\u001B[K` : `${text()}\n`)
    },
    end() {
      if (isOpen) sink.write('\r\u001B[K')
      isOpen = false
    },
  }
}

export const sized = (bytes: number): string => {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
