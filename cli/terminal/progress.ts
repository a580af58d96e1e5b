/** How far a run is: a bar that stays on its line where a person looks, a line now and then elsewhere. */
import { isDrawable } from '#cli/terminal/colour'
import type { Run } from '#shared/contracts/scans'

type Sink = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean; columns?: number }
export type Progress = { show: (run: Run) => void; end: () => void }

const barWidth = 30
const lineEveryMs = 10_000

export function openProgress(sink: Sink, now: () => number = Date.now): Progress {
  const isBar = isDrawable(sink)
  const startedAt = now()
  let saidAt = Number.NEGATIVE_INFINITY
  let said = ''
  return {
    show(run) {
      const text = isBar ? barOf(run, (now() - startedAt) / 1000) : wordsOf(run)
      if (text === said) return
      if (isBar) sink.write(`\r${text.slice(0, (sink.columns ?? 80) - 1)}\u001B[K`)
      else if (now() - saidAt < lineEveryMs && run.finishedAt === null) return
      else sink.write(`${text}\n`)
      said = text
      saidAt = now()
    },
    end() {
      if (isBar && said !== '') sink.write('\n')
    },
  }
}

function barOf(run: Run, seconds: number): string {
  const { done, total } = run.progress
  const filled = total === 0 ? 0 : Math.round((done / total) * barWidth)
  const left = done > 0 && done < total ? `  ${shortTime((seconds / done) * (total - done))} left` : ''
  return `[${'█'.repeat(filled)}${'·'.repeat(barWidth - filled)}] ${wordsOf(run)}${left}`
}

function wordsOf({ state, progress: { done, failed, total }, scores }: Run): string {
  const mean = scores.mean === null ? '' : `, mean score ${scores.mean}`
  return `${done} of ${total} pages${failed > 0 ? `, ${failed} failed` : ''}${mean} (${state})`
}

function shortTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`
  return seconds < 5400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
