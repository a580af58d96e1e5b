/** The constitution's file and, beside it, the envelope of those who signed it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { DsseEnvelope, openEnvelope } from '#shared/evidence/dsse'
import { compileConstitution } from '#shared/governance/compile'
import type { Compiled, Fault } from '#shared/governance/compiled'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'

/** Of the envelope's payload, which is the constitution's RFC 8785 text. */
export const constitutionType = 'application/vnd.assay.constitution+json'

export type ConstitutionFile =
  | {
      compiled: Compiled
      signatures: number
      /** The constitutions that it amends, the nearest first: its previous one, and what that amended in its turn. */
      amends: string[]
      fault?: undefined
      faults?: undefined
    }
  | { fault: string; faults: Fault[]; compiled?: undefined; amends?: undefined }

/**
 * Never throws: a file that is away, broken or not signed by enough is a fault.
 * @param inForce the hash of the constitution in force, which is not analysed again.
 */
export function readConstitutionFile(path: string, inForce?: string): ConstitutionFile {
  const source = textAt(path)
  if (source === undefined) return faulty([{ message: `there is no constitution at ${path}` }])
  const { compiled, faults } = compileConstitution(source, { inForce })
  if (!compiled) return faulty(faults)
  const { threshold, keys } = compiled.document.signers
  const signatures = signaturesOf(path, compiled.text, keys)
  return signatures >= threshold
    ? { compiled, signatures, amends: amendedBy(compiled.document.previous, join(dirname(path), 'earlier')) }
    : faulty([
        {
          place: 'signers',
          message: `is signed by ${signatures} of the ${threshold} it asks for, in ${path}.dsse.json`,
        },
      ])
}

/** @param folder with the texts of earlier constitutions, of which an installation may have enacted any. */
function amendedBy(previous: string | null, folder: string): string[] {
  const before = new Map(earlierIn(folder).map((text) => [sha256Hex(text), previousIn(text)]))
  const amended: string[] = []
  for (let hash = previous; hash !== null && !amended.includes(hash); hash = before.get(hash) ?? null)
    amended.push(hash)
  return amended
}

/** Their RFC 8785 texts; what is no JSON is none. */
function earlierIn(folder: string): string[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const source = textAt(join(folder, name))
      return source === undefined ? [] : [canonicalJson(JSON.parse(source))]
    })
  } catch {
    return []
  }
}

function previousIn(text: string): string | null {
  const { previous }: { previous?: unknown } = JSON.parse(text)
  return typeof previous === 'string' ? previous : null
}

/** How many of these keys signed a constitution's text, in the envelope beside its file. */
export const signaturesOf = (path: string, text: string, keys: readonly string[]): number =>
  [...new Set(keys)].filter((key) => isSignedBy(Buffer.from(key, 'base64'), path, text)).length

function isSignedBy(key: Uint8Array, path: string, text: string): boolean {
  const source = textAt(`${path}.dsse.json`)
  if (source === undefined) return false
  try {
    const envelope: unknown = JSON.parse(source)
    if (!Value.Check(DsseEnvelope, envelope)) return false
    const keys = new Map([[sha256Hex(key).slice(0, 16), key]])
    return openEnvelope(envelope, { keys, threshold: 1, payloadTypes: [constitutionType] })?.toString('utf8') === text
  } catch {
    return false
  }
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function faulty(faults: readonly Partial<Fault>[]): ConstitutionFile {
  const all = faults.map((each): Fault => ({ level: 'error', article: null, place: '', message: '', ...each }))
  const errors = all.filter(({ level }) => level === 'error')
  const [first] = errors
  const more = errors.length > 1 ? `, and ${errors.length - 1} more` : ''
  return { fault: first ? `${faultText(first)}${more}` : 'the constitution is broken', faults: all }
}

export const faultText = ({ article, place, message }: Fault): string =>
  [article, place, message].filter((part) => part !== null && part !== '').join(' ')
