/** Takes the first frame out of a WebP that moves. */
import { unsupportedSnapshot } from '#shared/kernel/errors/designs'

const refusal = (message: string) =>
  unsupportedSnapshot({ path: '/snapshot', message, expected: 'a WebP whose first frame is a whole picture' })

/**
 * The first frame as a WebP of its own. Source: RFC 9649, 2.7.1.1: a frame's head is 16 bytes, its chunks follow.
 * @throws UNSUPPORTED_SNAPSHOT where that frame fills a part of the picture only.
 */
export function firstFrame(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
  const anmf = 0x464d4e41
  for (let at = 30; at + 24 <= bytes.length; ) {
    const size = view.getUint32(at + 4, true)
    if (view.getUint32(at, true) === anmf) {
      const fills = uint24(at + 8) === 0 && uint24(at + 11) === 0
      if (!fills || uint24(at + 14) !== uint24(24) || uint24(at + 17) !== uint24(27))
        throw refusal('moves, and its first frame fills a part of it only')
      return still(bytes, bytes.subarray(at + 24, Math.min(at + 8 + size, bytes.length)))
    }
    at += 8 + size + (size & 1)
  }
  throw refusal('says that it moves and has no frame')
}

/** The same canvas without the animation, around a frame's chunks. */
function still(bytes: Uint8Array, chunks: Uint8Array): Uint8Array {
  const file = Buffer.concat([bytes.subarray(0, 30), chunks])
  file.writeUInt32LE(file.length - 8, 4)
  file[20] = (file[20] ?? 0) & ~2
  return file
}
