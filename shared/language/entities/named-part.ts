/** What a rule for entities gives. */
import type { Entity } from '#db/documents/meaning'
import type { Range } from '#shared/language/text'

export type EntityType = Entity['type']

/** A place in the text that names something; the characters are cut out later. */
export type NamedPart = Range & { type: EntityType; normalised: string | null; confidence: number; method: string }
