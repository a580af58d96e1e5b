/** Starts a browser of our own: guarded, in a process group and a profile of its own, on a pipe that it dies with. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import puppeteer, { type Browser, type ConnectionTransport } from 'puppeteer'
import type { SandboxSetting } from '#shared/kernel/config'
import { behindOthers, sessionGivesWay } from '#shared/kernel/process/give-way'
import { browserFlags } from '#workers/page/flags'
import { isRoot, nobody } from '#workers/page/place'
import { endGroup, privateBytesOf } from '#workers/page/processes'
import { makeProfile } from '#workers/page/profiles'

/** How a browser is kept apart: by its own sandbox, by another user's number, or both. */
export type LaunchManner = { isSandboxed: boolean; asNobody: boolean }

/** The manners to try, the safest first. */
export function mannersToTry(sandbox: SandboxSetting): LaunchManner[] {
  // Chromium refuses its sandbox to root, so root's browser runs as nobody.
  const users = isRoot() ? [true, false] : [false]
  return [
    ...(sandbox === 'off' ? [] : [{ isSandboxed: true, asNobody: isRoot() }]),
    ...(sandbox === 'required' ? [] : users.map((asNobody) => ({ isSandboxed: false, asNobody }))),
  ]
}

export type Program = {
  path: string
  manner: LaunchManner
  /** What this one program needs beside the plain environment. */
  env: Record<string, string>
}

export type LaunchOptions = { place: string; proxyUrl: string; timeoutMs?: number; extraFlags?: readonly string[] }

export type Launched = {
  browser: Browser
  /** E.g. `Chrome/156.0.8078.79`. */
  product: string
  pid: number
  isGone: () => boolean
  /** When its process has ended, however. */
  gone: Promise<void>
  /** When nobody can speak with it any more: it has ended, or is about to. */
  lost: Promise<void>
  /** Whether somebody ended it: what a page may do to it ends it by other signals. */
  isKilled: () => boolean
  privateBytes: () => number
  /** Ends it at once, with every process it has, and removes its profile. */
  close: () => Promise<void>
}

