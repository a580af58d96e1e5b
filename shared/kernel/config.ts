/** The settings of a process, read once from the environment it is handed. No other file reads the environment. */
import { resolve } from 'node:path'
import { type EgressAllow, readEgressAllow } from '#shared/kernel/addresses'
import { type Area, areaNames } from '#shared/kernel/areas'
import type { KeyLocation } from '#shared/kernel/key-file'
import { type KmsSettings, readKeyAddress } from '#shared/kernel/kms/address'
import type { KeySource } from '#shared/kernel/kms/wrapped-key'
import { readWitness, type Witness } from '#shared/tlog/witnessing'

/** Requests a minute by tier. Above `exactUpTo` a process leases instead of counting each call in the store. */
type RateLimits = { standard: number; enterprise: number }

/** `auto`: in a sandbox wherever the machine allows one. */
const sandboxSettings = ['auto', 'off', 'required'] as const
export type SandboxSetting = (typeof sandboxSettings)[number]

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
  /** Of areas, and of /jobs. */
  rateLimits: Record<Area | 'jobs', RateLimits>
  /** Streams that one key may have open at one process. */
  streamsPerKey: number
  /** The longest a call waits for its job, by job type, where that is not what the contract says. */
  waitMs: Readonly<Record<string, number>>
  /** Jobs at once in one worker process, overriding the worker's own number. */
  concurrency: number | undefined
  apiPoolSize: number
  workerPoolSize: number
  /** How long a request may wait for the store before it is told that the store is away. */
  storeDeadlineMs: number
  writes: {
    /** Transactions under way at once for requests. */
    atOnce: number
    /** How long a request may wait for its turn to write before it is told that there is too much to do. */
    waitMs: number
  }
  drainMs: number
  /** An Ed25519 key, PKCS #8 PEM. */
  signingKey: KeyLocation
  /** The constitution's file. */
  constitutionPath: string
  /** What seals secrets in the store: keys of 32 bytes in base64, the newest first, or a file that holds them. */
  sealingKey: KeyLocation
  evidence: {
    /** The log's name; absent, one made of the signing key. */
    origin: string | undefined
    /** Who cosigns the log; `local` is the witness that runs beside the ledger and says so in `witness.pub`. */
    witnesses: readonly Witness[] | 'local'
  }
  browser: {
    /** Used instead of any other; absent, one is looked for. */
    path: string | undefined
    /** `off` only where the operator says so or the machine allows none. */
    sandbox: SandboxSetting
  }
  /** The model that makes plans of goals; absent, rules do. */
  planner: ModelSettings | undefined
  /** The model that analyses content where a request asks for one; absent, none does. */
  analyst: ModelSettings | undefined
  /** The model that looks at scanned pages for what no rule can tell; absent, none does. */
  judge: JudgeSettings | undefined
  /** Otherwise refused addresses that the browser may visit, e.g. `10.1.0.0/16:443`. */
  egressAllow: EgressAllow
  /** Otherwise refused addresses that connections may lead to, and those that may be reached in clear. */
  adapterAllow: EgressAllow
  connections: {
    /** That one organisation may have. */
    perOrganisation: number
    /** From the end of a sync to the next. */
    syncEverySeconds: number
    /** Connections at which one process waits for what is new. */
    watchesPerProcess: number
    /** How long what was read over them is kept, in days, and how far back a first sync goes. */
    itemsKeptDays: number
  }
  scans: {
    /** Pages of runs that one organisation may have queued, by tier. */
    queuedPages: { standard: number; enterprise: number }
    /** How long a scan of a story speaks for its component. */
    storyFreshDays: number
  }
  /** Where bytes of designs, old payloads and a copy of the log lie; absent, all of it stays in Postgres. */
  bucket: BucketSettings | undefined
  /** How long after a task's end what it was asked stays in Postgres, where there is a bucket. */
  payloadsStayDays: number
  /** How long content is kept, in days; 0 is for ever. Rows of traces and tasks stay, emptied. */
  keptDays: {
    traces: number
    trees: number
    tasks: number
    scans: number
    designs: number
    analyses: number
    briefings: number
    feedback: number
  }
  briefings: {
    /** How long a briefing waits for connections that were not read lately. */
    refreshMs: number
  }
}

/** The same before keys are opened: what a KMS has wrapped no process can use. */
export type Settings = Omit<Config, 'signingKey' | 'sealingKey'> & { signingKey: KeySource; sealingKey: KeySource }

/** A model that speaks OpenAI's protocol. */
export type ModelSettings = { url: string; model: string; apiKey: string | undefined; timeoutMs: number }

