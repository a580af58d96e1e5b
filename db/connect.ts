/** Connections to the Postgres that a URL names, shielded as the URL says: `sslmode` and the files beside it, read as libpq reads them. */
import { readFileSync } from 'node:fs'
import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import postgres from 'postgres'

/** Why nothing could be done, to be read by whoever gave the address. It says no password. */
export class StoreRefusal extends Error {}

type Options = NonNullable<Parameters<typeof postgres>[1]>

/** @throws StoreRefusal where the URL asks for what cannot be done, or names a file that cannot be read. */
export function connect<Given extends Options>(url: string, options: Given) {
  const { bare, ssl } = shieldOf(url)
  return postgres(bare, { ...options, ...(ssl !== undefined && { ssl }) })
}

type Shield = 'prefer' | ConnectionOptions

/** The URL without what it says of TLS, and that as the driver takes it; undefined where everything goes in the clear. */
export function shieldOf(url: string): { bare: string; ssl: Shield | undefined } {
  const asked = new URL(url)
  const said = (name: string) => {
    const value = asked.searchParams.get(name)
    asked.searchParams.delete(name)
    return value === null || value === '' ? undefined : value
  }
  const file = (name: string) => {
    const path = said(name)
    return path === undefined || path === 'system' ? undefined : readPart(name, path)
  }
  const mode = modeOf(said('sslmode'), said('ssl'), asked.searchParams.get('sslrootcert'))
  const parts = { ca: file('sslrootcert'), cert: file('sslcert'), key: file('sslkey'), passphrase: said('sslpassword') }
  const unknown = [...asked.searchParams.keys()].find((name) => name.startsWith('ssl') && name !== 'sslnegotiation')
  if (unknown !== undefined) throw new StoreRefusal(`DATABASE_URL says ${unknown}, which is not read here`)
  const bare = asked.href
  if (mode === 'disable') return { bare, ssl: undefined }
  if (mode === 'allow' || mode === 'prefer') return { bare, ssl: 'prefer' }
  const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
  // As libpq has it: who names an authority wants it asked.
  if (mode === 'require' && parts.ca === undefined) return { bare, ssl: { ...given, rejectUnauthorized: false } }
  const isNamed = mode === 'verify-full'
  return {
    bare,
    ssl: {
      ...given,
      rejectUnauthorized: true,
      checkServerIdentity: (_, certificate) =>
        isNamed ? checkServerIdentity(asked.hostname.replace(/^\[|\]$/g, ''), certificate) : undefined,
    },
  }
}

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const
type Mode = (typeof modes)[number]

function modeOf(mode: string | undefined, ssl: string | undefined, authority: string | null): Mode {
  // Other drivers' words.
  if (mode === 'no-verify') return 'require'
  if (mode === undefined && ssl !== undefined) return ['false', '0'].includes(ssl) ? 'disable' : 'verify-full'
  if (mode === undefined) return authority === null ? 'disable' : 'verify-full'
  // libpq takes nothing weaker with the authorities that everybody trusts.
  if (authority === 'system' && mode !== 'verify-full')
    throw new StoreRefusal(`DATABASE_URL says sslrootcert=system, which sslmode=verify-full alone goes with`)
  const known = modes.find((each) => each === mode)
  if (!known) throw new StoreRefusal(`DATABASE_URL says sslmode=${mode}, which is none of ${modes.join(', ')}`)
  return known
}

function readPart(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StoreRefusal(`the ${name} of DATABASE_URL cannot be read: ${path}: ${why}`)
  }
}
