/** Whose certificate is asked for over a connection to an address that was judged, and whose word on it is taken. */
import { isIP } from 'node:net'
import {
  type ConnectionOptions,
  checkServerIdentity,
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  type SecureContext,
} from 'node:tls'
import { cache } from '#shared/kernel/cache'

/**
 * The certificate must be the host's, though the address that was dialled is another. A server name is never an address.
 * @param ca PEM: trusted besides the system's.
 * @throws Error with the code INVALID_CA where that is none
 */
export function tlsTerms(hostname: string, ca: string | undefined): ConnectionOptions {
  return {
    // Said in any case: Bun takes no `false` for it, which libraries put there for an address.
    servername: isIP(hostname) ? undefined : hostname,
    checkServerIdentity: (_: string, certificate: PeerCertificate) => checkServerIdentity(hostname, certificate),
    ...(ca === undefined ? {} : { secureContext: contextOf(ca) }),
  }
}

/** By certificate: to read all of the system's again costs more than a request. */
const contexts = cache<SecureContext>(100)

function contextOf(ca: string): SecureContext {
  const known = contexts.get(ca)
  if (known) return known
  try {
    const context = createSecureContext({ ca: [...getCACertificates('default'), ca] })
    contexts.set(ca, context)
    return context
  } catch (cause) {
    throw Object.assign(new Error('no certificate', { cause }), { code: 'INVALID_CA' })
  }
}

/** OpenSSL's words for a chain that does not hold, and Node's for one that is another host's. */
const certificateCodes =
  /^(?:CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|PATH_LENGTH_|ERR_TLS_CERT_)/

/** Whether an error's code is about a certificate that does not hold. */
export const isOfCertificate = (code: string): boolean => certificateCodes.test(code)