export type JudgeSettings = ModelSettings & {
  /** It can be shown pictures. */
  seesPictures: boolean
  /** What one page may cost: questions, and time in all. */
  callsPerPage: number
  pageMs: number
}

/** A bucket that speaks S3. */
export type BucketSettings = {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

type Env = Record<string, string | undefined>

/** @throws Error naming the variable whose value does not fit. */
export function readConfig(env: Env): Settings {
  const dataDir = env['DATA_DIR'] || '.data'
  const areas = readAreas(env)
  return {
    databaseUrl: required(env, 'DATABASE_URL'),
    dataDir,
    host: env['HOST'] || '127.0.0.1',
    port: integer(env, 'PORT', 3000, 0, 65_535),
    reusePort: env['API_REUSE_PORT'] === '1',
    logLevel: oneOf(env, 'LOG_LEVEL', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info'),
    areas,
    basePaths: readBasePaths(env, areas),
    rateLimits: {
      A: {
        standard: integer(env, 'RATE_LIMIT_A_STANDARD', 600, 1, 1e9),
        enterprise: integer(env, 'RATE_LIMIT_A_ENTERPRISE', 6000, 1, 1e9),
      },
      B: {
        standard: integer(env, 'RATE_LIMIT_B_STANDARD', 600, 1, 1e9),
        enterprise: integer(env, 'RATE_LIMIT_B_ENTERPRISE', 6000, 1, 1e9),
      },
      C: {
        standard: integer(env, 'RATE_LIMIT_C_STANDARD', 600, 1, 1e9),
        enterprise: integer(env, 'RATE_LIMIT_C_ENTERPRISE', 6000, 1, 1e9),
      },
      D: {
        standard: integer(env, 'RATE_LIMIT_D_STANDARD', 100, 1, 1e9),
        enterprise: integer(env, 'RATE_LIMIT_D_ENTERPRISE', 1000, 1, 1e9),
      },
      jobs: {
        standard: integer(env, 'RATE_LIMIT_JOBS_STANDARD', 600, 1, 1e9),
        enterprise: integer(env, 'RATE_LIMIT_JOBS_ENTERPRISE', 6000, 1, 1e9),
      },
    },
    streamsPerKey: integer(env, 'STREAMS_PER_KEY', 50, 1, 10_000),
    waitMs: readWaits(env),
    concurrency: env['SEATS'] ? integer(env, 'SEATS', 1, 1, 10_000) : undefined,
    apiPoolSize: integer(env, 'API_POOL_SIZE', 10, 1, 1000),
    workerPoolSize: integer(env, 'WORKER_POOL_SIZE', 5, 1, 1000),
    storeDeadlineMs: integer(env, 'STORE_DEADLINE_MS', 1800, 50, 60_000),
    writes: {
      atOnce: integer(env, 'WRITES_AT_ONCE', 8, 1, 1000),
      waitMs: integer(env, 'WRITE_WAIT_MS', 10_000, 1, 600_000),
    },
    drainMs: integer(env, 'DRAIN_MS', 25_000, 0, 600_000),
    signingKey: {
      ...keyAt(`${dataDir}/keys/evidence-ed25519.pem`, 'EVIDENCE_SIGNING_KEY', env['EVIDENCE_SIGNING_KEY']),
      kms: readKms(env, 'SIGNING_KEY_URL'),
    },
    constitutionPath: env['CONSTITUTION'] || resolve(import.meta.dir, '../../constitution/constitution.json'),
    sealingKey: {
      ...keyAt(`${dataDir}/keys/sealing.key`, 'SEALING_KEY', env['SEALING_KEY']),
      kms: readKms(env, 'SEALING_KEY_URL'),
    },
    evidence: { origin: readOrigin(env), witnesses: readWitnesses(env) },
    browser: {
      path: env['BROWSER_PATH'] || env['PUPPETEER_EXECUTABLE_PATH'] || undefined,
      sandbox: oneOf(env, 'BROWSER_SANDBOX', sandboxSettings, 'auto'),
    },
    planner: readPlanner(env),
    analyst: readAnalyst(env),
    judge: readJudge(env),
    egressAllow: readAllow(env, 'EGRESS_ALLOW'),
    adapterAllow: readAllow(env, 'ADAPTER_ALLOW'),
    connections: {
      perOrganisation: integer(env, 'CONNECTIONS_PER_ORGANISATION', 50, 1, 10_000),
      syncEverySeconds: integer(env, 'SYNC_EVERY_S', 300, 5, 86_400),
      watchesPerProcess: integer(env, 'WATCHES_PER_PROCESS', 200, 0, 10_000),
      itemsKeptDays: integer(env, 'ITEMS_KEPT_DAYS', 30, 1, 3650),
    },
    scans: {
      queuedPages: {
        standard: integer(env, 'QUEUED_PAGES_STANDARD', 10_000, 1, 1e7),
        enterprise: integer(env, 'QUEUED_PAGES_ENTERPRISE', 100_000, 1, 1e7),
      },
      storyFreshDays: integer(env, 'STORY_SCANS_FRESH_DAYS', 30, 1, 3650),
    },
    bucket: readBucket(env),
    payloadsStayDays: integer(env, 'PAYLOADS_STAY_DAYS', 30, 1, 36_500),
    keptDays: {
      traces: integer(env, 'TRACES_KEPT_DAYS', 0, 0, 36_500),
      trees: integer(env, 'TREES_KEPT_DAYS', 0, 0, 36_500),
      tasks: integer(env, 'TASKS_KEPT_DAYS', 0, 0, 36_500),
      scans: integer(env, 'SCANS_KEPT_DAYS', 90, 1, 36_500),
      designs: integer(env, 'DESIGNS_KEPT_DAYS', 90, 1, 36_500),
      analyses: integer(env, 'ANALYSES_KEPT_DAYS', 30, 1, 36_500),
      briefings: integer(env, 'BRIEFINGS_KEPT_DAYS', 30, 1, 36_500),
      feedback: integer(env, 'FEEDBACK_KEPT_DAYS', 365, 1, 36_500),
    },
    briefings: { refreshMs: integer(env, 'BRIEFING_REFRESH_MS', 1500, 0, 15_000) },
  }
}

/** What a witness needs; it has no database. */
export type WitnessConfig = {
  dataDir: string
  /** Its key and its memory, where that was said. */
  dir: string | undefined
  /** Where a folder for them is made, outside of DATA_DIR, if that was said. */
  home: string | undefined
  /** What wraps its key, if anything does. */
  kms: KmsSettings | undefined
  host: string
  /** 0 for any free one: it says in `publish` which. */
  port: number
  /** Where the ledger names its logs. */
  logKeys: string
  /** Where the witness says its key and address. */
  publish: string
  logLevel: string
}

export const readWitnessConfig = (env: Env, dataDir: string): WitnessConfig => ({
  dataDir,
  dir: env['WITNESS_DIR'] || undefined,
  home: env['WITNESS_HOME'] || undefined,
  kms: readKms(env, 'WITNESS_KEY_URL'),
  host: env['WITNESS_HOST'] || '127.0.0.1',
  port: integer(env, 'WITNESS_PORT', 0, 0, 65_535),
  logKeys: `${dataDir}/log.pub`,
  publish: `${dataDir}/witness.pub`,
  logLevel: env['LOG_LEVEL'] || 'info',
})

/** A witness's key, in the folder that it comes to have. */
export const witnessKeyIn = (dir: string, { kms }: Pick<WitnessConfig, 'kms'>): KeySource => ({
  ...keyAt(`${dir}/key.pem`),
  kms,
})

const waitPrefix = 'WAIT_MS_'

/** `WAIT_MS_SCAN_PAGE` is about scan-page. */
function readWaits(env: Env): Record<string, number> {
  const names = Object.keys(env).filter((name) => name.startsWith(waitPrefix) && env[name])
  const jobOf = (name: string) => name.slice(waitPrefix.length).toLowerCase().replaceAll('_', '-')
  return Object.fromEntries(names.map((name) => [jobOf(name), integer(env, name, 0, 1, 600_000)]))
}

const readPlanner = (env: Env): ModelSettings | undefined =>
  env['PLANNER_URL']
    ? {
        url: httpAddress(env, 'PLANNER_URL'),
        model: required(env, 'PLANNER_MODEL'),
        apiKey: env['PLANNER_API_KEY'] || undefined,
        timeoutMs: integer(env, 'PLANNER_TIMEOUT_MS', 20_000, 100, 300_000),
      }
    : undefined

const readAnalyst = (env: Env): ModelSettings | undefined =>
  env['ANALYST_URL']
    ? {
        url: httpAddress(env, 'ANALYST_URL'),
        model: required(env, 'ANALYST_MODEL'),
        apiKey: env['ANALYST_API_KEY'] || undefined,
        timeoutMs: integer(env, 'ANALYST_TIMEOUT_MS', 10_000, 100, 300_000),
      }
    : undefined

const readJudge = (env: Env): JudgeSettings | undefined =>
  env['JUDGE_URL']
    ? {
        url: httpAddress(env, 'JUDGE_URL'),
        model: required(env, 'JUDGE_MODEL'),
        apiKey: env['JUDGE_API_KEY'] || undefined,
        timeoutMs: integer(env, 'JUDGE_TIMEOUT_MS', 10_000, 100, 300_000),
        seesPictures: env['JUDGE_PICTURES'] === '1',
        callsPerPage: integer(env, 'JUDGE_CALLS_PER_PAGE', 4, 1, 100),
        pageMs: integer(env, 'JUDGE_PAGE_MS', 15_000, 100, 300_000),
      }
    : undefined

function httpAddress(env: Env, name: string): string {
  const address = required(env, name)
  const { protocol } = URL.parse(address) ?? {}
  // Not shown: it may carry a password.
  if (protocol !== 'http:' && protocol !== 'https:') throw new Error(`${name}: is no http address`)
  return address
}

/** @param text what the setting holds: the key itself, where it holds anything. */
const keyAt = (path: string, setting = '', text: string | undefined = undefined): Pick<KeySource, 'at' | 'place'> =>
  text ? { at: { text }, place: setting } : { at: { path }, place: path }

const thisMachine = ['localhost', '127.0.0.1', '[::1]']

function readKms(env: Env, name: string): KmsSettings | undefined {
  if (!env[name]) return undefined
  const server = new URL(httpAddress(env, 'VAULT_ADDR'))
  if (server.username !== '' || server.password !== '' || server.search !== '' || server.hash !== '')
    throw new Error('VAULT_ADDR: is more than an address')
  if (server.protocol === 'http:' && !thisMachine.includes(server.hostname))
    throw new Error('VAULT_ADDR: a key would pass the network in clear; only on this machine may it be http')
  try {
    return {
      ...readKeyAddress(env[name]),
      server: server.href.replace(/\/+$/, ''),
      namespace: env['VAULT_NAMESPACE'] || undefined,
      token: env['VAULT_TOKEN_FILE'] ? { path: env['VAULT_TOKEN_FILE'] } : { text: required(env, 'VAULT_TOKEN') },
      waitMs: integer(env, 'KMS_WAIT_MS', 20_000, 100, 600_000),
    }
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readBucket(env: Env): BucketSettings | undefined {
  if (!env['S3_BUCKET']) return undefined
  return {
    endpoint: httpAddress(env, 'S3_ENDPOINT'),
    bucket: required(env, 'S3_BUCKET'),
    region: env['S3_REGION'] || 'us-east-1',
    accessKeyId: required(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'S3_SECRET_ACCESS_KEY'),
  }
}

function readOrigin(env: Env): string | undefined {
  const origin = env['EVIDENCE_ORIGIN'] || undefined
  if (origin && !/^[^\s+]{1,200}$/u.test(origin)) throw new Error(`EVIDENCE_ORIGIN: "${origin}" has a space or a plus`)
  return origin
}

function readWitnesses(env: Env): readonly Witness[] | 'local' {
  const listed = env['WITNESSES'] || 'local'
  if (listed === 'local') return 'local'
  try {
    return listed === 'none' ? [] : listed.split(',').map(readWitness)
  } catch (error) {
    throw new Error(`WITNESSES: ${error instanceof Error ? error.message : String(error)}`)
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

function readBasePaths(env: Env, areas: readonly Area[]): Config['basePaths'] {
  const paths = {
    A: basePath(env, 'BASE_PATH_A', ''),
    B: basePath(env, 'BASE_PATH_B', '/v1'),
    C: basePath(env, 'BASE_PATH_C', ''),
    D: basePath(env, 'BASE_PATH_D', ''),
  }
  if (paths.B === paths.C && areas.includes('B') && areas.includes('C'))
    throw new Error(`BASE_PATH_C: "${paths.C}" is area B's too, and both have /edg/{node}`)
  return paths
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

function oneOf<Word extends string>(env: Env, name: string, allowed: readonly Word[], fallback: NoInfer<Word>): Word {
  const value = env[name] || fallback
  const found = allowed.find((word) => word === value)
  if (found === undefined) throw new Error(`${name}: "${value}" is none of ${allowed.join(', ')}`)
  return found
}

function readAllow(env: Env, name: string): EgressAllow {
  try {
    return readEgressAllow(env[name] ?? '')
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function basePath(env: Env, name: string, fallback: string): string {
  const value = (env[name] ?? fallback).replace(/\/+$/, '')
  if (value !== '' && !/^(\/[A-Za-z0-9._~-]+)+$/.test(value)) throw new Error(`${name}: "${value}" is not a path`)
  return value
}
