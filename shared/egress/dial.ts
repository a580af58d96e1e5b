/** Opens connections to addresses that were judged, and to no others. */
import { connect, type Socket } from 'node:net'
import { type EgressPolicy, resolveTarget, type TargetRefusal } from '#shared/egress/resolve'

export type DialRefusal = TargetRefusal | 'unreachable' | 'connect_timeout'
export type Dialled = { ok: true; socket: Socket } | { ok: false; reason: DialRefusal }

// RFC 8305: the next address is tried when the first has not answered within a quarter second.
const nextAddressAfterMs = 250

/** Resolves, judges and dials in one go. The socket is connected, and its caller's to end. */
export async function dial(
  hostname: string,
  port: number,
  { policy, connectMs, signal }: { policy: EgressPolicy; connectMs: number; signal?: AbortSignal },
): Promise<Dialled> {
  const target = await resolveTarget(hostname, port, policy)
  if (!target.ok) return target
  return dialPinned(target.addresses, port, signal ? { connectMs, signal } : { connectMs })
}

/** Dials addresses that `resolveTarget` gave: the first that answers. */
export function dialPinned(
  addresses: readonly string[],
  port: number,
  { connectMs, signal }: { connectMs: number; signal?: AbortSignal },
): Promise<Dialled> {
  return new Promise((give) => {
    const waiting = [...addresses]
    const open = new Set<Socket>()
    let nextTimer: Timer | undefined

    const settle = (outcome: Dialled) => {
      clearTimeout(deadline)
      clearTimeout(nextTimer)
      signal?.removeEventListener('abort', onAbort)
      for (const socket of open) if (!outcome.ok || socket !== outcome.socket) socket.destroy()
      open.clear()
      give(outcome)
    }
    const onAbort = () => settle({ ok: false, reason: 'unreachable' })
    const deadline = setTimeout(() => settle({ ok: false, reason: 'connect_timeout' }), connectMs)

    const tryNext = () => {
      clearTimeout(nextTimer)
      const address = waiting.shift()
      if (address === undefined) {
        if (open.size === 0) settle({ ok: false, reason: 'unreachable' })
        return
      }
      const socket = connect({ host: address, port, noDelay: true, allowHalfOpen: true })
      open.add(socket)
      // Stays for the socket's whole life: an error that nobody listens for would end the process.
      socket.on('error', () => {
        if (!open.delete(socket)) return
        tryNext()
      })
      socket.once('connect', () => {
        if (open.has(socket)) settle({ ok: true, socket })
        else socket.destroy()
      })
      if (waiting.length > 0) nextTimer = setTimeout(tryNext, nextAddressAfterMs)
    }

    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted) onAbort()
    else tryNext()
  })
}
