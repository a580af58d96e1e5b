/** A server inside, which nobody may reach: it counts who does, on TCP and UDP. */
import { createSocket } from 'node:dgram'
import { createServer, type Server } from 'node:net'

export type Canary = {
  tcpPort: number
  udpPort: number
  /** The path that was asked for, or `connection` where nothing was said, or `udp` with the size. */
  hits: string[]
  close: () => Promise<void>
}

const answer =
  'HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\nContent-Type: text/plain\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret'

/** @param port of the TCP side; any by default. */
export async function startCanary(hosts: readonly string[] = ['0.0.0.0', '::1'], port = 0): Promise<Canary> {
  const hits: string[] = []
  const servers: Server[] = []
  let tcpPort = port
  for (const host of hosts) {
    const server = createServer((socket) => {
      let label = 'connection'
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        label = /^[A-Z]+ (\S+) HTTP/.exec(chunk.toString('latin1'))?.[1] ?? label
        socket.end(answer)
      })
      socket.on('close', () => hits.push(label))
    })
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(tcpPort, host, () => resolve(true))
    })
    // A machine without IPv6 has no inside there.
    if (!listening) continue
    const address = server.address()
    if (address && typeof address === 'object') tcpPort = address.port
    servers.push(server)
  }
  const udp = createSocket('udp4')
  udp.on('error', () => undefined).on('message', (message) => hits.push(`udp ${message.length}`))
  await new Promise<void>((resolve) => udp.bind(0, '0.0.0.0', resolve))
  return {
    tcpPort,
    udpPort: udp.address().port,
    hits,
    async close() {
      udp.close()
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    },
  }
}
