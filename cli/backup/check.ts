/** Checks a backup without any database: every file that its manifest names is there, byte for byte. */
import { join } from 'node:path'
import { type BackupManifest, type KeptFile, readManifest } from '#cli/backup/manifest'
import { type Meter, sized } from '#cli/backup/meter'
import { faultOf } from '#cli/backup/packed-file'

/** What is wrong, by name; nothing when it is whole. @throws Refusal where the manifest is missing or was changed. */
export async function checkBackup(
  dir: string,
  { keysDir, meter }: { keysDir: string | undefined; meter: Meter },
): Promise<{ manifest: BackupManifest; faults: string[] }> {
  const manifest = readManifest(dir)
  const { tables, files } = manifest
  const all = [...tables, ...files].map((file) => ({ from: dir, file }))
  const keys = keyFiles(dir, manifest, keysDir)
  const faults: string[] = []
  let bytes = 0
  for (const { from, file } of [...all, ...keys]) {
    const fault = await faultOf(from, file)
    if (fault !== undefined) faults.push(join(from, fault))
    bytes += file.bytes
    meter.show(() => `${sized(bytes)} checked`)
  }
  meter.end()
  return { manifest, faults }
}

/** Where the backup's keys lie, as far as they are at hand. */
export function keyFiles(
  dir: string,
  { keys }: BackupManifest,
  keysDir: string | undefined,
): { from: string; file: KeptFile }[] {
  if (keysDir !== undefined)
    return keys.files.map((file) => ({
      from: keysDir,
      file: { ...file, file: file.file.replace(/^keys\//, '') },
    }))
  return keys.place === 'here' ? keys.files.map((file) => ({ from: dir, file })) : []
}
