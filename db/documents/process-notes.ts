/** What a process works with and what it lacks, each by a word, e.g. `browser`. */
import { type Static, Type as t } from '@sinclair/typebox'

const Words = t.Record(t.String(), t.String())
const ProcessNotes = t.Object({ has: Words, lacks: Words })
export type ProcessNotes = Static<typeof ProcessNotes>
