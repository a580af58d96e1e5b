/** `assay claim verify FILE`: recomputes an exported claim with neither network nor store. */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Command } from 'commander'
import { readKey } from '#cli/commands/verify'
import { refusal } from '#cli/terminal/refusal'
import { type ClaimVerification, verifyClaim } from '#shared/claims/verify'
import { validityScoreOf } from '#workers/generate-tree/validity'

export function addClaimCommands(program: Command, print: (line: string) => void): void {
  program
    .command('claim')
    .description('about claims')
    .command('verify <file>')
    .description('recompute an exported claim offline, trace by trace; exit code 0 when nothing differs')
    .option('--key <verifier key>', 'the log’s key, as its operator published it: name+hash+base64')
    .option('--json', 'the verdict as JSON')
    .action(async (file: string, { key, json }: { key?: string; json?: boolean }) => {
      const verifier = key === undefined ? undefined : readKey(key)
      const verification = await verifyClaim(linesOf(file), verifier, validityScoreOf)
      if (json) print(JSON.stringify(verification, null, 2))
      else for (const line of wordsOf(verification)) print(line)
      process.exitCode = verification.verdict === 'valid' ? 0 : 1
    })
}

const pieceBytes = 1 << 20
/** No line of an export is as long: a record has 1 MiB, and is a text within a text. */
const lineBytes = 16 << 20

/** A file's lines without their ends; what comes after the last end is a line too. */
function* linesOf(file: string): Generator<Uint8Array> {
  const descriptor = opened(file)
  try {
    const piece = Buffer.alloc(pieceBytes)
    let begun: Buffer = Buffer.alloc(0)
    for (let read = readPiece(file, descriptor, piece); read > 0; read = readPiece(file, descriptor, piece)) {
      const bytes = begun.length === 0 ? piece.subarray(0, read) : Buffer.concat([begun, piece.subarray(0, read)])
      let from = 0
      for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
        yield bytes.subarray(from, end)
        from = end + 1
      }
      begun = Buffer.from(bytes.subarray(from))
      if (begun.length > lineBytes) throw refusal(`${file} is no export of a claim: a line of it is too long`)
    }
    if (begun.length > 0) yield begun
  } finally {
    closeSync(descriptor)
  }
}

function opened(file: string): number {
  try {
    return openSync(file, 'r')
  } catch (error) {
    throw unreadable(file, error)
  }
}

function readPiece(file: string, descriptor: number, piece: Uint8Array): number {
  try {
    return readSync(descriptor, piece)
  } catch (error) {
    throw unreadable(file, error)
  }
}

const unreadable = (file: string, error: unknown): Error =>
  refusal(`${file} cannot be read: ${error instanceof Error ? error.message : error}`)

function wordsOf({ verdict, first_difference, claim, standing, withheld, proved }: ClaimVerification): string[] {
  const lines: string[] = []
  if (claim) {
    const { measure, direction, threshold, level } = claim.terms
    lines.push(
      `claim ${claim.claim_id}: ${measure.kind} ${direction} ${threshold}, at level ${level}, since ${claim.registered_at}`,
    )
  }
  if (standing) {
    const { n, missing, value, lower, upper, verdict: said, since } = standing
    lines.push(
      `${n} traces, ${missing} without a value, ${withheld} withheld, ${proved} nodes proved in the log`,
      `${said}${since ? ` since trace ${since.n}` : ''}: ${value ?? 'no value'}, between ${lower} and ${upper}`,
    )
  }
  lines.push(verdict)
  if (first_difference) lines.push(`first difference: line ${first_difference.line}: ${first_difference.detail}`)
  if (verdict === 'indeterminate') lines.push('nothing is wrong in itself; whose it is, only --key can tell')
  return lines
}
