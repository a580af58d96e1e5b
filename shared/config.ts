/** The settings of a process, read once from the environment it is handed. No other file reads the environment. */

/** Requests a minute by tier. Above `exactUpTo` a process leases instead of counting each call in the store. */
type RateLimits = { standard: number; enterprise: number }

export const areaNames = ['A'] as const
export type Area = (typeof areaNames)[number]

export type Config = {
  databaseUrl: string
  dataDir: string
  host: string
  port: number
  /** Several API processes may share one port. */
  reusePort: boolean
  logLevel: string
  areas: Area[]
  basePaths: Record<Area, string>
  rateLimits: Record<Area, RateLimits>
  /** The longest a call waits for its job, by job type. */
  waitMs: { 'generate-tree': number }
  /** Jobs at once in one worker process, overriding the room's own number. */
  seats: number | undefined
  apiPoolSize: number
  workerPoolSize: number
  /** How long a request may wait for the store before it is told that the store is away. */
  storeDeadlineMs: number
  drainMs: number
  signingKey: { pem: string } | { path: string }
}

type Env = Record<string, string | undefined>

/** @throws Error naming the variable whose value does not fit. */
export function readConfig(env: Env): Config {
  const dataDir = env['DATA_DIR'] || '.data'
  return {
    databaseUrl: required(env, 'DATABASE_URL'),
    dataDir,
    host: env['HOST'] || '127.0.0.1',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    reusePort: env['API_REUSE_PORT'] === '1',
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    areas: readAreas(env),
    basePaths: { A: basePath(env, 'BASE_PATH_A', '') },
    rateLimits: {
      A: {
        standard: integer(env, 'RATE_LIMIT_A_STANDARD', 600, 1, 1e9),
        enterprise: integer(env, 'RATE_LIMIT_A_ENTERPRISE', 6000, 1, 1e9),
      },
    },
    waitMs: { 'generate-tree': integer(env, 'WAIT_MS_GENERATE_TREE', 10_000, 1, 600_000) },
    seats: env['SEATS'] ? integer(env, 'SEATS', 1, 1, 10_000) : undefined,
    apiPoolSize: integer(env, 'API_POOL_SIZE', 10, 1, 1000),
    workerPoolSize: integer(env, 'WORKER_POOL_SIZE', 5, 1, 1000),
    storeDeadlineMs: integer(env, 'STORE_DEADLINE_MS', 1800, 50, 60_000),
    drainMs: integer(env, 'DRAIN_MS', 25_000, 0, 600_000),
    signingKey: env['EVIDENCE_SIGNING_KEY']
      ? { pem: env['EVIDENCE_SIGNING_KEY'] }
      : { path: `${dataDir}/keys/evidence-ed25519.pem` },
  }
}

function readAreas(env: Env): Area[] {
  const names = (env['AREAS'] || areaNames.join(',')).split(',').map((name) => name.trim())
  return names.map((name) => {
    const area = areaNames.find((known) => known === name)
    if (!area) throw new Error(`AREAS: there is no area "${name}"; there is ${areaNames.join(', ')}`)
    return area
  })
}

function required(env: Env, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

function integer(env: Env, name: string, fallback: number, minimum: number, maximum: number): number {
  const raw = env[name]
  if (raw === undefined || raw === '') return fallback
  const value = Number(raw)
  if (!Number.isInteger(value) || value < minimum || value > maximum) {
    throw new Error(`${name}: "${raw}" is not a whole number from ${minimum} to ${maximum}`)
  }
  return value
}

function oneOf(env: Env, name: string, allowed: string[], fallback: string): string {
  const value = env[name] || fallback
  if (!allowed.includes(value)) throw new Error(`${name}: "${value}" is none of ${allowed.join(', ')}`)
  return value
}

function basePath(env: Env, name: string, fallback: string): string {
  const value = (env[name] ?? fallback).replace(/\/+$/, '')
  if (value !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(value)) throw new Error(`${name}: "${value}" is not a path`)
  return value
}
