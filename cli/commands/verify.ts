/** `assay verify FILE`: checks an exported bundle with neither network nor store. */
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { refusal } from '#cli/terminal/refusal'
import { readVerifier, type Verifier } from '#shared/tlog/signed-note'
import { type BundleVerification, verifyBundle } from '#shared/verification/bundle'

const signs = { pass: 'ok  ', fail: 'FAIL', skip: '-   ', pending: '... ' } as const

export function addVerifyCommand(program: Command, print: (line: string) => void): void {
  program
    .command('verify <file>')
    .description('check an exported chain offline; exit code 0 when all of it holds')
    .option('--key <verifier key>', 'the log’s key, as its operator published it: name+hash+base64')
    .option('--json', 'the verdict as JSON')
    .action((file: string, { key, json }: { key?: string; json?: boolean }) => {
      const verification = verifyBundle(readBundle(file), key === undefined ? undefined : readKey(key))
      if (json) print(JSON.stringify(verification, null, 2))
      else for (const line of linesOf(verification)) print(line)
      process.exitCode = verification.verdict.startsWith('valid') ? 0 : 1
    })
}

function readBundle(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw refusal(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)
  }
}

export function readKey(key: string): Verifier {
  try {
    return readVerifier(key)
  } catch (error) {
    throw refusal(`--key: ${error instanceof Error ? error.message : error}`)
  }
}

function linesOf({ checks, verdict, first_failure: first, checked_nodes: nodes, head }: BundleVerification): string[] {
  return [
    ...checks.map(({ id, status, detail }) => `${signs[status]}  ${id.padEnd(3)}  ${detail}`),
    `${verdict}: ${nodes} nodes up to ${head ?? 'an unknown head'}`,
    ...(first ? [`first failure: ${first.check} at ${first.hash ?? 'no node'} ${first.stream ?? ''}`.trimEnd()] : []),
    ...(verdict === 'indeterminate' ? ['nothing is wrong in itself; whose it is, only --key can tell'] : []),
  ]
}
