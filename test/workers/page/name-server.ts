/** A DNS server on a loopback port, whose answers a test may change between two questions. */
import { createSocket } from 'node:dgram'
import ipaddr from 'ipaddr.js'

export type NameServer = {
  /** For `dnsServers`. */
  address: string
  /** How often an A record was asked for, by name. */
  asked: Map<string, number>
  /** Answers with these, or with what the function gives for the nth question. */
  answer(name: string, addresses: string[] | ((nth: number) => string[])): void
  close(): void
}

const typeA = 1
const typeAaaa = 28

export async function startNameServer(): Promise<NameServer> {
  const answers = new Map<string, string[] | ((nth: number) => string[])>()
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('error', () => undefined)
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question)
    const nth = asked.get(name) ?? 0
    if (type === typeA) asked.set(name, nth + 1)
    const known = answers.get(name) ?? []
    const all = typeof known === 'function' ? known(nth) : known
    const records = all
      .map((address) => ipaddr.parse(address))
      .filter((parsed) => (parsed.kind() === 'ipv4' ? typeA : typeAaaa) === type)
    const header = Buffer.from(question.subarray(0, 12))
    // A response, recursion available; NXDOMAIN for what nobody named.
    header.writeUInt16BE(answers.has(name) ? 0x8580 : 0x8583, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    header.writeUInt32BE(0, 8)
    const body = records.map((parsed) => {
      const bytes = Buffer.from(parsed.toByteArray())
      const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
      return Buffer.concat([fixed, bytes])
    })
    socket.send(Buffer.concat([header, question.subarray(12, end), ...body]), from.port, from.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked,
    answer: (name, addresses) => answers.set(name, addresses),
    close: () => socket.close(),
  }
}

/** One question stands behind the header: labels with their lengths, a zero, type, class. */
function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}
