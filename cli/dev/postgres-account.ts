/** Chooses as whom the embedded Postgres runs: it refuses root, and it must reach its files wherever they lie. */
import { chownSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { refusal } from '#cli/terminal/refusal'
import { type EndedProgram, run } from '#cli/terminal/run'

/** `prefix` goes before the program's own words; `uid` and `gid` own the files as we see them from here. */
export type Account = { uid: number; gid: number; prefix: readonly string[]; description: string }

type Person = { name: string; uid: number; gid: number }

/** The account for a new or existing data directory, tried out before it is given. */
export async function chooseAccount(binaries: string, directory: string): Promise<Account> {
  const { uid, gid } = ourselves()
  const candidates = uid === 0 ? await accountsForRoot(directory) : await accountsForUser(uid, gid)
  const reasons: string[] = []
  for (const account of candidates) {
    const { code, output } = await tryOut(account, binaries, directory)
    if (code === 0) return account
    reasons.push(`  as ${account.description}: ${output.split('\n')[0] || `exit code ${code}`}`)
  }
  throw refusal(`Postgres cannot run here, or cannot write in ${directory}:\n${reasons.join('\n')}`)
}

/** `initdb --show` changes nothing, but finds its binaries, libraries and catalogue the way a real run does. */
async function tryOut(account: Account, binaries: string, directory: string): Promise<EndedProgram> {
  try {
    if (process.geteuid?.() === 0) chownSync(directory, account.uid, account.gid)
  } catch (error) {
    return { code: 1, output: String(error) }
  }
  const script = `
    [ "$(id -u)" != 0 ] || { echo 'still root'; exit 1; }
    [ -w "$1" ] || { echo "$1 is not writable"; exit 1; }
    exec "$2" --show --pgdata="$1"`
  const command = [...account.prefix, '/bin/sh', '-c', script, 'sh', directory, join(binaries, 'initdb')]
  return run(command, { timeoutMs: 10_000, cwd: '/' })
}

async function accountsForUser(uid: number, gid: number): Promise<Account[]> {
  const direct = { uid, gid, prefix: [], description: `user ${uid}` }
  if (await findPerson(String(uid))) return [direct]
  // initdb looks its user's name up; a container's made-up uid has none, so it borrows one in a user namespace.
  const person = await findServicePerson()
  return person ? [namespaced(uid, gid, person), direct] : [direct]
}

/**
 * Really another user first; with the power to walk through root's closed home directory when it must;
 * else root itself under another user's number in a user namespace (where root may not change users).
 */
async function accountsForRoot(directory: string): Promise<Account[]> {
  const isOld = existsSync(join(directory, 'PG_VERSION'))
  const owner = isOld ? statSync(directory).uid : undefined
  const person = owner ? await findPerson(String(owner)) : await findServicePerson()
  const borrowed = person ?? { name: 'nobody', uid: 65_534, gid: 65_534 }
  const other = owner && !person ? { name: String(owner), uid: owner, gid: statSync(directory).gid } : borrowed
  const inNamespace = namespaced(0, 0, borrowed)
  if (owner === 0) return [inNamespace]
  const others = [switched(other), switched(other, 'dac_read_search'), switched(other, 'dac_override')]
  return isOld ? others : [...others, inNamespace]
}

function switched({ name, uid, gid }: Person, capability?: string): Account {
  // no_setuid_fixup, since access(2), by which initdb looks for its binaries, would ask without the capability.
  const powers = capability
    ? [`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`, '--securebits=+no_setuid_fixup']
    : []
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...powers]
  return { uid, gid, prefix, description: capability ? `user ${name} with cap_${capability}` : `user ${name}` }
}

function namespaced(uid: number, gid: number, as: Person): Account {
  const prefix = ['unshare', '--user', `--map-user=${as.uid}`, `--map-group=${as.gid}`]
  return { uid, gid, prefix, description: `user ${uid} called ${as.name} in a user namespace` }
}

/** `daemon` is Debian's user for services that own files; `nobody` must own none, and browsers run as it. */
async function findServicePerson(): Promise<Person | undefined> {
  for (const name of ['postgres', 'daemon', 'nobody']) {
    const person = await findPerson(name)
    if (person && person.uid !== 0) return person
  }
  return undefined
}

async function findPerson(key: string): Promise<Person | undefined> {
  const { code, output } = await run(['getent', 'passwd', key])
  const lines = code === 0 ? [output] : (await readUsers()).filter((line) => line.split(':', 3).includes(key))
  const [name, , uid, gid] = (lines[0] ?? '').split(':')
  return name && uid && gid ? { name, uid: Number(uid), gid: Number(gid) } : undefined
}

async function readUsers(): Promise<string[]> {
  const file = Bun.file('/etc/passwd')
  return (await file.exists()) ? (await file.text()).split('\n') : []
}

function ourselves(): { uid: number; gid: number } {
  return { uid: process.geteuid?.() ?? -1, gid: process.getegid?.() ?? -1 }
}
