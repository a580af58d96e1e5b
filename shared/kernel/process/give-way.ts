/**
 * Makes processes go behind those that answer calls, on a machine where not all can run at once; one with nothing else to do
 * gives them all there is.
 *
 * Linux shares its cores first among groups of processes, then by `nice` within each. Where no control group says otherwise, every
 * session is such a group (`sched_autogroup`), with a `nice` of its own: `man 7 sched`, "The autogroup feature".
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

export const behindOthers = constants.priority.PRIORITY_BELOW_NORMAL
/** Half of what others weigh: a page is to come to its end in its time on a machine that is full, too. */
const sessionBehindOthers = 3

const attempts = 5
/** Of those without the right to more, the kernel takes one change in a tenth of a second from all together. */
const againMs = 150

/** This process, with the threads that it has and those it will begin. */
export function giveWay(): void {
  const threads = '/proc/self/task'
  // Linux has a priority for each thread, and gives a new one that of the thread which began it.
  const ids = existsSync(threads) ? readdirSync(threads).map(Number) : [0]
  for (const id of ids) setPriority(id, behindOthers)
}

/**
 * A session, by the process that leads it, as a whole. Where it cannot be, since there are no such groups or the kernel refuses, nothing
 * but that order is lost.
 */
export async function sessionGivesWay(leader: number): Promise<void> {
  for (let left = attempts; left > 0; left -= 1) {
    try {
      return writeFileSync(`/proc/${leader}/autogroup`, String(sessionBehindOthers), { flag: 'r+' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
    }
    await Bun.sleep(againMs)
  }
}
