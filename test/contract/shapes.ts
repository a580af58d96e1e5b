/** What every answer owes, success or failure: its shape, and its area's headers. */
import { expect } from 'bun:test'
import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import '#shared/kernel/schema/formats'
import { statusOf } from '#api/http/errors'
import { ErrorBody } from '#shared/contracts/about'
import { type ErrorCode, errorCodes } from '#shared/kernel/errors'

type Answered = { status: number; headers: Headers; body: unknown }

/** The body fits its schema and has no member that the schema does not name. */
export function expectShape(schema: TSchema, body: unknown): void {
  const faults = [...Value.Errors(schema, body)].slice(0, 5).map(({ path, message }) => `${path} ${message}`)
  expect(faults).toEqual([])
  expect(Value.Clean(schema, structuredClone(body))).toEqual(body)
}

export const fiveHeaders = {
  'x-constitutional-compliance': /^(verified|violation|indeterminate)$/,
  'x-telemetry-store-version': /^\d+\.\d+\.\d+$/,
  'x-tree-spec-version': /^\d+\.\d+\.\d+$/,
  'x-service-trace': /^[0-9a-f]{32}$/,
  'x-service-attribution': /^[0-9a-f]{64}$/,
}

/** Names the headers that are missing or malformed; none when all five are well. */
export const faultyHeaders = (headers: Headers): string[] =>
  Object.entries(fiveHeaders).flatMap(([name, form]) =>
    form.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`],
  )

/** An error of this code: the code's own status, the one error body, the five headers. */
export function expectError(answer: Answered, code: keyof typeof errorCodes): void {
  expectShape(ErrorBody, answer.body)
  const { error } = answer.body as { error: { code: string } }
  expect({ status: answer.status, code: error.code }).toEqual({ status: errorCodes[code].status, code })
  expect(faultyHeaders(answer.headers)).toEqual([])
}

const scanHeaders = {
  'x-ratelimit-limit': /^\d+$/,
  'x-ratelimit-remaining': /^\d+$/,
  'x-ratelimit-reset': /^\d{10}$/,
  'x-service-trace': /^[0-9a-f]{32}$/,
}

/** Names area D's headers that are missing or malformed. */
export const faultyScanHeaders = (headers: Headers): string[] =>
  Object.entries(scanHeaders).flatMap(([name, form]) =>
    form.test(headers.get(name) ?? '') ? [] : [`${name}: ${headers.get(name)}`],
  )

/** An error of area D: the code's status there, the one error body, the area's headers. */
export function expectScanError(answer: Answered, code: ErrorCode): void {
  expectShape(ErrorBody, answer.body)
  const { error } = answer.body as { error: { code: string } }
  expect({ status: answer.status, code: error.code }).toEqual({ status: statusOf(code, 'D'), code })
  expect(faultyScanHeaders(answer.headers)).toEqual([])
}

/** The paths of all faults that a 400 lists, sorted. */
export function faultPaths(answer: Answered): string[] {
  const { error } = answer.body as { error: { details: { issues?: { path: string }[] } } }
  return (error.details.issues ?? []).map((issue) => issue.path).sort()
}
