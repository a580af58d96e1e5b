/** What is done to a Postgres as soon as it is there: one that starts beside us may take a while, and one that is none is told of in a sentence. */
import { setTimeout } from 'node:timers/promises'
import { placeText, readAddress, StoreRefusal } from '#db/address'
import { isStoreAway } from '#db/client'

const patienceByDefault = 60_000
const lookMs = 500
/** Of a machine whose name is not known yet, as of a container that is being started. */
const unnamedCodes = new Set(['ENOTFOUND', 'EAI_AGAIN'])

/** Who asks is not let in, there is no such database, it may not do that there, or somebody holds what it needs. */
const refusedCodes = new Set(['28P01', '28000', '3D000', '42501', '55P03'])
/** Of TLS: whose certificate it is, or who signed it, is not what the address asks for. */
const distrusted = /CERT|SIGNATURE|ALTNAME/

type Options = {
  /** Told once, where it has to be waited for. */
  say: (sentence: string) => void
  patienceMs?: number
}

/** @throws StoreRefusal where the address is none, nobody answers there in time, or Postgres does not let us do it. */
export async function whenThere(
  url: string | undefined,
  act: (url: string) => Promise<void>,
  { say, patienceMs = patienceByDefault }: Options,
): Promise<void> {
  if (!url) throw new StoreRefusal('DATABASE_URL is not set')
  const place = placeText(readAddress(url))
  const giveUpAt = performance.now() + patienceMs
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await act(url)
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      const isRefused = refusedCodes.has(codeOf(error)) || distrusted.test(codeOf(error))
      const mayCome = isStoreAway(error) || unnamedCodes.has(codeOf(error))
      if (!mayCome && !isRefused) throw error
      if (!mayCome || performance.now() > giveUpAt)
        throw new StoreRefusal(`the Postgres at ${place} cannot be used: ${why}`, { cause: error })
      if (isFirst) say(`the Postgres at ${place} is waited for, up to ${patienceMs / 1000} s: ${why}`)
      await setTimeout(lookMs)
    }
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
