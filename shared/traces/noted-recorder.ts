/** A recorder of traces that says which nodes it has made, each once it is committed. */
import type { Recorder } from '#shared/traces/record'

export const notedRecorder = ({ recordOne, recordAll }: Recorder, note: (nodeId: string) => void): Recorder => ({
  async recordOne(prepared) {
    const recorded = await recordOne(prepared)
    note(recorded.nodeId)
    return recorded
  },
  async recordAll(prepared, writer) {
    const recorded = await recordAll(prepared, writer)
    for (const { nodeId } of recorded) note(nodeId)
    return recorded
  },
})
