/** Which tables a process works on, by their newest migration: said by each, sealed, so that nobody says it of a release that never ran here. */
import type { Sealer } from '#shared/kernel/sealer'

/** What a process says it under. */
export const tablesWord = 'tables'

export const sayTables = ({ seal }: Pick<Sealer, 'seal'>, newest: number): string =>
  `those of ${newest} ${Buffer.from(seal('tables of a release', String(newest))).toString('base64url')}`
