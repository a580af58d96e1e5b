/** TCP ports: is one free, which one is, and how a server at one is spoken to from here. */

/** True when somebody else listens on the port of that address. */
export function isPortTaken(port: number, hostname: string): boolean {
  try {
    Bun.listen({ port, hostname, socket: { data() {} } }).stop(true)
    return false
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return true
    throw error
  }
}

/** A port on which nobody listens at this moment. */
export function findFreePort(hostname = '127.0.0.1'): number {
  const listener = Bun.listen({ port: 0, hostname, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

export function serverAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}
