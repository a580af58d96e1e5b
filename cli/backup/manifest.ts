/** A backup's manifest: what is in it, byte by byte, and what is not. It is written last, so where it is, all else is. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type as t } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { refusal } from '#cli/terminal/refusal'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { replaceFile } from '#shared/tlog/atomic-file'
import { isSignatureOf, publicKeyOf } from '#shared/tlog/ed25519'

const format = 'assay-backup/1'
const manifestFile = 'manifest.json'

const Digest = t.String({ pattern: '^[0-9a-f]{64}$' })
const Count = t.Integer({ minimum: 0 })
/** Inside of the backup or of DATA_DIR, and nowhere else. */
const Path = t.String({ pattern: '^(?!.*(^|/)\\.\\.?(/|$))[A-Za-z0-9._+-]+(/[A-Za-z0-9._+-]+)*$' })
const Name = t.String({ minLength: 1, maxLength: 63 })

export const BackupFile = t.Object({ file: Path, bytes: Count, sha256: Digest })
export type BackupFile = Static<typeof BackupFile>

/** `rows_digest` is of the lines as Postgres copied them out, in whatever order: the sum of their SHA-256 in eight parts. */
export const BackupTable = t.Composite([
  BackupFile,
  t.Object({
    schema: Name,
    name: Name,
    columns: t.Array(Name),
    isPartitioned: t.Boolean(),
    rows: Count,
    text_bytes: Count,
    rows_digest: Digest,
  }),
])
export type BackupTable = Static<typeof BackupTable>

/** Where the log stood: `root` in hex. */
export const BackupLog = t.Object({ epoch: Count, origin: t.String(), size: Count, root: Digest, note: t.String() })
export type BackupLog = Static<typeof BackupLog>

/** A file of DATA_DIR; `path` is its place there. */
const KeptFile = t.Composite([
  BackupFile,
  t.Object({
    path: Path,
    /** What a key is named by, plain or wrapped, whatever wraps it; of no secret can be told anything from it. */
    key: t.Optional(t.String()),
  }),
])
export type KeptFile = Static<typeof KeptFile>

const Content = t.Object({
  format: t.Literal(format),
  /** By the database's clock, the moment that all of it is of. */
  taken_at: t.String(),
  postgres: t.String(),
  migrations: t.Array(t.Object({ when: Count, hash: Digest })),
  queue_schema: Count,
  partitioned_queues: t.Array(t.Object({ name: t.String(), policy: t.String() })),
  tables: t.Array(BackupTable),
  sequences: t.Array(
    t.Object({ schema: Name, name: Name, lastValue: t.String({ pattern: '^-?\\d+$' }), isCalled: t.Boolean() }),
  ),
  log: t.Union([BackupLog, t.Null()]),
  /** Of DATA_DIR, packed. */
  files: t.Array(KeptFile),
  keys: t.Object({
    place: t.Union([t.Literal('here'), t.Literal('apart'), t.Literal('none')]),
    files: t.Array(KeptFile),
    /** The public half of the key that signs evidence, in base64; null where it was not at hand. */
    signing_key: t.Union([t.String(), t.Null()]),
  }),
  left_out: t.Array(t.Object({ what: t.String(), why: t.String() })),
})
export type Content = Static<typeof Content>

/** `digest` is of the RFC 8785 text of all else; `signature` by the signing key is over it. */
const BackupManifest = t.Composite([
  Content,
  t.Object({ digest: Digest, signature: t.Union([t.String({ pattern: '^[0-9a-f]{128}$' }), t.Null()]) }),
])
export type BackupManifest = Static<typeof BackupManifest>

export const manifestIn = (dir: string): string => join(dir, manifestFile)

/** Comes back when the disk has it. */
export function writeManifest(dir: string, content: Content, signer: Signer | undefined): BackupManifest {
  const digest = sha256Hex(canonicalJson(content))
  const signature = signer ? Buffer.from(signer.signBytes(signedText(digest))).toString('hex') : null
  const manifest = { ...content, digest, signature }
  replaceFile(manifestIn(dir), `${JSON.stringify(manifest, null, 2)}\n`, 0o600)
  return manifest
}

/** @throws Refusal where there is none, or it is not as it was written. */
export function readManifest(dir: string): BackupManifest {
  const path = manifestIn(dir)
  if (!existsSync(path))
    throw refusal(`${dir} is no whole backup: ${manifestFile}, which is written last, is not there`)
  const manifest = parsed(path)
  const { digest, signature, ...content } = manifest
  if (sha256Hex(canonicalJson(content)) !== digest)
    throw refusal(`${path} was changed: it does not have its own digest`)
  const key = content.keys.signing_key
  const isSigned = key !== null && isManifestSignedBy(manifest, Buffer.from(key, 'base64'))
  if ((key !== null || signature !== null) && !isSigned)
    throw refusal(`${path} was changed: its signature is not of the key that it names`)
  return manifest
}

function parsed(path: string): BackupManifest {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw refusal(`${path} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  const said = typeof value === 'object' && value !== null && 'format' in value ? value.format : undefined
  if (said !== format) throw refusal(`${path} is of the format ${said}, this program reads ${format}`)
  if (Value.Check(BackupManifest, value)) return value
  const [fault] = Value.Errors(BackupManifest, value)
  throw refusal(`${path} was changed: ${fault?.path || '/'}: ${fault?.message}`)
}

/** Whether this key signed the manifest. @param publicKey 32 raw bytes. */
export const isManifestSignedBy = ({ digest, signature }: BackupManifest, publicKey: Uint8Array): boolean =>
  publicKey.length === 32 &&
  signature !== null &&
  isSignatureOf(publicKeyOf(publicKey), signedText(digest), Buffer.from(signature, 'hex'))

const signedText = (digest: string) => Buffer.from(`${format}\n${digest}\n`)
