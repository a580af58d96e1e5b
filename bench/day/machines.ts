/**
 * Machines on one machine: a network namespace each, all on one bridge, whose cables can be pulled. Needs Linux, root and `ip`.
 *
 * Each has two addresses: one from which it speaks to Postgres, which can be taken from it so that all its connections go
 * dead without a word while new ones are served, and one at which it is called and which stays.
 */
import { existsSync } from 'node:fs'
import type { Place } from '#bench/fleet/fleet'

export type Machine = Place & {
  name: string
  /** From which it speaks to Postgres now. */
  address: () => string
  /** What is open stays open and gets nothing through any more, in either direction; what is opened from now on does. */
  blackHole: () => void
  /** Nothing gets through. */
  unplug: () => void
  plug: () => void
  /** As if it had lost its power: nobody is told. Its processes must have been ended. */
  remove: () => void
}

export type Network = {
  /** Where Postgres is, and at which address callers and pages are. */
  store: string
  callers: string
  /** Addresses of machines, for Postgres to let in. */
  range: string
  machine: (name: string) => Machine
  close: () => void
}

/** Whether this machine lets us have networks of our own; else why not. */
export function whyNoNetwork(): string | undefined {
  if (process.platform !== 'linux' || !existsSync('/proc/self/ns/net')) return 'network namespaces are of Linux'
  if (process.getuid?.() !== 0) return 'making network namespaces needs root'
  for (const tool of ['ip', 'nsenter']) if (!Bun.which(tool)) return `there is no "${tool}" here`
  return undefined
}

export function openNetwork(): Network {
  const id = process.pid % 10_000
  const bridge = `asy${id}`
  // A quarter of 10/8 that machines rarely use, another one for each run.
  const net = `10.${64 + (id % 64)}`
  const machines = new Set<Machine>()
  let made = 0
  ip('link', 'add', bridge, 'type', 'bridge')
  ip('addr', 'add', `${net}.0.1/24`, 'dev', bridge)
  ip('addr', 'add', `${net}.1.1/24`, 'dev', bridge)
  ip('link', 'set', bridge, 'up')
  let lastHost = 1

  function machine(name: string): Machine {
    made += 1
    const space = `${bridge}-${made}`
    const cable = `${bridge}v${made}`
    let host = ++lastHost
    const at = (number: number) => `${net}.0.${number}`
    const front = `${net}.1.${1 + made}`
    ip('netns', 'add', space)
    ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    const inside = (...args: string[]) => ip('-n', space, ...args)
    inside('link', 'set', 'lo', 'up')
    inside('addr', 'add', `${at(host)}/24`, 'dev', 'eth0')
    inside('addr', 'add', `${front}/24`, 'dev', 'eth0')
    inside('link', 'set', 'eth0', 'up')
    // The second address of a network takes the place of the first when that goes.
    const settings = '/proc/sys/net/ipv4/conf/eth0/promote_secondaries'
    run(['nsenter', `--net=/run/netns/${space}`, 'sh', '-c', `echo 1 > ${settings}`])
    ip('link', 'set', cable, 'master', bridge, 'up')
    const made_: Machine = {
      name,
      through: ['nsenter', `--net=/run/netns/${space}`],
      host: front,
      env: {},
      address: () => at(host),
      blackHole() {
        const before = host
        host = ++lastHost
        if (host > 254) throw new Error('no addresses are left')
        // Nobody has this one: what is sent there is not even refused.
        ip('neigh', 'replace', at(before), 'lladdr', '02:00:00:00:00:01', 'dev', bridge, 'nud', 'permanent')
        inside('addr', 'add', `${at(host)}/24`, 'dev', 'eth0')
        inside('addr', 'del', `${at(before)}/24`, 'dev', 'eth0')
      },
      unplug: () => ip('link', 'set', cable, 'nomaster'),
      plug: () => ip('link', 'set', cable, 'master', bridge),
      remove() {
        machines.delete(made_)
        // Sockets that nobody closed keep a namespace for minutes, and its end of the cable with it.
        ip('neigh', 'replace', at(host), 'lladdr', '02:00:00:00:00:01', 'dev', bridge, 'nud', 'permanent')
        ip('link', 'del', cable)
        ip('netns', 'del', space)
      },
    }
    machines.add(made_)
    return made_
  }

  return {
    store: `${net}.0.1`,
    callers: `${net}.1.1`,
    range: `${net}.0.0/24`,
    machine,
    close() {
      for (const each of machines) each.remove()
      ip('link', 'del', bridge)
    },
  }
}

const ip = (...args: string[]) => run(['ip', ...args])

function run(command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command)
  if (!success) throw new Error(`${command.join(' ')} failed: ${stderr.toString().trim()}`)
}
