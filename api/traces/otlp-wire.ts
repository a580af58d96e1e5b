/** OTLP/HTTP for spans as JSON, the form into which protobuf is read as well. */
import { decodeUtf8, depthLimit, parseJsonText } from '#api/http/body'
import { ExportRequest, type ExportResponse, otlpTypes } from '#shared/contracts/otlp'
import { invalidRequest } from '#shared/kernel/errors/request'
import { faultsOf } from '#shared/kernel/schema/faults'

export type OtlpWire = {
  type: string
  /** @throws INVALID_REQUEST for what is no export request. */
  read: (bytes: Uint8Array) => ExportRequest
  write: (response: ExportResponse) => string | Blob
}

// One level of nested values takes four brackets.
const jsonDepthLimit = 4 * depthLimit
/** In protobuf an empty message takes two bytes on the wire and hundreds in memory: 16 MiB of them would be gigabytes. */
export const messageLimit = 500_000

export const tooManyMessages = () =>
  invalidRequest([
    { path: '', message: `holds more than ${messageLimit} messages`, expected: 'fewer spans in one request' },
  ])

export const otlpJson: OtlpWire = {
  type: otlpTypes.json,
  read(bytes) {
    const value = plainMessage(parseJsonText(decodeUtf8(bytes), { maxDepth: jsonDepthLimit }))
    const issues = faultsOf(ExportRequest, value)
    if (issues.length > 0) throw invalidRequest(issues)
    // Sound: the schema has just found no fault.
    return value as ExportRequest
  },
  write: (response) => JSON.stringify(response),
}

/** Without nulls: they stand for fields that are not there, as in all JSON made from protobuf. */
function plainMessage(message: unknown): unknown {
  let messages = 0
  function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain)
    if (typeof value !== 'object' || value === null) return value
    messages += 1
    if (messages > messageLimit) throw tooManyMessages()
    const given = Object.entries(value).filter(([, member]) => member !== null)
    return Object.fromEntries(given.map(([name, member]) => [name, plain(member)]))
  }
  return plain(message)
}
