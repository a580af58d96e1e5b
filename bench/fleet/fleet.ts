/** Processes of the service, of whatever version and on whatever machine, with what they say kept in files. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { goAsOthers } from '#bench/fleet/apart'
import type { Version } from '#bench/fleet/versions'
import { until } from '#test/support/until'

export const roles = ['api', 'generate-tree', 'scan-page', 'run-task', 'ledger', 'witness', 'maintenance'] as const
export type Role = (typeof roles)[number]

/** Where processes run and how they are reached. */
export type Place = {
  /** What a command is started through. */
  through: string[]
  /** The address that they listen at. */
  host: string
  env: Record<string, string>
}

export type Running = {
  name: string
  role: Role
  version: string
  pid: number
  place: Place
  /** When it was ready; 0 until then. */
  startedAt: number
  child: Subprocess
  /** What it has said so far. */
  said: () => string
  /** Of an API. */
  url: string
}

const mainOf: Record<Role, string[]> = {
  api: ['api/main.ts'],
  'generate-tree': ['workers/main.ts', 'generate-tree'],
  'scan-page': ['workers/main.ts', 'scan-page'],
  'run-task': ['workers/main.ts', 'run-task'],
  ledger: ['workers/ledger/main.ts'],
  witness: ['workers/witness/main.ts'],
  maintenance: ['workers/maintenance/main.ts'],
}

/** Releases before had the witness among the commands. */
const argsOf = (role: Role, version: Version): string[] =>
  role === 'witness' && !isIn(role, version) ? ['cli/main.ts', 'witness'] : mainOf[role]

/** Whether a version has such a process: releases before did maintenance in every API process. */
export const isIn = (role: Role, { folder }: Version): boolean => existsSync(join(folder, mainOf[role][0] ?? ''))

const readyWords: Record<Role, string> = {
  api: '"api listening"',
  'generate-tree': '"worker ready"',
  'scan-page': '"worker ready"',
  'run-task': '"worker ready"',
  ledger: '"ledger ready"',
  witness: '"witness listening"',
  maintenance: '"maintenance ready"',
}

// On a machine that does much else a browser takes long to start.
const readyMs = 240_000
const goneMs = 40_000

export type Fleet = {
  running: Running[]
  /** Starts a process and waits until it is ready. */
  start: (role: Role, version: Version, options?: { place?: Place; name?: string }) => Promise<Running>
  /** SIGTERM and its end, as a release does it. @throws Error for one that did not end in order. */
  end: (one: Running) => Promise<void>
  /** SIGKILL. */
  kill: (one: Running) => Promise<void>
  of: (role: Role, version?: string) => Running[]
  /** Errors that processes have told of: how often each, by role. */
  complaints: () => Map<string, number>
  /** Processes that ended and were not told to. */
  fallen: string[]
  stop: () => Promise<void>
}

const here: Place = { through: [], host: '127.0.0.1', env: {} }

export function openFleet(env: Record<string, string>, logs: string): Fleet {
  mkdirSync(logs, { recursive: true })
  const files: { role: Role; path: string }[] = []
  let count = 0
  const fleet: Fleet = {
    running: [],
    fallen: [],
    of: (role, version) =>
      fleet.running.filter((one) => one.role === role && (version === undefined || one.version === version)),
    async start(role, version, { place = here, name = role } = {}) {
      count += 1
      const path = join(logs, `${String(count).padStart(3, '0')}-${name}-${version.name}.log`)
      files.push({ role, path })
      const file = openSync(path, 'w')
      const child = Bun.spawn([...place.through, process.execPath, ...argsOf(role, version)], {
        cwd: version.folder,
        env: { PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'info', PORT: '0', ...env, HOST: place.host, ...place.env },
        stdin: 'ignore',
        stdout: file,
        stderr: file,
      })
      closeSync(file)
      goAsOthers(child.pid)
      const said = () => readFileSync(path, 'utf8')
      const { pid } = child
      const one = { name, role, version: version.name, pid, place, startedAt: 0, child, said, url: '' }
      fleet.running.push(one)
      void child.exited.then((code) => {
        const at = fleet.running.indexOf(one)
        if (at < 0) return
        fleet.running.splice(at, 1)
        // Who starts it sees that it did not come up.
        if (one.startedAt === 0) return
        fleet.fallen.push(
          `${name} (${version.name}) ended by itself with ${code ?? child.signalCode}: ${said().slice(-2000)}`,
        )
      })
      const line = await until(
        () => {
          if (child.exitCode !== null || child.signalCode !== null)
            throw new Error(`${name} of ${version.name} did not start:\n${said()}`)
          return said()
            .split('\n')
            .find((each) => each.includes(readyWords[role]))
        },
        { what: () => `${name} of ${version.name} to be ready:\n${said()}`, timeoutMs: readyMs, everyMs: 50 },
      )
      one.startedAt = Date.now()
      if (role === 'api') one.url = `http://${place.host}:${(JSON.parse(line) as { port: number }).port}`
      return one
    },
    async end(one) {
      remove(one)
      one.child.kill('SIGTERM')
      const code = await Promise.race([one.child.exited, Bun.sleep(goneMs).then(() => undefined)])
      if (code === 0) return
      one.child.kill('SIGKILL')
      fleet.fallen.push(
        `${one.name} (${one.version}) was told to end and ${code === undefined ? `had not in ${goneMs} ms` : `ended with ${code}`}: ${one.said().slice(-2000)}`,
      )
    },
    async kill(one) {
      remove(one)
      one.child.kill('SIGKILL')
      await one.child.exited
    },
    complaints() {
      const counts = new Map<string, number>()
      for (const { role, path } of files) {
        for (const line of readFileSync(path, 'utf8').split('\n')) {
          const said = complaintIn(line)
          if (said !== undefined) counts.set(`${role}: ${said}`, (counts.get(`${role}: ${said}`) ?? 0) + 1)
        }
      }
      return new Map([...counts].toSorted(([, a], [, b]) => b - a))
    },
    async stop() {
      const all = fleet.running.splice(0)
      for (const { child } of all) child.kill('SIGKILL')
      await Promise.all(all.map(({ child }) => child.exited))
    },
  }
  const remove = (one: Running) => {
    const at = fleet.running.indexOf(one)
    if (at >= 0) fleet.running.splice(at, 1)
  }
  return fleet
}

/** What a line says that tells of an error. Lines that are no JSON count too: nothing else is to be written there. */
function complaintIn(line: string): string | undefined {
  if (line === '') return undefined
  try {
    const { level, msg, err }: { level?: string; msg?: string; err?: { message?: string; code?: string } } =
      JSON.parse(line)
    // What a request was refused with is told to its caller.
    if ((level !== 'error' && level !== 'fatal') || msg === 'request failed') return undefined
    return `${msg}${err ? ` (${(err.code ?? err.message ?? '').slice(0, 100)})` : ''}`
  } catch {
    return line.slice(0, 120)
  }
}
