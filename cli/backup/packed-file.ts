/** A file of a backup: packed with zstd as it is written, digested as it lies, checked before it is believed. */
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupFile } from '#cli/backup/manifest'
import { measureBytes, measureRows, type RowsMeasure } from '#cli/backup/measure'
import { refusingFor } from '#cli/terminal/write-out'

type Bytes = AsyncIterable<Uint8Array>

/** The fastest: a backup has more to do than to be small. Its own checksum lets `zstd -t` check a file too. */
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }

type Seeing = (measure: RowsMeasure) => void

/** Writes a new file, readable by its owner alone; it is on the disk when this comes back. */
export async function writePacked(
  dir: string,
  file: string,
  content: NodeJS.ReadableStream,
  see?: Seeing,
): Promise<BackupFile & { text: RowsMeasure }> {
  const path = join(dir, file)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600).catch(refusingFor(path))
  try {
    const [text, packed] = [measureRows(see), measureBytes()]
    await pipeline(content, text.stream, createZstdCompress(zstdOptions), packed.stream, (pieces: Bytes) =>
      writeAll(handle, path, pieces),
    )
    await handle.sync().catch(refusingFor(path))
    return { file, bytes: packed.measure.bytes, sha256: packed.measure.digest, text: text.measure }
  } finally {
    await handle.close()
  }
}

/** Writes all that comes. */
export async function writeAll(handle: FileHandle, path: string, pieces: Bytes): Promise<void> {
  for await (const piece of pieces) await handle.writeFile(piece).catch(refusingFor(path))
}

/** The file's content, unpacked. */
export async function readPacked(
  dir: string,
  file: string,
  into: NodeJS.WritableStream | ((pieces: Bytes) => Promise<void>),
  see?: Seeing,
): Promise<RowsMeasure> {
  const { stream, measure } = measureRows(see)
  const unpacked = [createReadStream(join(dir, file)), createZstdDecompress(), stream] as const
  if (typeof into === 'function') await pipeline(...unpacked, into)
  else await pipeline(...unpacked, into)
  return measure
}

/** Why a file is not the one that the manifest names; undefined when it is. */
export async function faultOf(dir: string, { file, bytes, sha256 }: BackupFile): Promise<string | undefined> {
  const { stream, measure } = measureBytes()
  try {
    await pipeline(createReadStream(join(dir, file)), stream, async (pieces: Bytes) => {
      for await (const _ of pieces);
    })
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing
      ? `${file} is missing`
      : `${file} cannot be read: ${error instanceof Error ? error.message : error}`
  }
  if (measure.bytes !== bytes) return `${file} has ${measure.bytes} bytes, not ${bytes}`
  return measure.digest === sha256 ? undefined : `${file} was changed: its SHA-256 is another`
}