/** Nothing of ours: the database's password is in our environment, and a browser runs strangers' code. */
const plainEnv = { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', LANGUAGE: 'en', TZ: 'UTC' }

const killing: ReadonlySet<NodeJS.Signals> = new Set(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'])

/** @throws Error with what the browser complained of. */
export async function launchBrowser(program: Program, options: LaunchOptions): Promise<Launched> {
  const profile = makeProfile(options.place)
  const child = start(program, profile.userData, options)
  const complaints = listenTo(child.stderr)
  let hasExited = false
  const { promise: gone, resolve: noteGone } = Promise.withResolvers<void>()
  let endedBy: NodeJS.Signals | null = null
  const onEnd = () => {
    hasExited = true
    noteGone()
  }
  child
    .on('exit', (_, signal) => {
      endedBy = signal
      onEnd()
    })
    .on('error', onEnd)

  let closing: Promise<void> | undefined
  // Once: two that remove the same directory stumble over each other.
  const close = () => {
    closing ??= end()
    return closing
  }
  const end = async () => {
    if (child.pid !== undefined) await endGroup(child.pid)
    await Promise.race([gone, Bun.sleep(2000)])
    await profile.remove()
  }
  let timer: Timer | undefined
  try {
    const { pid } = child
    const connecting = connect(child)
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('it did not answer in time')), options.timeoutMs ?? 20_000)
    })
    const ended = gone.then(() => {
      throw new Error('it ended at once')
    })
    const [browser] = await Promise.all([
      Promise.race([connecting, late, ended]),
      pid === undefined ? undefined : sessionGivesWay(pid),
    ])
    if (pid === undefined) throw new Error('it has no process')
    const disconnected = new Promise<void>((resolve) => browser.once('disconnected', () => resolve()))
    return {
      browser,
      product: await browser.version(),
      pid,
      isGone: () => hasExited || !browser.connected,
      gone,
      lost: Promise.race([gone, disconnected]),
      isKilled: () => endedBy !== null && killing.has(endedBy),
      privateBytes: () => privateBytesOf(pid),
      close,
    }
  } catch (error) {
    await close()
    throw new Error(whyOf(error, complaints()), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function start({ path, manner, env }: Program, userData: string, options: LaunchOptions): ChildProcess {
  const own = {
    ...plainEnv,
    HOME: userData,
    TMPDIR: userData,
    XDG_CACHE_HOME: userData,
    XDG_CONFIG_HOME: userData,
    ...env,
  }
  const flags = browserFlags({ proxyUrl: options.proxyUrl, userData })
  const command = [
    // A page takes whole cores for seconds: whoever answers calls on the same machine goes first. For where a control group holds us both.
    ...['nice', '-n', String(behindOthers)],
    ...(manner.asNobody
      ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--inh-caps=-all']
      : []),
    // Set behind setpriv, whose own libraries are the system's.
    'env',
    ...Object.entries(own).map(([name, value]) => `${name}=${value}`),
    path,
    ...(manner.isSandboxed ? [] : ['--no-sandbox']),
    ...(options.extraFlags ?? []),
    ...flags,
  ]
  const [program = '', ...words] = command
  return spawn(program, words, {
    // A group of its own, so that the whole tree can be ended by one signal.
    detached: true,
    env: plainEnv,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  })
}

async function connect(child: ChildProcess): Promise<Browser> {
  const [, , , write, read] = child.stdio
  if (!write || !read) throw new Error('no pipe')
  return await puppeteer.connect({
    // Opened by `start` as pipes, the third to write to, the fourth to read from.
    transport: pipeTransport(write as Writable, read as Readable),
    defaultViewport: null,
    issuesEnabled: false,
    protocolTimeout: 60_000,
  })
}

/** Messages end with a NUL. Unlike a socket, the pipe closes when we die, and the browser ends itself then. */
function pipeTransport(write: Writable, read: Readable): ConnectionTransport {
  let parts: Buffer[] = []
  let isClosed = false
  const transport: ConnectionTransport = {
    send(message) {
      if (isClosed || !write.writable) throw new Error('the browser is gone')
      write.write(`${message}\0`)
    },
    close() {
      isClosed = true
      write.destroy()
      read.destroy()
    },
  }
  const onClose = () => {
    if (isClosed) return
    isClosed = true
    transport.onclose?.()
  }
  write.on('error', onClose)
  read.on('error', onClose).on('close', onClose).on('end', onClose)
  read.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      const last = chunk.subarray(from, end)
      const message = parts.length === 0 ? last.toString() : Buffer.concat([...parts, last]).toString()
      parts = []
      from = end + 1
      // One message's listeners must not run inside another's.
      setImmediate(() => transport.onmessage?.(message))
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  })
  return transport
}

/** Keeps the last of what it says; a pipe that nobody reads would stop it. */
function listenTo(stream: Readable | null): () => string {
  let text = ''
  stream?.on('data', (chunk: Buffer) => {
    text = `${text}${chunk}`.slice(-4000)
  })
  stream?.on('error', () => undefined)
  return () => text
}

function whyOf(error: unknown, complaints: string): string {
  const lines = complaints.split('\n').filter((line) => line.trim() !== '')
  const telling = lines.find((line) => /sandbox|error while loading|not permitted|denied|No such file/i.test(line))
  const said = error instanceof Error ? error.message : String(error)
  const why = said.includes('Target closed') ? 'it ended at once' : said
  const line = (telling ?? lines.at(-1))
    ?.replace(/^\[[^\]]*\]\s*/, '')
    .replace(noSandbox, withoutNamespaces)
    .slice(0, 300)
  return line ? `${why}: ${line}` : why
}

/** What Chromium goes on to say is for somebody at a desktop of one distribution, and longer than a line. */
const noSandbox = /No usable sandbox!.*/
const withoutNamespaces = 'No usable sandbox! It needs user namespaces, which are not allowed here'
