/** Visits a page until that comes to something: what ended a visit may be the page's doing or nobody's. */
import { ServiceError } from '#shared/kernel/errors'
import { browserUnavailable, pageUnreachable } from '#shared/kernel/errors/scans'
import { BrowserUnavailable } from '#workers/page/unavailable'
import { VisitFailed } from '#workers/page/visit'
import { untilAborted } from '#workers/runtime/deadline'
import { isOutOfTime } from '#workers/scan-page/engines/budget'

type Asked = { url: string; timeoutMs: number; signal: AbortSignal }

/** A browser that is killed so often has a page that makes somebody kill it, or a machine on which nothing can be scanned. */
const killsForgiven = 8
/** All visits together, within what an attempt at the job may take. */
const allMs = 80_000
const pauseMs = 250

/**
 * Makes a visit, and again where
 * - the browser was killed: that is not the page's doing, and the page has all its time again;
 * - the browser rests, or went by itself once, or the page was on its way elsewhere: in the time that is left.
 * @param visit ends by the deadline, by `performance.now()`.
 * @throws PAGE_UNREACHABLE, BROWSER_UNAVAILABLE, whatever else ended the last visit.
 */
export async function insist<T>(visit: (deadline: number) => Promise<T>, asked: Asked): Promise<T> {
  const { url, timeoutMs, signal } = asked
  const startedAt = performance.now()
  let deadline = startedAt + timeoutMs
  const ended = { killed: 0, gone: 0, unstable: 0 }
  const renew = () => {
    deadline = Math.min(performance.now() + timeoutMs, startedAt + allMs)
  }
  for (;;) {
    try {
      return await visit(deadline)
    } catch (error) {
      const left = deadline - performance.now()
      const reason = error instanceof VisitFailed ? error.reason : undefined
      if (reason === 'browser_killed') {
        ended.killed += 1
        if (ended.killed > killsForgiven || performance.now() > startedAt + allMs)
          throw pageUnreachable(url, 'crashed', `its browser was killed ${ended.killed} times while it was open`)
        renew()
      } else if (reason === 'browser_gone') {
        ended.gone += 1
        if (ended.gone > 1 || left <= 0) throw pageUnreachable(url, 'crashed', 'it made its browser crash')
      } else if (error instanceof BrowserUnavailable) {
        if (ended.killed > 0) renew()
        if (deadline - performance.now() <= pauseMs) throw browserUnavailable(error.message)
        await untilAborted(Bun.sleep(pauseMs), signal)
      } else if (isUnstable(error) && ended.unstable === 0 && left > timeoutMs / 2) ended.unstable += 1
      else throw asRefusal(error, asked)
    }
  }
}

const isUnstable = (error: unknown) => error instanceof ServiceError && error.details['reason'] === 'unstable'

/** What ended a visit, as the caller is told. */
function asRefusal(error: unknown, { url, timeoutMs }: Asked): unknown {
  const reason = error instanceof VisitFailed ? error.reason : undefined
  if (reason === 'deadline' || isOutOfTime(error)) {
    const who = isOutOfTime(error) ? `: ${error.message}` : ''
    return pageUnreachable(url, 'timeout', `was not scanned within ${timeoutMs / 1000} s${who}`)
  }
  if (reason === 'crashed') return pageUnreachable(url, 'crashed', 'it made its browser process crash')
  return error
}
