/** What area A says of itself: health and the schema of its trees. */
import { bind, type Endpoint, json } from '#api/http/endpoint'
import type { Read } from '#api/http/store'
import type { Reader } from '#db/client'
import { findEvidenceKey, missingGuards, newestNode } from '#db/queries/evidence'
import { treeLevels } from '#shared/contracts/about'
import { isSignedBy } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import { sha256Hex } from '#shared/kernel/canonical'
import { Failures } from '#shared/kernel/failures'
import type { Log } from '#shared/kernel/logger'
import { versions } from '#shared/kernel/version'
import { aboutRoutes } from '#shared/routes/about'

const rememberMs = 1000
/** What a sound health has looked at, by the words of X-Constitutional-Checks. */
const healthChecks = [
  'evidence-guards',
  'newest-node-digest',
  'newest-node-signature',
  'constitution-in-force',
  'no-halt',
] as const

/**
 * Whether the service's own evidence holds up: the database's guards are in place, and the newest node has its own
 * digest as its id and a valid signature by a known key.
 */
async function isEvidenceSound(sql: Reader): Promise<boolean> {
  if ((await missingGuards(sql)).length > 0) return false
  const node = await newestNode(sql)
  if (!node) return false
  const publicKey = await findEvidenceKey(sql, node.kid)
  if (!publicKey) return false
  return (
    sha256Hex(node.body) === Buffer.from(node.id).toString('hex') && isSignedBy(node.body, node.signature, publicKey)
  )
}

export function aboutEndpoints({
  read,
  log,
  governance,
}: {
  read: Read
  log: Log
  governance: Pick<Governance, 'halt'>
}): Endpoint[] {
  let last: { at: number; health: Promise<{ status: string; isSound: boolean }> } | undefined
  const failures = new Failures((error) => log.warn({ err: error }, 'health check failed'))
  const look = () =>
    read((sql) => isEvidenceSound(sql)).then(
      (isSound) => {
        failures.passed()
        return { status: isSound ? 'healthy' : 'degraded', isSound }
      },
      (error) => {
        failures.failed(error)
        return { status: 'degraded', isSound: false }
      },
    )
  return [
    bind(aboutRoutes.getHealth, async () => {
      const now = performance.now()
      // Anyone may ask, so the store is asked once a second at most.
      if (!last || now - last.at > rememberMs) last = { at: now, health: look() }
      const { status, isSound: isStoreSound } = await last.health
      // A constitution that is not in force halts too.
      const isSound = isStoreSound && governance.halt() === undefined
      return {
        ...json(200, {
          status,
          constitutional_compliance: isSound,
          timestamp: new Date().toISOString(),
          version: { api: versions.api, telemetry_store: versions.telemetryStore, tree_spec: versions.treeSpec },
        }),
        compliance: isSound ? { checks: healthChecks } : 'indeterminate',
      }
    }),
    bind(aboutRoutes.getTreeSchema, () =>
      json(
        200,
        { schema_version: versions.schema, tree_spec_version: versions.treeSpec, levels: treeLevels },
        { 'Cache-Control': 'public, max-age=3600' },
      ),
    ),
  ]
}
