/** Examples of traces: one as it is sent, as it is kept, as a table. */
import type { Trace, TraceInput } from '#shared/contracts/traces'

export const traceExample = {
  risk_score: 34,
  risk_level: 'MEDIUM',
  confidence: 0.82,
  system_source: 'chat-eu',
  flags: ['hallucination'],
  constitutional_compliance: true,
  testing_mode: 'field',
  processing_time_ms: 1240,
} satisfies TraceInput

export const traceIdExample = 'SVC-0b5c1f2e9d7a4c3f8e6b2a1d4c5f6e7a-1779235200000'

export const storedTraceExample: Trace = {
  ...traceExample,
  trace_id: traceIdExample,
  attribution_token: '9f2c6d1b0a8e4f7c5d3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a29180f7e6d5',
  timestamp: '2026-05-20T00:00:00.000Z',
  created_at: '2026-05-20T00:00:00.003Z',
}

/** The same as an export tells it: a header row, and its cells. */
export const tracesCsvExample = `${[
  '"risk_score","risk_level","confidence","system_source","flags","recommendation","constitutional_compliance","trinity_layer","testing_mode","adversarial_test","field_conditions","processing_time_ms","metadata","trace_id","attribution_token","timestamp","created_at"',
  `34,"MEDIUM",0.82,"chat-eu","[""hallucination""]",,true,,"field",,,1240,,"${traceIdExample}","${storedTraceExample.attribution_token}","2026-05-20T00:00:00.000Z","2026-05-20T00:00:00.003Z"`,
].join('\r\n')}\r\n`

const attribute = (key: string, value: Record<string, unknown>) => ({ key, value })

/** A span that carries a trace. */
export const spansExample = {
  resourceSpans: [
    {
      resource: { attributes: [attribute('service.name', { stringValue: 'chat-eu' })] },
      scopeSpans: [
        {
          spans: [
            {
              traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
              spanId: '00f067aa0ba902b7',
              name: 'chat',
              startTimeUnixNano: '1779235200000000000',
              endTimeUnixNano: '1779235201240000000',
              attributes: [
                attribute('assay.risk_score', { doubleValue: 33.5 }),
                attribute('assay.risk_level', { stringValue: 'LOW' }),
                attribute('assay.confidence', { doubleValue: 0.9 }),
              ],
            },
          ],
        },
      ],
    },
  ],
}
