/** Connections to the Postgres that a URL names, shielded as the URL says: `sslmode` and the files beside it, read as libpq reads them. */
import { readFileSync } from 'node:fs'
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from 'node:tls'
import postgres from 'postgres'
import { readAddress, type StorePlace, StoreRefusal } from '#db/address'

type Options = NonNullable<Parameters<typeof postgres>[1]>

/** @throws StoreRefusal where the URL asks for what cannot be done, or names a file that cannot be read. */
export function connect<Given extends Options>(url: string, options: Given) {
  const { bare, place, ssl } = shieldOf(url)
  return postgres(bare, { ...options, ...whereOf(place), ...(ssl !== undefined && { ssl }) })
}

function whereOf(place: StorePlace): Options {
  if ('socket' in place) return { path: place.socket }
  // Sound: the driver takes lists of both, which its types do not say.
  const where = { host: place.hosts, port: place.ports } as unknown as Options
  return place.hosts.length === 1 ? where : { ...where, target_session_attrs: 'primary' }
}

type Shield = 'prefer' | ConnectionOptions

/** The URL without what it says of TLS, and that as the driver takes it; undefined where everything goes in the clear. */
export function shieldOf(url: string): { bare: string; place: StorePlace; ssl: Shield | undefined } {
  const { url: asked, place } = readAddress(url)
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
  // Nobody but this machine hears what goes through a socket.
  if (mode === 'disable' || 'socket' in place) return { bare, place, ssl: undefined }
  if (mode === 'allow' || mode === 'prefer') return { bare, place, ssl: 'prefer' }
  const given = Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
  // As libpq has it: who names an authority wants it asked.
  if (mode === 'require' && parts.ca === undefined) return { bare, place, ssl: { ...given, rejectUnauthorized: false } }
  const isNamed = mode === 'verify-full'
  return {
    bare,
    place,
    ssl: {
      ...given,
      rejectUnauthorized: true,
      checkServerIdentity: (name, certificate) => (isNamed ? identityFault(place.hosts, name, certificate) : undefined),
    },
  }
}

/** Of one that is asked for by its number no name is told: then any of those that were given will do. */
function identityFault(hosts: readonly [string, ...string[]], name: string, certificate: PeerCertificate) {
  const asked = hosts.includes(name) ? [name] : hosts
  const faults = asked.map((host) => checkServerIdentity(host, certificate))
  return faults.includes(undefined) ? undefined : faults[0]
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
