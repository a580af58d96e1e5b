/** Tokens by which a calibration is taken back: made of the service's own key, so that nobody guesses one and nothing secret is stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Signer } from '#shared/evidence/signing'

export type RollbackTokens = {
  /** Of a version of an organisation's parameters. */
  write: (orgId: string, version: number) => string
  /** The version; undefined of what is no token of this organisation. */
  read: (orgId: string, token: string) => number | undefined
}

export function openRollbackTokens({ signBytes }: Pick<Signer, 'signBytes'>): RollbackTokens {
  const key = signBytes(Buffer.from('assay rollback of a calibration'))
  const macOf = (orgId: string, version: number) => createHmac('sha256', key).update(`${version} ${orgId}`).digest()
  return {
    write: (orgId, version) => `${version.toString(36)}.${macOf(orgId, version).toString('base64url')}`,
    read(orgId, token) {
      const [, place = '', mac = ''] = /^([0-9a-z]{1,9})\.([A-Za-z0-9_-]{43})$/.exec(token) ?? []
      const version = Number.parseInt(place, 36)
      const isOurs = version >= 1 && timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(orgId, version))
      return isOurs ? version : undefined
    },
  }
}
