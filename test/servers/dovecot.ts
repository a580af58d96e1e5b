/** A real Dovecot for tests: unpacked, not installed, on loopback, as nobody, its files below one temporary folder. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#cli/dev/ports'
import { debianTree } from '#test/servers/debian'
import { selfSigned } from '#test/support/certificate'

const packages = ['dovecot-core', 'dovecot-imapd']
/** The account `nobody`, and its group. */
const nobody = 65_534
const startsWithinMs = 15_000

/** A mail as it is put into a folder. Flags are Maildir's letters: S seen, F flagged, R answered. */
export type SeededMail = { bytes: Uint8Array; at: Date; flags?: string }

export type Dovecot = {
  /** In clear, with STARTTLS. */
  port: number
  tlsPort: number
  /** Of `localhost`, `test.invalid` and 127.0.0.1. */
  ca: string
  /** Every user's. */
  password: string
  /** Written as files, in a second for thousands. INBOX is '', another folder its name. @returns names of the files. */
  seed: (user: string, folder: string, mails: readonly SeededMail[]) => string[]
  /** Other flags, as another program would set them. @returns its name from now on. */
  flag: (user: string, folder: string, name: string, flags: string) => string
  remove: (user: string, folder: string, name: string) => void
  /** Everything is numbered anew, under another UIDVALIDITY. No session may be open. */
  renumber: (user: string, folder: string) => void
  /** Every command that a user's clients sent after they were let in, one a line, as they sent it. */
  wireLog: (user: string) => string
  stop: () => Promise<void>
}

/** Needs Linux, and a user namespace where it is not root's; says why it cannot be had otherwise. */
export async function startDovecot(users: readonly string[]): Promise<Dovecot | { why: string }> {
  if (process.platform !== 'linux') return { why: 'Dovecot is unpacked from packages of Debian: that takes Linux' }
  for (const program of ['unshare', 'setpriv', 'bash']) {
    if (Bun.which(program) === null) return { why: `${program} is not there` }
  }
  const tree = await debianTree(packages)
  if ('why' in tree) return tree
  // A port that was free may be taken by whoever else is tested now.
  for (let attempts = 1; ; attempts += 1) {
    const started = await startFrom(tree.root, users)
    if (!('why' in started) || attempts === 3 || !started.why.includes('in use')) return started
  }
}

