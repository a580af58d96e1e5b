/** The witness, as a process of its own: what it cosigns, what it refuses, and that it does not forget. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { signerOf } from '#shared/evidence/signing'
import { formatCheckpoint } from '#shared/tlog/checkpoint'
import { append, consistencyProof, emptyFrontier, type Hash, leafHash, rootOf } from '#shared/tlog/merkle'
import { noteSigner, openNote, signNote } from '#shared/tlog/signed-note'
import { growEdge, hashReader } from '#shared/tlog/tiles'
import { settleWitnessDir, witnessDirIn } from '#shared/tlog/witness-dir'
import { askWitness, formatAddCheckpoint, readWitness } from '#shared/tlog/witnessing'
import { exchange, readAnswer } from '#test/contract/raw-http'
import { bareEnv } from '#test/support/bare-env'
import { startTransit } from '#test/support/transit'
import { until } from '#test/support/until'

const root = resolve(import.meta.dir, '../../..')
const dataDir = mkdtempSync(join(tmpdir(), 'assay-witness-'))
const homes = mkdtempSync(join(tmpdir(), 'assay-witness-homes-'))
const leaves = Array.from({ length: 40 }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)))
const { touched } = growEdge([], leaves)
const read = hashReader(async () => touched)
const rootAt = (size: number): Hash => rootOf(append(emptyFrontier, leaves.slice(0, size)))

let child: Bun.Subprocess<'ignore', 'pipe', 'inherit'>
let printed = ''

async function startWitness() {
  printed = ''
  child = Bun.spawn([process.execPath, 'workers/witness/main.ts'], {
    cwd: root,
    env: { ...bareEnv, DATA_DIR: dataDir, WITNESS_PORT: '0', WITNESS_HOME: homes },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  void (async () => {
    for await (const chunk of child.stdout) printed += new TextDecoder().decode(chunk)
  })()
  await until(() => printed.includes('witness listening'), { what: () => `the witness to listen: ${printed}` })
}

const theWitness = () => readWitness(readFileSync(join(dataDir, 'witness.pub'), 'utf8'))

/** A log whose key the witness may read. */
function aLog(origin: string) {
  const signer = noteSigner(origin, signerOf(generateKeyPairSync('ed25519').privateKey))
  appendFileSync(join(dataDir, 'log.pub'), `${signer.verifier.key}\n`)
  return logOf(origin, signer)
}

const logOf = (origin: string, signer: ReturnType<typeof noteSigner>) => ({
  origin,
  note: (size: number, root = rootAt(size)) => signNote(formatCheckpoint({ origin, size, root }), [signer]),
})

async function ask(log: ReturnType<typeof aLog>, oldSize: number, size: number, root = rootAt(size)) {
  const proof = oldSize > 0 && oldSize <= size ? await consistencyProof(oldSize, size, read) : []
  return askWitness(theWitness(), { oldSize, proof, note: log.note(size, root) })
}

beforeAll(startWitness)
afterAll(async () => {
  child.kill('SIGKILL')
  await child.exited
  rmSync(dataDir, { recursive: true, force: true })
  rmSync(homes, { recursive: true, force: true })
})

test('a log that grows is cosigned, first and again', async () => {
  const log = aLog('log.example/grows')

  const first = await ask(log, 0, 7)
  const second = await ask(log, 7, 33)
  const again = await ask(log, 33, 33)

  expect([first.kind, second.kind, again.kind]).toEqual(['cosigned', 'cosigned', 'cosigned'])
  const line = second.kind === 'cosigned' ? second.line : ''
  expect(openNote(`${log.note(33)}${line}`, [theWitness().verifier]).signed.length).toBe(1)
})

test('a log that became shorter, or forgot what it sent, is told the size that was seen', async () => {
  const log = aLog('log.example/shorter')
  await ask(log, 0, 20)

  expect(await ask(log, 0, 12)).toEqual({ kind: 'conflict', size: 20 })
  expect(await ask(log, 12, 25)).toEqual({ kind: 'conflict', size: 20 })
  expect(await ask(log, 20, 12)).toMatchObject({ kind: 'refused', why: expect.stringContaining('400') })
})

test('another history of the same log is not cosigned, whatever proof comes with it', async () => {
  const log = aLog('log.example/rewritten')
  await ask(log, 0, 20)

  expect(await ask(log, 20, 20, leafHash('00'))).toEqual({ kind: 'conflict', size: 20 })
  expect(await ask(log, 20, 30, leafHash('00'))).toEqual({ kind: 'inconsistent' })
  const proof = (await consistencyProof(20, 30, read)).toReversed()
  expect(await askWitness(theWitness(), { oldSize: 20, proof, note: log.note(30) })).toEqual({ kind: 'inconsistent' })
  expect(await ask(log, 20, 30)).toMatchObject({ kind: 'cosigned' })
})

