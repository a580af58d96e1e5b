/** A real CalDAV server for tests: Debian's Radicale, unpacked and not installed, on a port of its own below a temporary folder. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#cli/dev/ports'
import { debianTree } from '#test/servers/debian'

export type Radicale = {
  port: number
  url: string
  user: string
  password: string
  /** Makes a calendar, or another name for it. */
  calendar: (path: string, name: string) => void
  /** Writes an event as it stands, in place of one of that name. */
  write: (path: string, name: string, text: string) => void
  remove: (path: string, name: string) => void
  /** What was asked, in its order: `PROPFIND /ada/`. */
  wireLog: () => Promise<string>
  stop: () => Promise<void>
}

const packages = [
  'radicale',
  'python3-radicale',
  'python3-vobject',
  'python3-dateutil',
  'python3-passlib',
  'python3-defusedxml',
  'python3-tz',
]
const user = 'ada@example.com'
const password = 'it is a secret'
const startsWithinMs = 15_000
/** What Debian's modules were made for. */
const python = '/usr/bin/python3'

export async function startRadicale(): Promise<Radicale | { why: string }> {
  if (!existsSync(python)) return { why: `there is no ${python}` }
  const tree = await debianTree(packages)
  if ('why' in tree) return tree
  // Each write waits for the disk: in memory it is four times as fast.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'assay-radicale-'))
  const collections = join(folder, 'collections/collection-root', user)
  mkdirSync(collections, { recursive: true })
  const port = findFreePort()
  const log = join(folder, 'log')
  writeFileSync(join(folder, 'users'), `${user}:${password}\n`)
  writeFileSync(join(folder, 'config'), settings(folder, port))
  const server = Bun.spawn([python, '-m', 'radicale', '--config', join(folder, 'config')], {
    env: {
      PATH: '/usr/bin:/bin',
      PYTHONPATH: join(tree.root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
      LC_ALL: 'C.UTF-8',
    },
    stdout: 'ignore',
    stderr: Bun.file(log),
  })
  const end = () => server.kill('SIGKILL')
  process.once('exit', end)
  const stop = async () => {
    process.off('exit', end)
    server.kill()
    await Promise.race([server.exited, Bun.sleep(2000)])
    end()
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await answers(port, server))) {
    const said = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').at(-1) : ''
    await stop()
    return { why: `radicale did not start: ${said}` }
  }
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    user,
    password,
    calendar: (path, name) => {
      mkdirSync(join(collections, path), { recursive: true })
      const properties = { tag: 'VCALENDAR', 'D:displayname': name }
      writeFileSync(join(collections, path, '.Radicale.props'), JSON.stringify(properties))
    },
    write: (path, name, text) => writeFileSync(join(collections, path, `${name}.ics`), text),
    remove: (path, name) => rmSync(join(collections, path, `${name}.ics`)),
    wireLog: async () =>
      [...(await Bun.file(log).text()).matchAll(/\b([A-Z]+) request for '([^']*)'/g)]
        .map(([, method, path]) => `${method} ${path}`)
        .join('\n'),
    stop,
  }
}

const settings = (folder: string, port: number) => `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, 'users')}
htpasswd_encryption = plain
delay = 0
[rights]
type = owner_only
[storage]
filesystem_folder = ${join(folder, 'collections')}
[logging]
level = info
`

async function answers(port: number, server: Bun.Subprocess): Promise<boolean> {
  const until = Date.now() + startsWithinMs
  while (Date.now() < until && server.exitCode === null) {
    const asked = fetch(`http://127.0.0.1:${port}/.well-known/caldav`, { redirect: 'manual' })
    if (await asked.catch(() => undefined)) return true
    await Bun.sleep(50)
  }
  return false
}
