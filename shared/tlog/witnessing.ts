/**
 * Witnesses (C2SP tlog-witness): what a log asks of one, and how one judges it. A witness signs that a log only ever grew,
 * and keeps nothing but each log's greatest size and its root.
 */
import { base64, type Checkpoint, parseCheckpoint, readHash } from '#shared/tlog/checkpoint'
import { type Hash, isSame, verifyConsistency } from '#shared/tlog/merkle'
import { type NoteSigner, openNote, readVerifier, signatureLine, type Verifier } from '#shared/tlog/signed-note'

export type AddCheckpoint = {
  /** The size that the witness saw last; 0 for never. */
  oldSize: number
  proof: readonly Hash[]
  /** The signed checkpoint. */
  note: string
}

/** What a witness knows of a log. */
export type SeenLog = Pick<Checkpoint, 'size' | 'root'>

export type Judgement =
  | { status: 200; body: string; seen: SeenLog }
  | { status: 400 | 403 | 404 | 422; body: string }
  /** The size that the witness knows; with the same size as asked, its root is another. */
  | { status: 409; body: string; size: number }

const maxProofLines = 63

export const formatAddCheckpoint = ({ oldSize, proof, note }: AddCheckpoint): string =>
  [`old ${oldSize}`, ...proof.map(base64), '', note].join('\n')

/** @throws Error when the text is no such request. */
export function parseAddCheckpoint(text: string): AddCheckpoint {
  const split = text.indexOf('\n\n')
  const [oldLine = '', ...proof] = text.slice(0, split).split('\n')
  const [, digits] = /^old (0|[1-9]\d*)$/.exec(oldLine) ?? []
  const oldSize = Number(digits)
  if (split < 0 || !Number.isSafeInteger(oldSize) || proof.length > maxProofLines) throw new Error('malformed request')
  return { oldSize, proof: proof.map(readHash), note: text.slice(split + 2) }
}

/** The log that a request is about, before anything of it is believed. */
export const originOf = ({ note }: AddCheckpoint): string => note.slice(0, note.indexOf('\n'))

/**
 * A witness's answer. What it has `seen` must be on the disk before a 200 goes out.
 * @param log the log's key, as far as the witness knows the log.
 * @param seen of this log, if anything.
 */
export function judge(
  { oldSize, proof, note }: AddCheckpoint,
  { log, seen, cosigner }: { log: Verifier | undefined; seen: SeenLog | undefined; cosigner: NoteSigner },
): Judgement {
  if (!log) return { status: 404, body: 'unknown log\n' }
  let text: string
  let checkpoint: Checkpoint
  try {
    text = openNote(note, [log]).text
    checkpoint = parseCheckpoint(text)
  } catch (error) {
    return { status: 403, body: `${error instanceof Error ? error.message : error}\n` }
  }
  const { size, root } = checkpoint
  if (oldSize > size) return { status: 400, body: 'the old size is greater than the new one\n' }
  const known = seen?.size ?? 0
  if (oldSize !== known) return { status: 409, body: `${known}\n`, size: known }
  if (seen && size === known && !isSame(root, seen.root)) return { status: 409, body: `${known}\n`, size: known }
  const isConsistent = seen ? verifyConsistency(known, size, proof, seen.root, root) : proof.length === 0
  if (!isConsistent) return { status: 422, body: 'not consistent with what was seen before\n' }
  return { status: 200, body: signatureLine(cosigner, text), seen: { size, root } }
}

/** A witness as a log asks it. @param url what `/add-checkpoint` comes behind. */
export type Witness = { verifier: Verifier; url: string }

export type WitnessAnswer =
  | { kind: 'cosigned'; line: string }
  | { kind: 'conflict'; size: number }
  | { kind: 'inconsistent' }
  | { kind: 'refused'; why: string }

const answerMs = 5000

/** Asks a witness to cosign. Never throws: a witness that is away has refused. */
export async function askWitness({ verifier, url }: Witness, request: AddCheckpoint): Promise<WitnessAnswer> {
  try {
    const response = await fetch(`${url}/add-checkpoint`, {
      method: 'POST',
      body: formatAddCheckpoint(request),
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    })
    const body = await response.text()
    if (response.status === 409 && /^\d{1,16}\n$/.test(body)) return { kind: 'conflict', size: Number(body) }
    if (response.status === 422) return { kind: 'inconsistent' }
    if (response.status !== 200) return { kind: 'refused', why: `${response.status} ${body.trim().slice(0, 200)}` }
    const [text = ''] = request.note.split('\n\n', 1)
    const [cosignature] = openNote(`${text}\n\n${body}`, [verifier]).signed
    return cosignature ? { kind: 'cosigned', line: cosignature.line } : { kind: 'refused', why: 'no cosignature' }
  } catch (error) {
    return { kind: 'refused', why: error instanceof Error ? error.message : String(error) }
  }
}

/** One witness as it is written in a setting or a file: `verifier key@url`. @throws Error */
export function readWitness(text: string): Witness {
  const [, key = '', url = ''] = /^([^@\s]+)@(https?:\/\/\S+?)\/*$/.exec(text.trim()) ?? []
  if (key === '' || !URL.canParse(url)) throw new Error(`"${text}" is not a witness: verifier key@url`)
  return { verifier: readVerifier(key), url }
}

export const formatWitness = ({ verifier, url }: Witness): string => `${verifier.key}@${url}`
