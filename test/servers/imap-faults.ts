/** How a mail server fails, and what its adapter must make of it. */
import type { Socket } from 'node:net'
import { type Fault, join, type Spoiler } from '#test/servers/fault-proxy'

/** What is said to a login, and as a greeting, in place of the server's. */
const logins: Partial<Record<Fault, string>> = {
  unauthorised: 'NO [AUTHENTICATIONFAILED] Authentication failed.',
  limited: 'NO [LIMIT] Too many simultaneous connections.',
}
const greetings: Partial<Record<Fault, string>> = {
  upstream: '* BYE Server shutting down.\r\n',
  malformed: 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n',
}
/** What stands in the server's lines otherwise than it says. */
const rewrites: Partial<Record<Fault, (line: string) => string>> = {
  stale_token: (line) => line.replace(/HIGHESTMODSEQ \d+/g, 'HIGHESTMODSEQ 1'),
  renumbered: (line) => line.replace(/UIDVALIDITY (\d+)/g, (_, number) => `UIDVALIDITY ${Number(number) + 1}`),
}

export const imapFaults: Spoiler = ({ client, openServer, fault, log }) => {
  client.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('latin1').split('\r\n')) if (line !== '') log(withoutLogin(line))
  })
  if (fault === 'slow') return
  const greeting = greetings[fault]
  if (greeting !== undefined) client.end(greeting)
  else if (logins[fault] !== undefined) refuseLogin(client, logins[fault])
  else passOn(client, openServer(), fault)
}

const withoutLogin = (line: string) => line.replace(/( (?:LOGIN|AUTHENTICATE \S+)).*/i, '$1 …')

function refuseLogin(client: Socket, answer: string): void {
  const abilities = '* CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=LOGIN\r\n'
  client.write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=LOGIN] ready\r\n')
  client.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('latin1').split('\r\n')) {
      const [tag = '', command = ''] = line.split(' ')
      if (command === '') continue
      const name = command.toUpperCase()
      if (name === 'CAPABILITY') client.write(`${abilities}${tag} OK done\r\n`)
      else if (name === 'LOGIN' || name === 'AUTHENTICATE') client.write(`${tag} ${answer}\r\n`)
      else if (name === 'LOGOUT') client.end(`* BYE goodbye\r\n${tag} OK done\r\n`)
      else client.write(`${tag} OK done\r\n`)
    }
  })
}

function passOn(client: Socket, server: Socket, fault: Fault): void {
  const rewrite = rewrites[fault]
  let isSelected = false
  let line = ''
  join(client, server, (chunk) => {
    isSelected ||= / (?:EXAMINE|SELECT) /i.test(chunk.toString('latin1'))
    return chunk
  })
  join(server, client, (chunk) => {
    if (fault === 'truncated' && isSelected) {
      client.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => setTimeout(() => client.destroy(), 10))
      server.destroy()
      return null
    }
    if (!rewrite) return chunk
    // Numbers are not to be torn apart: only whole lines go on.
    const text = line + chunk.toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    line = text.slice(end)
    return end === 0 ? null : Buffer.from(text.slice(0, end).split('\n').map(rewrite).join('\n'), 'latin1')
  })
}
