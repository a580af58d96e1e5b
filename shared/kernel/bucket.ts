/** A bucket that speaks S3: objects by their names, each call bounded in time. */
import { S3Client } from 'bun'
import type { BucketSettings } from '#shared/kernel/config'

export type Bucket = {
  put: (place: string, bytes: Uint8Array, type: string) => Promise<void>
  /** @throws where there is no such object, or nobody answers in time. */
  get: (place: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Undefined where there is no such object. @throws where nobody answers in time. */
  find: (place: string) => Promise<Uint8Array<ArrayBuffer> | undefined>
  /** One that is not there is gone already. */
  remove: (place: string) => Promise<void>
}

/** 24 MiB over a line of 10 Mbit/s take 20 s. */
const callMs = 30_000

export function openBucket({ endpoint, bucket, region, accessKeyId, secretAccessKey }: BucketSettings): Bucket {
  const client = new S3Client({ endpoint, bucket, region, accessKeyId, secretAccessKey })
  return {
    async put(place, bytes, type) {
      await inTime(client.write(place, bytes, { type }), `writing ${place}`)
      const { size } = await inTime(client.stat(place), `looking for ${place}`)
      if (size !== bytes.byteLength) throw new Error(`${place} has ${size} of ${bytes.byteLength} bytes in the bucket`)
    },
    get: (place) => inTime(client.file(place).bytes(), `reading ${place}`),
    find: (place) =>
      inTime(client.file(place).bytes(), `reading ${place}`).catch((error) => {
        if (error instanceof Error && 'code' in error && error.code === 'NoSuchKey') return undefined
        throw error
      }),
    remove: (place) => inTime(client.delete(place), `deleting ${place}`),
  }
}

/** The client has no limit of its own; what comes later is let go. */
async function inTime<T>(call: Promise<T>, what: string): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`the bucket did not answer in ${callMs} ms: ${what}`)), callMs)
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
  }
}
