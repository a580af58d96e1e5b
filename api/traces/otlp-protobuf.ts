/** OTLP/HTTP for spans as protobuf. */
import { parse, Reader, Type } from 'protobufjs'
import { messageLimit, type OtlpWire, tooManyMessages } from '#api/traces/otlp-wire'
import { type ExportRequest, otlpTypes } from '#shared/contracts/otlp'
import { ServiceError } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'

/** The numbers and types of the fields are those of opentelemetry-proto 1. */
const messages = `
  syntax = "proto3";
  message AnyValue {
    oneof value {
      string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4;
      ArrayValue array_value = 5; KeyValueList kvlist_value = 6; bytes bytes_value = 7;
    }
  }
  message ArrayValue { repeated AnyValue values = 1; }
  message KeyValueList { repeated KeyValue values = 1; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message Scope { string name = 1; string version = 2; }
  message Event { string name = 2; repeated KeyValue attributes = 3; }
  message Status { string message = 2; int32 code = 3; }
  message Span {
    bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6;
    fixed64 start_time_unix_nano = 7; fixed64 end_time_unix_nano = 8;
    repeated KeyValue attributes = 9; repeated Event events = 11; Status status = 15;
  }
  message ScopeSpans { Scope scope = 1; repeated Span spans = 2; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message ExportRequest { repeated ResourceSpans resource_spans = 1; }
  message PartialSuccess { int64 rejected_spans = 1; string error_message = 2; }
  message ExportResponse { PartialSuccess partial_success = 1; }
`

export function openOtlpProtobuf(): OtlpWire {
  const root = parse(messages).root.resolveAll()
  const Request = root.lookupType('ExportRequest')
  const Response = root.lookupType('ExportResponse')
  return {
    type: otlpTypes.protobuf,
    read(bytes) {
      try {
        countMessages(bytes, Request)
        // 64-bit numbers as text, bytes as base64, NaN and infinities as text: the JSON form, but for the ids.
        const request = Request.toObject(Request.decode(bytes), { longs: String, bytes: String, json: true })
        return withHexIds(request as ExportRequest)
      } catch (error) {
        if (error instanceof ServiceError) throw error
        const issue = { path: '', message: 'is not an ExportTraceServiceRequest', expected: 'protobuf' }
        throw invalidRequest(
          [issue],
          error instanceof Error ? `the body ${issue.message}: ${error.message}` : undefined,
        )
      }
    },
    write: (response) => new Blob([new Uint8Array(Response.encode(Response.fromObject(response)).finish())]),
  }
}

/** Walks the wire and makes nothing. @throws INVALID_REQUEST for more messages than may be decoded. */
function countMessages(bytes: Uint8Array, request: Type): void {
  const reader = Reader.create(bytes)
  let messages = 0
  function walk(type: Type, end: number): void {
    while (reader.pos < end) {
      const tag = reader.uint32()
      const message = type.fieldsById[tag >>> 3]?.resolvedType
      if ((tag & 7) === 2 && message instanceof Type) {
        messages += 1
        if (messages > messageLimit) throw tooManyMessages()
        const length = reader.uint32()
        walk(message, Math.min(end, reader.pos + length))
      } else reader.skipType(tag & 7)
    }
  }
  walk(request, reader.len)
}

function withHexIds({ resourceSpans }: ExportRequest): ExportRequest {
  for (const { scopeSpans } of resourceSpans ?? []) {
    for (const span of scopeSpans?.flatMap(({ spans }) => spans ?? []) ?? []) {
      for (const id of ['traceId', 'spanId', 'parentSpanId'] as const) {
        const base64 = span[id]
        if (base64 !== undefined) span[id] = Buffer.from(base64, 'base64').toString('hex')
      }
    }
  }
  return { ...(resourceSpans ? { resourceSpans } : {}) }
}
