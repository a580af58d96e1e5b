/** A bucket for tests: a server that speaks S3, on a port and below a folder of its own. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

export type TestBucket = {
  /** The settings of a process that uses it. */
  env: Record<string, string>
  stop: () => Promise<void>
}

export async function startBucket(): Promise<TestBucket> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-bucket-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'assay', configs: [] }],
  })
  const { port } = await server.run()
  waitForDisk(server)
  return {
    env: {
      S3_BUCKET: 'assay',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

type Shelf = {
  putObject: (object: { bucket: string; key: string }) => Promise<{ size: number }>
  getResourcePath: (bucket: string, key: string, resource: 'object') => string
}

/** It answers while it still writes, and who looks next finds an empty object, or none; or the one before, where that is as long. */
function waitForDisk(server: object): void {
  const { store } = server as { store: Shelf }
  const put = store.putObject.bind(store)
  store.putObject = async (object) => {
    const path = store.getResourcePath(object.bucket, object.key, 'object')
    rmSync(path, { force: true })
    const said = await put(object)
    while (statSync(path, { throwIfNoEntry: false })?.size !== said.size) await Bun.sleep(1)
    return said
  }
}