test('a log that is not known, or whose key is another’s, is turned away', async () => {
  aLog('log.example/known')
  const stranger = noteSigner('log.example/stranger', signerOf(generateKeyPairSync('ed25519').privateKey))
  const impostor = noteSigner('log.example/known', signerOf(generateKeyPairSync('ed25519').privateKey))

  expect(await ask(logOf('log.example/stranger', stranger), 0, 5)).toMatchObject({ why: expect.stringMatching(/^404/) })
  expect(await ask(logOf('log.example/known', impostor), 0, 5)).toMatchObject({ why: expect.stringMatching(/^403/) })
})

test('a ledger that is turned away every second is told of once, and again after another was cosigned', async () => {
  const known = aLog('log.example/calm')
  const other = noteSigner('log.example/insists', signerOf(generateKeyPairSync('ed25519').privateKey))
  const insist = () => ask(logOf('log.example/insists', other), 0, 5)
  const tellings = () => printed.split('\n').filter((line) => line.includes('checkpoint not cosigned')).length
  await ask(known, 0, 1)
  const before = tellings()

  for (let times = 0; times < 5; times++) expect(await insist()).toMatchObject({ kind: 'refused' })
  await ask(known, 1, 2)
  await insist()

  await until(() => tellings() > before + 1, { what: 'both to be told' })
  expect(tellings()).toBe(before + 2)
})

test('a log keeps the key that it was first seen with', async () => {
  const log = aLog('log.example/pinned')
  await ask(log, 0, 5)
  const other = noteSigner('log.example/pinned', signerOf(generateKeyPairSync('ed25519').privateKey))
  const kept = readFileSync(join(dataDir, 'log.pub'), 'utf8').replace(/^log\.example\/pinned.*\n/m, '')
  await Bun.write(join(dataDir, 'log.pub'), `${other.verifier.key}\n${kept}`)

  expect(await ask(logOf('log.example/pinned', other), 5, 9)).toMatchObject({ why: expect.stringMatching(/^403/) })
  expect(await ask(log, 5, 9)).toMatchObject({ kind: 'cosigned' })
})

test('what is no request is 400, and nothing else is served', async () => {
  const { url } = theWitness()
  const post = (body: string) => fetch(`${url}/add-checkpoint`, { method: 'POST', body })

  expect((await post('')).status).toBe(400)
  expect((await post('old 05\n\nx')).status).toBe(400)
  expect((await post(`old 0\n${'AAAA\n'.repeat(64)}\nx`)).status).toBe(400)
  expect((await fetch(`${url}/state.json`)).status).toBe(404)
})

test('of many requests at once for one step, exactly one is cosigned', async () => {
  const log = aLog('log.example/at-once')
  await ask(log, 0, 3)

  const kinds = (await Promise.all([10, 11, 12, 13, 14].map((size) => ask(log, 3, size)))).map(({ kind }) => kind)

  expect(kinds.toSorted()).toEqual(['conflict', 'conflict', 'conflict', 'conflict', 'cosigned'])
})

test('killed and started again it is the same witness and has forgotten nothing', async () => {
  const log = aLog('log.example/killed')
  await ask(log, 0, 21)
  const { verifier } = theWitness()
  child.kill('SIGKILL')
  await child.exited
  await startWitness()

  expect(theWitness().verifier.key).toBe(verifier.key)
  expect(await ask(log, 0, 12)).toEqual({ kind: 'conflict', size: 21 })
  expect(await ask(log, 21, 30)).toMatchObject({ kind: 'cosigned' })
})

test('an older DATA_DIR that is put back makes it forget nothing', async () => {
  const log = aLog('log.example/put-back')
  await ask(log, 0, 20)
  const older = mkdtempSync(join(tmpdir(), 'assay-older-'))
  cpSync(dataDir, older, { recursive: true })
  await ask(log, 20, 35)

  child.kill('SIGKILL')
  await child.exited
  rmSync(dataDir, { recursive: true })
  cpSync(older, dataDir, { recursive: true })
  await startWitness()

  expect(witnessDirIn(dataDir)).toStartWith(join(homes, 'assay-witness'))
  expect(await ask(log, 20, 25)).toEqual({ kind: 'conflict', size: 35 })
  rmSync(older, { recursive: true })
})

test('a memory that lies in DATA_DIR stays there, and so does one that can lie nowhere else', () => {
  const place = mkdtempSync(join(tmpdir(), 'assay-place-'))
  const inside = join(place, 'witness')

  expect(settleWitnessDir(place, join(place, 'state'))).toBe(inside)
  expect(settleWitnessDir(place, '/proc/no-such-home')).toBe(inside)
  expect(existsSync(join(place, 'witness.dir'))).toBe(false)
  const settled = settleWitnessDir(place, homes)
  expect(settled).toStartWith(join(homes, 'assay-witness'))
  expect(settleWitnessDir(place, '/proc/no-such-home')).toBe(settled)
  mkdirSync(inside)
  writeFileSync(join(inside, 'key.pem'), '')
  expect(settleWitnessDir(place, homes)).toBe(inside)
  rmSync(place, { recursive: true })
})

