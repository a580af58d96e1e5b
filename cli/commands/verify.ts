/** `assay verify FILE`: checks an exported bundle, statement or receipt with neither network nor store. */
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { refusal } from '#cli/terminal/refusal'
import { readVerifier, type Verifier } from '#shared/tlog/signed-note'
import { type BundleVerification, verifyBundle } from '#shared/verification/bundle'
import { verifyCose } from '#shared/verification/scitt'

const signs = { pass: 'ok  ', fail: 'FAIL', skip: '-   ', pending: '... ' } as const

type Asked = { key?: string; node?: string; witness: string[]; json?: boolean }

export function addVerifyCommand(program: Command, print: (line: string) => void): void {
  program
    .command('verify <file>')
    .description('check an exported chain, statement or receipt offline; exit code 0 when all of it holds')
    .option('--key <verifier key>', 'the log’s key, as its operator published it: name+hash+base64')
    .option('--node <hash>', 'the node that a receipt is of; a statement and a bundle say it themselves')
    .option('--witness <verifier key...>', 'witnesses that must have cosigned a bundle, by their keys', [])
    .option('--json', 'the verdict as JSON')
    .action((file: string, asked: Asked) => {
      const verification = verificationOf(file, asked)
      if (asked.json) print(JSON.stringify(verification, null, 2))
      else for (const line of linesOf(verification)) print(line)
      process.exitCode = verification.verdict.startsWith('valid') ? 0 : 1
    })
}

function verificationOf(file: string, { key, node, witness }: Asked): BundleVerification {
  const bytes = readExport(file)
  const verifier = key === undefined ? undefined : readKey(key)
  const hash = node === undefined ? undefined : readHash(node)
  return isCose(bytes)
    ? verifyCose(bytes, verifier, hash)
    : verifyBundle(
        bytes.toString('utf8'),
        verifier,
        witness.map((each) => readKey(each, '--witness')),
      )
}

/** A tagged COSE_Sign1 begins with its tag, which no text does. */
const isCose = (bytes: Uint8Array): boolean => bytes[0] === 0xd2

function readExport(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw refusal(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

export function readKey(key: string, option = '--key'): Verifier {
  try {
    return readVerifier(key)
  } catch (error) {
    throw refusal(`${option}: ${error instanceof Error ? error.message : error}`)
  }
}

function readHash(node: string): string {
  const [, hash] = /^(?:sha256:)?([0-9a-f]{64})$/.exec(node) ?? []
  if (hash === undefined) throw refusal(`--node: "${node}" is no id of a node: 64 lower-case hex digits`)
  return hash
}

function linesOf({ checks, verdict, first_failure: first, checked_nodes: nodes, head }: BundleVerification): string[] {
  return [
    ...checks.map(({ id, status, detail }) => `${signs[status]}  ${id.padEnd(3)}  ${detail}`),
    `${verdict}: ${nodes} ${nodes === 1 ? 'node' : 'nodes'} up to ${head ?? 'an unknown head'}`,
    ...(first ? [`first failure: ${first.check} at ${first.hash ?? 'no node'} ${first.stream ?? ''}`.trimEnd()] : []),
    ...(verdict === 'indeterminate' ? ['nothing is wrong in itself; whose it is, only --key can tell'] : []),
  ]
}
