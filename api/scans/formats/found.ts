/** How many elements of a type were found in all, listed or not. Pure. */
import type { ScanReport, TypeCount } from '#db/documents/scan-report'

type Report = Pick<ScanReport, 'perType' | 'issues' | 'waived'>

/** Reports made before these counts were kept know only what they list. */
export const foundOf = ({ perType }: Report, type: string, as: keyof TypeCount, listed: number): number =>
  Math.max(listed, perType?.[type]?.[as] ?? 0)

/** Types of which not one element is listed, since others filled the report. */
export function unlistedOf({ perType = {}, issues, waived }: Report): [type: string, count: TypeCount][] {
  const listed = new Set([...issues, ...waived].map(({ type }) => type))
  return Object.entries(perType).filter(([type]) => !listed.has(type))
}
