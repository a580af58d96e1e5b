/** Reads the head of a request to a forward proxy: where it wants to go, and how the origin gets to see it. Pure. */
import { isVisitable, portOf } from '#shared/kernel/addresses'

export type ProxiedHead = {
  method: string
  host: string
  port: number
  isHttp: boolean
  isUpgrade: boolean
  bodyBytes: number
  /** The head as the origin gets it. */
  forwarded: string
}

const ours = new Set(['proxy-connection', 'proxy-authorization', 'connection', 'host'])

/** Reads a request's head. Undefined for what no browser sends, a chunked body included. */
export function readHead(text: string): ProxiedHead | undefined {
  const [requestLine = '', ...lines] = text.split('\r\n')
  const [, method = '', target = ''] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+) (\S+) HTTP\/1\.[01]$/.exec(requestLine) ?? []
  if (method === '') return undefined
  if (method === 'CONNECT') {
    const url = /[/?#@]/.test(target) ? null : URL.parse(`http://${target}`)
    const [, port] = /:(\d{1,5})$/.exec(target) ?? []
    if (!url || !port) return undefined
    return {
      method,
      host: url.hostname,
      port: Number(port),
      isHttp: true,
      isUpgrade: false,
      bodyBytes: 0,
      forwarded: '',
    }
  }
  const url = URL.parse(target)
  if (!url) return undefined
  let bodyBytes = 0
  let isUpgrade = false
  const kept: string[] = []
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) return undefined
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    if (name === 'transfer-encoding') return undefined
    if (name === 'content-length') bodyBytes = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (name === 'upgrade') isUpgrade = true
    if (!ours.has(name)) kept.push(line)
  }
  if (Number.isNaN(bodyBytes)) return undefined
  const path = /^[^:]+:\/\/[^/?#]*([^#]*)/.exec(target)?.[1] ?? ''
  const originForm = path.startsWith('/') ? path : `/${path}`
  return {
    method,
    host: url.hostname,
    port: portOf(url),
    // https: comes by CONNECT, anything else not at all.
    isHttp: isVisitable(target) && url.protocol === 'http:',
    isUpgrade,
    bodyBytes,
    forwarded: [
      `${method} ${originForm} HTTP/1.1`,
      `Host: ${url.host}`,
      `Connection: ${isUpgrade ? 'Upgrade' : 'keep-alive'}`,
      ...kept,
      '\r\n',
    ].join('\r\n'),
  }
}
