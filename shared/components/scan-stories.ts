/** Has the stories of a library scanned, each alone, and keeps which scan is whose: what is accessible is read from there. */
import type { Tx } from '#db/client'
import { lockLibrary, nameScansOfStories, type StoryPlace, storiesToScan } from '#db/queries/components'
import { findRun } from '#db/queries/runs'
import { storyLook, storyUrl } from '#shared/components/story-url'
import { type StoryScanRequest, type StoryScanStarted, storiesAtOnce } from '#shared/contracts/components'
import { changeLibrary, findProvenLibrary, requireWholeLibraries } from '#shared/evidence/sealed/components'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import { invalidRequest } from '#shared/kernel/errors/request'
import type { Sealer } from '#shared/kernel/sealer'
import { submitRun } from '#shared/scans/submit-run'

type Tools = Parameters<typeof submitRun>[0]['tools']

const dayMs = 86_400_000

/** Scans before it are too old to speak for a component. */
export const freshSince = ({ scans }: { scans: { storyFreshDays: number } }, now: Date): string =>
  new Date(now.getTime() - scans.storyFreshDays * dayMs).toISOString()

/**
 * A run of scans, by the default standard and with nothing left out; none where every story has a scan that still holds, or one under way.
 * @throws INVALID_REQUEST for a library that is not there or does not say where its stories are, EVIDENCE_MISMATCH for one that is not
 * as it was written, and what a run is refused for.
 */
export async function scanStories(
  ctx: VerbContext<Tools>,
  { library, all = false }: StoryScanRequest,
  now: Date,
): Promise<StoryScanStarted> {
  const { actor, read, tools } = ctx
  const { orgId } = actor
  // What was begun under the same request may have ended since, and would leave nothing to scan.
  const known = actor.isAgain ? await read((sql) => findRun(sql, newIdFor(actor, 'scan-run'))) : undefined
  if (known) return { runId: known.run_id, stories: known.total }
  const place = await read((sql) => findProvenLibrary(sql, tools.signer, orgId, library))
  if (!place) throw refused('is no library that components were imported to', 'the library of an import')
  const { base_url: baseUrl } = place
  if (baseUrl === null) throw refused('does not say where its stories are', 'a library imported with baseUrl')
  // More than may ever be queued would be refused; what is left out is due the next time.
  const limit = Math.min(storiesAtOnce, tools.limits.scans.queuedPages[actor.tier])
  const asked = { orgId, library, isAll: all, freshSince: freshSince(tools.limits, now), limit }
  const found = await read((sql) => storiesToScan(sql, asked))
  if (found.length === 0) return { runId: null, stories: 0 }
  const stories = found.map((story) => ({ ...story, url: storyUrl(baseUrl, story.story_id) }))
  const run = await submitRun(
    ctx,
    { urls: stories.map(({ url }) => url), ...storyLook },
    { library, name: (tx, { run_id: runId }) => nameScans(tx, tools.signer, { orgId, library, runId }, stories) },
  )
  return { runId: run.run_id, stories: run.total }
}

async function nameScans(
  tx: Tx,
  signer: Sealer,
  at: { orgId: string; library: string; runId: string },
  stories: readonly (StoryPlace & { url: string })[],
): Promise<void> {
  const { orgId, library } = at
  await lockLibrary(tx, orgId, library)
  await requireWholeLibraries(tx, signer, { orgId, library })
  const there = await changeLibrary(tx, signer, { orgId, library, components: [], stories }, () =>
    nameScansOfStories(tx, at, stories),
  )
  // A run of stories of which none is any would be taken for one that somebody has had the library forget.
  if (there === 0)
    throw refused('was imported to meanwhile, and has none of these stories any more', 'the same call again')
}

const refused = (message: string, expected: string) => invalidRequest([{ path: '/library', message, expected }])
