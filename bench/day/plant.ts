/** The machines of a day and what runs on them; whatever happens to one is undone when the disturbance ends. */

import type { Machine, Network } from '#bench/day/machines'
import { type Disturbance, type MachineName, machineNames } from '#bench/day/schedule'
import { type Fleet, isIn, type Role, type Running } from '#bench/fleet/fleet'
import type { Ground } from '#bench/fleet/ground'
import { thisVersion, type Version } from '#bench/fleet/versions'
import { leaderLock } from '#db/queries/log'
import { until } from '#test/support/until'

export type Plant = {
  startAll: () => Promise<void>
  /** One more process, on a machine that nothing happens to. */
  startBeside: (name: string, role: Role, env: Record<string, string>) => Promise<Running>
  /** Lets it happen, and makes it good when its time is over. @returns whom it met. */
  disturb: (disturbance: Disturbance) => Promise<string>
  /** The commit before comes and runs beside. */
  mix: (old: Version) => Promise<void>
  /** Its ledger leads, since ours end; then ours come back. */
  letLead: (old: Version) => Promise<void>
  unmix: (old: Version) => Promise<void>
}

const roleOf: Record<MachineName, Role> = {
  api: 'api',
  'trees-1': 'generate-tree',
  'trees-2': 'generate-tree',
  tasks: 'run-task',
  scans: 'scan-page',
  'ledger-1': 'ledger',
  'ledger-2': 'ledger',
  witness: 'witness',
  maintenance: 'maintenance',
}
const mixedRoles: Role[] = ['api', 'generate-tree', 'run-task', 'scan-page', 'ledger', 'maintenance']

/** For so long a process is started again and again that does not come up. */
const startsForMs = 600_000
/** How soon the ledger of the commit before has to lead where no other is, on a machine that does much else, and for how long. */
const leadsWithinMs = 30_000
const leadsForMs = 5000

export function openPlant(ground: Ground, fleet: Fleet, network: Network): Plant {
  const machines = new Map<Running, Machine>()

  async function start(
    name: string,
    role: Role,
    version: Version,
    more: Record<string, string> = {},
  ): Promise<Running> {
    const machine = network.machine(name)
    const url = new URL(ground.postgres().url)
    url.hostname = network.store
    const env = { DATABASE_URL: url.href, WITNESS_HOST: machine.host, ...more }
    // As a process manager does: one that finds no Postgres ends, and is started again.
    for (const giveUpAt = performance.now() + startsForMs; ; ) {
      try {
        const one = await fleet.start(role, version, { place: { ...machine, env }, name })
        machines.set(one, machine)
        return one
      } catch (error) {
        if (performance.now() > giveUpAt) throw error
      }
    }
  }

  async function leader(): Promise<Running | undefined> {
    const [row] = await ground.sql<{ address: string }[]>`
      select host(a.client_addr) as address from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and (l.classid::bigint << 32) + l.objid::bigint = ${leaderLock}`
    return fleet.running.find((one) => machines.get(one)?.address() === row?.address)
  }

  async function find(whom: MachineName | 'leading ledger'): Promise<Running | undefined> {
    const found = whom === 'leading ledger' ? await leader() : fleet.running.find(({ name }) => name === whom)
    // The commit before is let be: what it could not bear cannot be mended any more.
    return found?.version === thisVersion.name ? found : undefined
  }

  async function meet(one: Running, machine: Machine, { what, forMs }: Disturbance): Promise<void> {
    switch (what) {
      case 'black hole':
        machine.blackHole()
        return
      case 'cable pulled':
        machine.unplug()
        await Bun.sleep(forMs)
        machine.plug()
        return
      case 'process frozen':
        one.child.kill('SIGSTOP')
        await Bun.sleep(forMs)
        one.child.kill('SIGCONT')
        return
      case 'machine lost':
        machine.unplug()
        await fleet.kill(one)
        machine.remove()
        machines.delete(one)
        await Bun.sleep(forMs)
        await start(one.name, one.role, thisVersion)
        return
    }
  }

  return {
    async startAll() {
      for (const name of machineNames.toReversed()) await start(name, roleOf[name], thisVersion)
    },
    startBeside: (name, role, env) => start(name, role, thisVersion, env),
    async disturb(disturbance) {
      if (!('whom' in disturbance)) {
        await ground.restart(disturbance.what === 'Postgres killed' ? 'immediate' : 'fast')
        return 'Postgres'
      }
      const one = await find(disturbance.whom)
      const machine = one && machines.get(one)
      if (!one || !machine) return 'nobody'
      await meet(one, machine, disturbance)
      return one.name
    },
    async mix(old) {
      for (const role of mixedRoles) if (isIn(role, old)) await start(`old-${role}`, role, old)
    },
    async letLead(old) {
      for (const one of fleet.of('ledger', thisVersion.name)) await fleet.end(one)
      try {
        await until(async () => (await leader())?.version === old.name, {
          what: () => 'the ledger of the commit before to take the lead',
          timeoutMs: leadsWithinMs,
          everyMs: 500,
        })
        await Bun.sleep(leadsForMs)
      } finally {
        for (const name of ['ledger-1', 'ledger-2'] as const) await start(name, 'ledger', thisVersion)
      }
    },
    async unmix(old) {
      for (const role of mixedRoles) for (const one of fleet.of(role, old.name)) await fleet.end(one)
    },
  }
}
