/** An account of the witness's own, so that whoever takes over the database or a worker cannot make it forget. */
import { chownSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '#shared/kernel/logger'

// Nobody's number in /etc/passwd by custom; another is taken where somebody has it.
const firstOwnId = 64_747

/** Started by root, this process owns its folder from here on and nothing else. Inside it, since its path may soon be out of reach. */
export function takeOwnAccount(dir: string, log: Log): void {
  const { setgroups, setgid, setuid } = process
  const isRoot = process.geteuid?.() === 0 && setgroups !== undefined && setgid !== undefined && setuid !== undefined
  const id = isRoot ? giveAway(dir) : undefined
  process.chdir(dir)
  if (id === undefined) {
    log.info('witness runs as the account that started it: its files guard it, no account of its own does')
  } else {
    setgroups?.([])
    setgid?.(id)
    setuid?.(id)
    log.info({ uid: id }, 'witness gave up root')
  }
}

/** Makes the folder another account's; undefined where the machine has none to give, as in some user namespaces. */
function giveAway(dir: string): number | undefined {
  const id = freeId()
  try {
    for (const name of ['', ...readdirSync(dir)]) chownSync(join(dir, name), id, id)
    return id
  } catch {
    return undefined
  }
}

function freeId(): number {
  const taken = new Set(
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => Number(line.split(':')[2])),
  )
  let id = firstOwnId
  while (taken.has(id)) id++
  return id
}
