/** What scans see of an organisation's components: what they look for, and what the newest of each page saw. */
import type { Reader, Tx } from '#db/client'
import { type ScanSightingToStore, saveScanSightings, storyPlaces } from '#db/queries/components'
import { holdSeeing } from '#db/queries/seen-scans'
import { type KnownComponent, knownAsWritten, type Sighting } from '#shared/components/known'
import { storyUrl } from '#shared/components/story-url'
import { isScanSighting, scanSightingRows } from '#shared/evidence/sealed/components'
import { saySeeing } from '#shared/evidence/sealed/seen-scans'
import { changeSealed } from '#shared/evidence/sealed-walks'
import { sha256Hex } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'

/** The components that are counted on the page of that address: none on a story, which shows the library itself. */
export async function componentsToSee(
  sql: Reader,
  sealer: Sealer,
  orgId: string,
  url: string,
): Promise<KnownComponent[]> {
  const known = await knownAsWritten(sql, sealer, orgId)
  if (known.length === 0) return known
  return isStory(url, await storyPlaces(sql, orgId)) ? [] : known
}

/** Whether an address is where one of these Storybooks shows its stories. Pure. */
export function isStory(url: string, bases: readonly string[]): boolean {
  const placeOf = (address: string) => {
    const { origin, pathname } = new URL(address)
    return origin + pathname
  }
  return bases.some((base) => placeOf(storyUrl(base, '')) === placeOf(url))
}

export type SeenOnPage = {
  orgId: string
  scanId: string
  /** Where the page was in the end. */
  url: string
  /** ISO 8601. */
  at: string
  sightings: readonly Sighting[]
}

/** Says what scans, which are kept in this transaction, saw on their pages: the newest of each page stands. */
export async function saveSeenOnPages(tx: Tx, sealer: Sealer, seen: readonly SeenOnPage[]): Promise<void> {
  if (seen.length === 0) return
  const newest = new Map<string, ScanSightingToStore>()
  for (const each of seen.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))) {
    const row = rowOf(each)
    newest.set(`${row.org_id} ${row.page}`, row)
  }
  // In one order, so that two who write of the same pages do not wait for each other.
  const rows = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const keys = rows.map(({ org_id, page }) => [org_id, page])
  // Before what they saw: whoever erases scans locks them in this order.
  await holdSeeing(tx, rows)
  const told = { before: new Set<string>(), after: new Set<string>() }
  let held = told.before
  await changeSealed(
    tx,
    sealer,
    scanSightingRows,
    keys,
    () => saveScanSightings(tx, rows),
    (found) => {
      // What a hand has changed says nothing of any scan.
      for (const row of found) if (isScanSighting(sealer, row)) held.add(String(row['scan_id']))
      held = told.after
    },
  )
  const moved = new Set([...told.before, ...seen.map(({ scanId }) => scanId)])
  await saySeeing(
    tx,
    sealer,
    [...moved].sort().map((job_id) => ({ job_id, sees: told.after.has(job_id) })),
  )
}

function rowOf({ orgId, scanId, url: address, at, sightings }: SeenOnPage): ScanSightingToStore {
  const url = withoutFragment(address)
  const components = sightings.map(({ library, id, instances }) => ({ library, component_id: id, instances }))
  return { org_id: orgId, page: sha256Hex(url), scan_id: scanId, url, seen_at: at, components }
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  return url.href
}