async function startFrom(root: string, users: readonly string[]): Promise<Dovecot | { why: string }> {
  const work = mkdtempSync(join(tmpdir(), 'assay-dovecot-'))
  const isRoot = process.getuid?.() === 0
  const port = findFreePort()
  const tlsPort = findFreePort()
  const password = 'a password for tests'
  const own = (path: string) => isRoot && chownSync(path, nobody, nobody)
  const folder = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o755 })
    own(path)
    return path
  }
  const write = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(work, name), text, { mode })
    own(join(work, name))
  }
  chmodSync(work, 0o755)
  own(work)
  for (const name of ['run', 'state', 'mail', 'rawlog', 'ssl']) folder(join(work, name))
  for (const user of users) for (const name of ['mail', 'rawlog']) folder(join(work, name, user))
  write('ssl/cert.pem', selfSigned.cert)
  write('ssl/key.pem', selfSigned.key)
  write('users', users.map((user) => `${user}:{PLAIN}${password}:${nobody}:${nobody}::\n`).join(''))
  write('dovecot.conf', configuration(work, port, tlsPort))
  const command = `mount -t overlay overlay -o lowerdir="$TREE/usr:/usr" /usr && exec ${asNobody(isRoot)} /usr/sbin/dovecot -F -c "$WORK/dovecot.conf"`
  const child = Bun.spawn(['unshare', isRoot ? '-m' : '-Urm', 'bash', '-c', command], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', TREE: root, WORK: work, TZ: 'UTC' },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  })
  const stop = async () => {
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), 5000)
    await child.exited
    clearTimeout(late)
    rmSync(work, { recursive: true, force: true })
  }
  if (!(await answers(port, child))) {
    child.kill('SIGKILL')
    const said = `${await new Response(child.stderr).text()}\n${logOf(work)}`.trim().split('\n')
    await stop()
    return { why: `Dovecot did not start: ${said.slice(-3).join(' ')}` }
  }

  let count = 0
  const maildir = (user: string, name: string) => {
    const path = join(work, 'mail', user, 'Maildir', name === '' ? '' : `.${name}`)
    if (!existsSync(join(path, 'cur'))) for (const part of ['', 'cur', 'new', 'tmp']) folder(join(path, part))
    return path
  }
  return {
    port,
    tlsPort,
    ca: selfSigned.cert,
    password,
    seed(user, name, mails) {
      folder(join(work, 'mail', user, 'Maildir'))
      const path = maildir(user, name)
      return mails.map(({ bytes, at, flags = '' }) => {
        count += 1
        const file = `${Math.floor(at.getTime() / 1000)}.M${String(count).padStart(6, '0')}.test:2,${flags}`
        writeFileSync(join(path, 'tmp', file), bytes, { mode: 0o644 })
        utimesSync(join(path, 'tmp', file), at, at)
        renameSync(join(path, 'tmp', file), join(path, 'cur', file))
        return file
      })
    },
    flag(user, name, file, flags) {
      const renamed = file.replace(/:2,.*$/, `:2,${flags}`)
      renameSync(join(maildir(user, name), 'cur', file), join(maildir(user, name), 'cur', renamed))
      return renamed
    },
    remove: (user, name, file) => rmSync(join(maildir(user, name), 'cur', file)),
    renumber(user, name) {
      const path = maildir(user, name)
      for (const file of readdirSync(path))
        if (/^dovecot\.index|^dovecot-uidlist/.test(file)) rmSync(join(path, file), { force: true })
    },
    wireLog: (user) =>
      readdirSync(join(work, 'rawlog', user))
        .filter((file) => file.endsWith('.in'))
        .map((file) => readFileSync(join(work, 'rawlog', user, file), 'utf8').replace(/^\d+\.\d+ /gm, ''))
        .join(''),
    stop,
  }
}

/** Where it is not root, it is made nobody in a namespace of its own, since there only one account is known. It ends with us. */
const asNobody = (isRoot: boolean) =>
  isRoot
    ? `setpriv --reuid=${nobody} --regid=${nobody} --clear-groups --pdeathsig TERM`
    : `setpriv --pdeathsig TERM unshare -U --map-user=${nobody} --map-group=${nobody}`

async function answers(port: number, child: Bun.Subprocess): Promise<boolean> {
  for (const until = performance.now() + startsWithinMs; performance.now() < until; await Bun.sleep(25)) {
    if (child.exitCode !== null || child.signalCode !== null) return false
    const isOpen = await Bun.connect({ hostname: '127.0.0.1', port, socket: { data: (socket) => void socket.end() } })
      .then((socket) => {
        socket.end()
        return true
      })
      .catch(() => false)
    if (isOpen) return true
  }
  return false
}

const logOf = (work: string): string => {
  const path = join(work, 'dovecot.log')
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function configuration(work: string, port: number, tlsPort: number): string {
  return `base_dir = ${work}/run
state_dir = ${work}/state
libexec_dir = /usr/lib/dovecot
mail_plugin_dir = /usr/lib/dovecot/modules
import_environment = TZ
log_path = ${work}/dovecot.log
info_log_path = ${work}/dovecot.log
protocols = imap
listen = 127.0.0.1
default_internal_user = nobody
default_internal_group = nogroup
default_login_user = nobody
first_valid_uid = 1
mail_location = maildir:~/Maildir
mail_home = ${work}/mail/%u
mail_max_userip_connections = 100
rawlog_dir = ${work}/rawlog/%u
auth_failure_delay = 0
disable_plaintext_auth = no
auth_mechanisms = plain login
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${work}/users
}
userdb {
  driver = passwd-file
  args = username_format=%u ${work}/users
}
ssl = yes
ssl_cert = <${work}/ssl/cert.pem
ssl_key = <${work}/ssl/key.pem
ssl_dh =
namespace inbox {
  inbox = yes
  separator = /
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${tlsPort}
    ssl = yes
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`
}
