/** A transit engine for tests: the protocol of HashiCorp Vault and OpenBao with real encryption, versions and policies, and faults on demand. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

type Call = { operation: string; key: string; token: string; namespace: string | null }

/** What is answered in place of the truth; undefined answers honestly. */
type Fault = (call: Call, body: Record<string, string>) => Response | Promise<Response> | undefined

export type TestTransit = {
  /** Where it is. */
  url: string
  /** The settings of a process whose signing and sealing keys it wraps. */
  env: Record<string, string>
  calls: Call[]
  /** Tokens that may do everything. */
  tokens: Set<string>
  /** Makes a key with one version. */
  addKey: (name: string) => void
  /** Adds a version to a key; the ones before open still. */
  rotate: (name: string) => void
  /** Below this version nothing opens. */
  setMinimum: (name: string, version: number) => void
  answerWith: (fault: Fault | undefined) => void
  /** As it would: for a lie about one key to be told by another. */
  decrypt: (key: string, wrapped: string) => Buffer
  encrypt: (key: string, plain: Buffer) => string
  stop: () => Promise<void>
  /** On the port that it had. */
  startAgain: () => void
}

/** 400s and words as the engine itself has them. */
const refused = (status: number, words: string) => Response.json({ errors: [words] }, { status })

export function startTransit({ engine = 'transit', tls }: { engine?: string; tls?: Bun.TLSOptions } = {}): TestTransit {
  const keys = new Map<string, { versions: Buffer[]; minimum: number }>()
  const token = `hvs.${randomBytes(18).toString('base64url')}`
  const tokens = new Set([token])
  const calls: Call[] = []
  let fault: Fault | undefined

  function encrypt(name: string, plain: Buffer): string {
    const versions = keys.get(name)?.versions ?? []
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', versions.at(-1) ?? '', iv)
    const bytes = Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    return `vault:v${versions.length}:${bytes.toString('base64')}`
  }

  function decrypt(name: string, wrapped: string): Buffer {
    const [, version = '', text = ''] = /^vault:v(\d+):(.+)$/.exec(wrapped) ?? []
    const { versions = [], minimum = 1 } = keys.get(name) ?? {}
    if (version === '') throw new Error('invalid ciphertext: no prefix')
    if (Number(version) < minimum) throw new Error('ciphertext or signature version is disallowed by policy (too old)')
    const key = versions[Number(version) - 1]
    if (!key) throw new Error('invalid ciphertext: version is too new')
    const bytes = Buffer.from(text, 'base64')
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
  }

  const operations: Record<string, (key: string, body: Record<string, string>) => object> = {
    encrypt: (key, { plaintext = '' }) => ({
      ciphertext: encrypt(key, Buffer.from(plaintext, 'base64')),
      key_version: 1,
    }),
    decrypt: (key, { ciphertext = '' }) => ({ plaintext: decrypt(key, ciphertext).toString('base64') }),
    rewrap: (key, { ciphertext = '' }) => ({ ciphertext: encrypt(key, decrypt(key, ciphertext)) }),
  }

  async function answer(request: Request): Promise<Response> {
    const [, operation = '', key = ''] =
      new RegExp(`^/v1/${engine}/([a-z]+)/([^/]+)$`).exec(new URL(request.url).pathname) ?? []
    const said = request.headers.get('x-vault-token') ?? ''
    const call = { operation, key, token: said, namespace: request.headers.get('x-vault-namespace') }
    calls.push(call)
    const body: Record<string, string> = await request.json()
    const lie = await fault?.(call, body)
    if (lie) return lie
    const perform = operations[operation]
    if (!perform || request.method !== 'POST') return refused(404, 'no handler for route')
    if (!tokens.has(said)) return refused(403, 'permission denied')
    if (!keys.has(key)) return refused(400, 'encryption key not found')
    try {
      return Response.json({
        request_id: crypto.randomUUID(),
        lease_id: '',
        renewable: false,
        data: perform(key, body),
      })
    } catch (error) {
      return refused(400, error instanceof Error ? error.message : String(error))
    }
  }

  const serve = (port: number) => Bun.serve({ hostname: '127.0.0.1', port, fetch: answer, ...(tls && { tls }) })
  let server = serve(0)
  const port = Number(server.port)
  const url = `${tls ? 'https' : 'http'}://127.0.0.1:${port}`
  const transit: TestTransit = {
    url,
    env: {
      SIGNING_KEY_URL: 'hashivault://assay-signing',
      SEALING_KEY_URL: 'hashivault://assay-sealing',
      VAULT_ADDR: url,
      VAULT_TOKEN: token,
      KMS_WAIT_MS: '2000',
    },
    calls,
    tokens,
    addKey: (name) => void keys.set(name, { versions: [randomBytes(32)], minimum: 1 }),
    rotate: (name) => void keys.get(name)?.versions.push(randomBytes(32)),
    setMinimum(name, version) {
      const key = keys.get(name)
      if (key) key.minimum = version
    },
    answerWith(next) {
      fault = next
    },
    decrypt,
    encrypt,
    stop: () => server.stop(true),
    startAgain() {
      server = serve(port)
    },
  }
  transit.addKey('assay-signing')
  transit.addKey('assay-sealing')
  return transit
}
