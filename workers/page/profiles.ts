/** Profile directories: one per browser process, gone with it; what a killed worker left is swept by the next. */
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isStillAlive, type Living, noteLiving } from '#shared/kernel/process/process-identity'
import { isRoot, nobody } from '#workers/page/place'
import { processesWith } from '#workers/page/processes'

export type BrowserProfile = { directory: string; userData: string; remove: () => Promise<void> }

export function makeProfile(place: string): BrowserProfile {
  const home = join(place, 'profiles')
  mkdirSync(home, { recursive: true, mode: 0o711 })
  const directory = mkdtempSync(join(home, `${process.pid}-`))
  writeFileSync(join(directory, 'owner.json'), JSON.stringify(noteLiving(process.pid)))
  const userData = join(directory, 'p')
  mkdirSync(userData, { mode: 0o700 })
  if (isRoot()) {
    // mkdtemp closes the directory to others; the browser's user walks through it to its own.
    chownSync(directory, 0, nobody)
    chmodSync(directory, 0o710)
    chownSync(userData, nobody, nobody)
  }
  return { directory, userData, remove: () => removeAll(directory) }
}

/** Tries for a second: what the kernel has not quite ended may still make a file in a directory that was just emptied. */
async function removeAll(directory: string): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    try {
      await rm(directory, { recursive: true, force: true })
      return
    } catch {
      await Bun.sleep(50)
    }
  }
}

// A directory without a note is one that is being made just now, or whose maker died that very moment.
const unnotedGraceMs = 60_000

/** Kills the browsers and removes the profiles of dead workers. Gives how many it found. */
export function sweepProfiles(place: string): number {
  const home = join(place, 'profiles')
  let swept = 0
  for (const name of list(home)) {
    const directory = join(home, name)
    if (isOwned(directory)) continue
    for (const pid of processesWith(`--user-data-dir=${join(directory, 'p')}`)) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Ended by itself.
      }
    }
    rmSync(directory, { recursive: true, force: true, maxRetries: 3 })
    swept += 1
  }
  return swept
}

function isOwned(directory: string): boolean {
  try {
    // What this file holds was written by makeProfile.
    return isStillAlive(JSON.parse(readFileSync(join(directory, 'owner.json'), 'utf8')) as Living)
  } catch {
    return Date.now() - (statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? 0) < unnotedGraceMs
  }
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    return []
  }
}
