/** Evidence chains as callers page through them: found once, and cursors into them. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppContext } from '#api/http/context'
import type { GraphRow } from '#db/queries/graph'
import { chainOf, chainToDepth, type FoundChain } from '#shared/evidence/chain'
import type { Signer } from '#shared/evidence/signing'
import { cache } from '#shared/kernel/cache'
import { invalidRequest } from '#shared/kernel/errors/request'

/** Where a page ended, for nobody but us to make: bound to the chain and to how it is read. */
export function openChainCursors(signer: Signer) {
  const key = signer.signBytes(Buffer.from('assay chain cursor'))
  const macOf = (ins: number, subject: string) =>
    createHmac('sha256', key).update(`${ins} ${subject}`).digest().subarray(0, 16)
  return {
    write: (ins: number, subject: string): string => `${ins.toString(36)}.${macOf(ins, subject).toString('base64url')}`,
    /** @throws INVALID_REQUEST for what is no cursor of this chain. */
    read(cursor: string, subject: string): number {
      const [, place = '', mac = ''] = /^([0-9a-z]{1,11})\.([A-Za-z0-9_-]{22})$/.exec(cursor) ?? []
      const ins = Number.parseInt(place, 36)
      if (Number.isSafeInteger(ins) && timingSafeEqual(Buffer.from(mac, 'base64url'), macOf(ins, subject))) return ins
      const fault = {
        path: '?cursor',
        message: 'is not a cursor of this chain',
        expected: 'next_cursor of the page before',
      }
      throw invalidRequest([fault])
    },
  }
}

const chainsKept = 200

/** Ancestors never change: what a page found, the next one has. */
export function openChains({ read }: Pick<AppContext, 'read'>) {
  const kept = cache<FoundChain>(chainsKept)
  /** @param orgs whose nodes the caller sees. */
  return async (head: GraphRow, orgs: readonly string[], maxDepth?: number): Promise<FoundChain> => {
    const name = [head.id, maxDepth, ...orgs].join(' ')
    const known = kept.get(name)
    if (known) return known
    const chain = await read((sql) =>
      maxDepth === undefined ? chainOf(sql, head, orgs) : chainToDepth(sql, head, maxDepth, orgs),
    )
    if (('reach' in chain ? chain.reach : chain.ins).length < 10_000) kept.set(name, chain)
    return chain
  }
}
