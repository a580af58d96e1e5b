/** The versions the service speaks of itself. */

export const versions = {
  /** Area A's interface. */
  api: '1.0.0',
  /** The store of traces: its tables and what they mean. */
  telemetryStore: '1.0.0',
  /** The tree's levels and members. */
  treeSpec: '1.2.0',
  /** The JSON shape of what generate answers. */
  schema: '1.0.0',
} as const
