/** Which key of which KMS a setting names: `hashivault://KEY`, as cosign, Go CDK and what is built on them write it. */
import type { Kms } from '#shared/kernel/kms/kms'
import { openTransit, type TransitSettings } from '#shared/kernel/kms/transit'

/** One entry for each kind of KMS; another begins with another scheme. */
export type KmsSettings = TransitSettings

const name = '[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?'
const hashivault = new RegExp(`^hashivault://(?<key>${name})(?:\\?engine=(?<engine>${name}(?:/${name})*))?$`)
const usualEngine = 'transit'

/** The address in its one spelling. @throws Error where it names no key of a KMS that is known. */
export function readKeyAddress(text: string): Pick<KmsSettings, 'kind' | 'address' | 'engine' | 'key'> {
  const { key, engine = usualEngine } = hashivault.exec(text)?.groups ?? {}
  // Not shown: whoever mistook the setting may have put a key there.
  if (key === undefined) throw new Error('is not of the form hashivault://KEY or hashivault://KEY?engine=MOUNT')
  const address = `hashivault://${key}${engine === usualEngine ? '' : `?engine=${engine}`}`
  return { kind: 'hashivault', address, engine, key }
}

export const openKms = (settings: KmsSettings): Kms => openTransit(settings)
