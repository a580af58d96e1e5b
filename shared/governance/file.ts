/** The constitution's file and, beside it, the envelope of those who signed it. */
import { readFileSync } from 'node:fs'
import { Value } from '@sinclair/typebox/value'
import { sha256Hex } from '#shared/evidence/canonical'
import { Envelope, openEnvelope } from '#shared/evidence/dsse'
import { type Compiled, compileConstitution, type Fault } from '#shared/governance/compile'

/** Of the envelope's payload, which is the constitution's RFC 8785 text. */
export const constitutionType = 'application/vnd.assay.constitution+json'

export type ConstitutionFile =
  | { compiled: Compiled; signatures: number; fault?: undefined; faults?: undefined }
  | { fault: string; faults: Fault[]; compiled?: undefined }

/** Never throws: a file that is away, broken or not signed by enough is a fault. */
export function readConstitutionFile(path: string): ConstitutionFile {
  const source = textAt(path)
  if (source === undefined) return faulty([{ message: `there is no constitution at ${path}` }])
  const { compiled, faults } = compileConstitution(source)
  if (!compiled) return faulty(faults)
  const { threshold, keys } = compiled.document.signers
  const signatures = signaturesOf(path, compiled.text, keys)
  return signatures >= threshold
    ? { compiled, signatures }
    : faulty([
        {
          place: 'signers',
          message: `is signed by ${signatures} of the ${threshold} it asks for, in ${path}.dsse.json`,
        },
      ])
}

/** How many of these keys signed a constitution's text, in the envelope beside its file. */
export const signaturesOf = (path: string, text: string, keys: readonly string[]): number =>
  [...new Set(keys)].filter((key) => isSignedBy(Buffer.from(key, 'base64'), path, text)).length

function isSignedBy(key: Uint8Array, path: string, text: string): boolean {
  const source = textAt(`${path}.dsse.json`)
  if (source === undefined) return false
  try {
    const envelope: unknown = JSON.parse(source)
    if (!Value.Check(Envelope, envelope)) return false
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
