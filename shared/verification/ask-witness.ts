/** Proves to a witness that the log has grown from what it has seen, and asks for its signature. */
import type { Reader } from '#db/client'
import { storedHashes } from '#shared/evidence/log'
import { consistencyProof } from '#shared/tlog/merkle'
import { askWitness, type Witness } from '#shared/tlog/witnessing'

/** @param seen how many leaves the witness had seen, as far as it said so. */
export type WitnessOutcome = ({ line: string } | { problem: string } | { fault: string }) & { seen: number }

const attemptsAtMost = 3

/** @param known how many leaves it is believed to have seen. */
export async function cosign(
  sql: Reader,
  witness: Witness,
  { size, note }: { size: number; note: string },
  known: number,
): Promise<WitnessOutcome> {
  let seen = known <= size ? known : 0
  for (let attempt = 0; attempt < attemptsAtMost; attempt++) {
    const proof = seen > 0 ? await consistencyProof(seen, size, storedHashes(sql)) : []
    const answer = await askWitness(witness, { oldSize: seen, proof, note })
    if (answer.kind === 'cosigned') return { line: answer.line, seen }
    if (answer.kind === 'refused') return { problem: answer.why, seen }
    if (answer.kind === 'inconsistent') return { fault: `what it saw with ${seen} leaves is not in this log`, seen }
    if (answer.size > size) return { fault: `it saw ${answer.size} leaves, this log has ${size}`, seen: answer.size }
    if (answer.size === seen) return { fault: `it saw another root of ${seen} leaves`, seen }
    seen = answer.size
  }
  return { problem: 'it changes its mind', seen }
}
