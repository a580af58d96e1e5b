/** Who makes seals: short marks that a process with the signing key said a text, and that nobody else can make. */

export type Sealer = {
  /** Of the key that seals are made with: of another key's this process knows nothing. */
  kid: string
  /** 16 bytes over a text, in one piece or in several, for one purpose. */
  seal: (purpose: string, ...text: string[]) => Uint8Array
  /** Whether what has no seal of this key is refused. */
  sealing: Sealing
}

/**
 * Which seals are asked for: those of each generation up to this one, none before the first. A process asks for all that it knows,
 * unless the store is found to be older than seals of this key, or than those of a later generation: then what was written before
 * is let through until all of it is sealed, and so is what processes of an earlier release write meanwhile.
 */
export type Sealing = { generation: number }

/** The newest generation of seals that there is: whatever comes to have seals later than others did begins another. */
export const newestSeals = 16

/** Whether jobs, and rows of the first generation, are refused where they have no seal. */
export const asksForSeals = ({ sealing }: Pick<Sealer, 'sealing'>): boolean => sealing.generation > 0

/** What a process says of itself that makes and asks for the seals of a generation. */
export const wordOfSeals = (generation: number): string => (generation === 1 ? 'seals' : `seals-${generation}`)