test('two witnesses never share a memory', async () => {
  const second = Bun.spawn([process.execPath, 'workers/witness/main.ts'], {
    cwd: root,
    env: { ...bareEnv, DATA_DIR: dataDir, WITNESS_HOME: homes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })

  expect(await second.exited).toBe(2)
  const [line = ''] = (await new Response(second.stdout).text()).split('\n')
  expect(JSON.parse(line)).toMatchObject({
    level: 'fatal',
    err: { message: expect.stringMatching('another witness works in') },
  })
  expect(await new Response(second.stderr).text()).toBe('')
})

test('what it says is JSON, whatever it is sent and however it is set up', async () => {
  const place = mkdtempSync(join(tmpdir(), 'assay-test-'))
  const start = (port: string) =>
    Bun.spawn([process.execPath, 'workers/witness/main.ts'], {
      cwd: root,
      env: { ...bareEnv, DATA_DIR: place, WITNESS_PORT: port, WITNESS_HOME: place },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const wrong = start('none')
  await wrong.exited
  const right = start('0')
  const url = await until(
    () =>
      existsSync(join(place, 'witness.pub')) &&
      readWitness(readFileSync(join(place, 'witness.pub'), 'utf8').trim()).url,
    {
      what: 'the witness to listen',
    },
  )
  for (const text of [
    'POST /add-checkpoint HTTP/1.1\r\nhost: a b\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabc',
    'POST /add-checkpoint HTTP/1.0\r\ncontent-length: 3\r\n\r\nabc',
    'POST /add-checkpoint HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nabc',
    'no request\r\n\r\n',
  ])
    expect(readAnswer(await exchange(url, [text])).status).toBeGreaterThanOrEqual(400)
  right.kill('SIGTERM')
  await right.exited

  const said = await Promise.all(
    [wrong.stdout, wrong.stderr, right.stdout, right.stderr].map((each) => new Response(each).text()),
  )
  const lines = said
    .join('')
    .split('\n')
    .filter((line) => line !== '')
  expect(lines.length).toBeGreaterThan(3)
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ role: 'witness' })
  rmSync(place, { recursive: true, force: true })
})

test('started by root it works as an account of its own, else as who started it; in a closed folder either way', () => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const [, real, effective, saved] = /Uid:\s+(\d+)\s+(\d+)\s+(\d+)/.exec(status) ?? []
  const dir = witnessDirIn(dataDir)
  const { mode, uid } = statSync(dir)

  const ours = process.geteuid?.() ?? 0
  if (ours === 0) expect(Number(real)).toBeGreaterThan(0)
  else expect(Number(real)).toBe(ours)
  expect([effective, saved]).toEqual([String(uid), String(uid)])
  expect(mode & 0o777).toBe(0o700)
  expect(statSync(join(dir, 'state.json')).uid).toBe(uid)
})

test('a request reads as C2SP writes it', () => {
  const hash = leafHash('00')
  const [line = ''] = formatAddCheckpoint({ oldSize: 5, proof: [hash], note: 'note\n' }).split('\n\n')

  expect(line).toBe(`old 5\n${Buffer.from(hash).toString('base64')}`)
})

test('a witness whose key a KMS wraps starts by its word alone, and makes no other in place of one that has cosigned', async () => {
  const transit = startTransit()
  const dir = mkdtempSync(join(tmpdir(), 'assay-witness-kms-'))
  const place = join(dir, 'witness')
  const start = () => {
    const { VAULT_ADDR, VAULT_TOKEN, KMS_WAIT_MS } = transit.env
    const kms = { VAULT_ADDR, VAULT_TOKEN, KMS_WAIT_MS, WITNESS_KEY_URL: 'hashivault://assay-signing' }
    const env = { PATH: process.env['PATH'], DATA_DIR: dir, WITNESS_DIR: place, ...kms }
    const started = Bun.spawn([process.execPath, 'workers/witness/main.ts'], { cwd: root, env, stdout: 'pipe' })
    let text = ''
    void (async () => {
      for await (const chunk of started.stdout) text += new TextDecoder().decode(chunk)
    })()
    const ready = () =>
      until(() => text.includes('witness listening') && readFileSync(join(dir, 'witness.pub'), 'utf8'), {
        what: () => `the witness to listen: ${text}`,
      })
    return { started, text: () => text, ready }
  }
  const end = async ({ started }: ReturnType<typeof start>) => {
    started.kill()
    return started.exited
  }
  try {
    const first = start()
    const before = await first.ready()
    await transit.stop()
    await end(first)
    const away = start()
    const code = await away.started.exited
    transit.startAgain()
    const second = start()
    const after = await second.ready()
    await end(second)
    const files = readdirSync(place)
    rmSync(join(place, 'key.pem.wrapped'))
    writeFileSync(join(place, 'state.json'), '{}')
    const lost = start()
    const lostCode = await lost.started.exited

    expect(readWitness(before).verifier.key).toBe(readWitness(after).verifier.key)
    expect([code, lostCode]).toEqual([3, 3])
    expect(away.text()).toContain('a key cannot be had, so nothing starts')
    expect(lost.text()).toContain('a new key cannot go on where another has signed')
    expect(files.filter((name) => name.startsWith('key'))).toEqual(['key.pem.wrapped'])
    expect(readdirSync(place).filter((name) => name.startsWith('key'))).toEqual([])
  } finally {
    await transit.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}, 60_000)
