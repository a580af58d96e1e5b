/** What an adapter is called with in tests: servers on loopback, a clock that is told. */
import { openPolicy } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import type { AdapterContext } from '#workers/sync-connection/adapters/adapter'

/** @param ports on loopback that may be visited: no others are. */
export const contextFor = (
  ports: readonly number[],
  { at = new Date(), limit = 200, backDays = 30 }: Partial<Pick<AdapterContext, 'at' | 'limit' | 'backDays'>> = {},
): AdapterContext => ({
  policy: openPolicy({
    allow: readEgressAllow(ports.map((port) => `127.0.0.1:${port}`).join()),
    resolve: async () => ['127.0.0.1'],
  }),
  signal: AbortSignal.timeout(20_000),
  at,
  limit,
  backDays,
})
