/** What trees of systems are of, as an id: asked for the same again, what is there is met again. */
import { createHash } from 'node:crypto'
import { uuidFrom } from '#shared/kernel/seeded-uuid'
import { versions } from '#shared/kernel/version'

/** Of anything else than these it is something else. */
const uuidOfText = (of: readonly unknown[], name: string): string =>
  uuidFrom(createHash('sha256').update(JSON.stringify(of)).digest('hex'), name)

/** What a system's tree is of. @param profile with its version: by another one it is another tree. */
export function snapshotOf(of: SnapshotOf): string {
  const parts = [of.orgId, of.systemSource, of.profile, versions.treeSpec, of.traces]
  // Without any it is what it was before there were annotations.
  const all = of.annotations === 0 ? parts : [...parts, of.annotations]
  return uuidOfText(all, 'system-tree')
}
type SnapshotOf = { orgId: string; systemSource: string; profile: string; traces: number; annotations: number }

/** A system, or what came in of it from a moment on, up to another one; with how many traces and annotations it had when that was asked. */
export type SizedSide = {
  systemSource: string
  from?: string | undefined
  to?: string | undefined
  traces: number
  annotations: number
}

/** What a comparison is of. @param profile with its version. */
export function comparisonSnapshotOf({ orgId, sides, profile }: SidesOf): string {
  const parts = sides.map((side) => [
    ...[side.systemSource, side.from ?? null, side.to ?? null],
    ...[side.traces, side.annotations],
  ])
  return uuidOfText([orgId, parts, profile, versions.treeSpec], 'system-comparison')
}
type SidesOf = { orgId: string; sides: readonly [SizedSide, SizedSide]; profile: string }
