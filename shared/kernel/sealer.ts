/** Who makes seals: short marks that a process with the signing key said a text, and that nobody else can make. */

export type Sealer = {
  /** Of the key that seals are made with: of another key's this process knows nothing. */
  kid: string
  /** 16 bytes over a text, for one purpose. */
  seal: (purpose: string, text: string) => Uint8Array
  /** Whether what has no seal of this key is refused. */
  sealing: Sealing
}

/**
 * Begun, unless the store is found to be older than seals of this key: then what was written before is let through until all of
 * it is sealed, and so is what processes of an earlier release write meanwhile.
 */
export type Sealing = { isBegun: boolean }
