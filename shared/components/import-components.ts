/** Takes a document of components in: all that it changes and the node that says so, both or neither. */
import type { Reader, Tx } from '#db/client'
import {
  countLibraries,
  type LibraryRow,
  lockLibrary,
  nameImport,
  registeredComponents,
  removeComponents,
  saveComponents,
  setLibrary,
  setReportedUsage,
  storyKeys,
} from '#db/queries/components'
import { heightsOf } from '#db/queries/governance'
import { streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import { type ReadDocument, readDocument } from '#shared/components/documents'
import { withoutDot } from '#shared/components/imported'
import { dayOf } from '#shared/components/modified'
import { type Plan, planComponents, planUsage } from '#shared/components/plan'
import { type ComponentImport, type ComponentsImported, libraryLimit } from '#shared/contracts/components'
import { requestOf } from '#shared/evidence/actor'
import { requireKnownToLedger } from '#shared/evidence/known-to-ledger'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import {
  changeLibrary,
  componentRows,
  findProvenLibrary,
  libraryRows,
  requireWholeLibraries,
} from '#shared/evidence/sealed/components'
import { changeSealed, requirePlaced } from '#shared/evidence/sealed-walks'
import type { Signer } from '#shared/evidence/signing'
import { newIdFor, type VerbContext } from '#shared/evidence/verb-context'
import type { EgressAllow } from '#shared/kernel/addresses'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { invalidRequest } from '#shared/kernel/errors/request'
import { sizeOf } from '#shared/kernel/writing'
import { readTargets } from '#shared/scans/targets'

const agent = 'assay-api'

type Tools = { signer: Signer; forJobs: { allow: EgressAllow } }
type Import = {
  orgId: string
  request: ComponentImport
  read: ReadDocument
  baseUrl: string | null
  now: Date
  signer: Signer
}

/**
 * What came of it; of a dry run what would come. The same request sent again is answered as it was.
 * @throws INVALID_REQUEST naming every fault, ADDRESS_REFUSED for where its stories are, EVIDENCE_MISMATCH where the library is
 * not as it was written.
 */
export async function importComponents(
  ctx: VerbContext<Tools>,
  request: ComponentImport,
  now: Date,
): Promise<{ answer: ComponentsImported; nodeId: string | undefined }> {
  const { actor, tools } = ctx
  const { orgId } = actor
  const { library, dryRun = false } = request
  const read = readDocument(request.kind, request.document)
  const { signer } = tools
  const asked: Import = { orgId, request, read, baseUrl: baseOf(request, read, tools.forJobs.allow), now, signer }
  if (dryRun) {
    const plan = await ctx.read(async (sql) => planOf(sql, asked, await findProvenLibrary(sql, signer, orgId, library)))
    return { answer: plan.answer, nodeId: undefined }
  }
  await requireKnownToLedger(ctx.read, 'designs')
  const importId = newIdFor(actor, 'components')
  const rows = read.of === 'components' ? (read.reading.value ?? []).length : 1
  const take = async (tx: Tx) => {
    // Before it is made where it is not there: one that was taken away is not begun anew.
    await findProvenLibrary(tx, signer, orgId, library)
    await requireWholeLibraries(tx, signer, { orgId, library })
    const before = await lockLibrary(tx, orgId, library)
    const known = actor.seed === undefined ? undefined : await streamHead(tx, `components:${importId}`)
    if (known) return { answer: answerIn(known.body), nodeId: known.id }
    if ((await countLibraries(tx, orgId)) > libraryLimit) throw tooManyLibraries()
    const plan = await planOf(tx, asked, before)
    // What it goes on from: a library that is put back to that was imported to since.
    const earlier = await heightsOf(tx, before.head === null ? [] : [before.head])
    const node = nodeOfKind(signer, {
      kind: 'components.imported',
      id: importId,
      orgId,
      agent,
      at: now,
      inputs: earlier.map(({ id: hash, height }) => ({ hash, height })),
      result: {
        org: orgId,
        library,
        source: request.kind,
        document: sha256Hex(canonicalJson(request.document)),
        ...plan.answer,
      },
      request: requestOf(actor),
    })
    await appendNodes(tx, [node])
    await write(tx, asked, { ...plan, nodeId: node.id }, before)
    return { answer: plan.answer, nodeId: node.id }
  }
  // One that is new is sealed with what it comes to.
  return ctx
    .writing({ kind: 'components', id: importId, library }, sizeOf(rows))
    .begin((tx) => changeSealed(tx, signer, libraryRows, [[orgId, library]], () => take(tx)))
}

/** @throws INVALID_REQUEST with the document's faults too. */
function baseOf({ baseUrl }: ComponentImport, { reading }: ReadDocument, allow: EgressAllow): string | null {
  const given = baseUrl === undefined ? [] : [{ text: baseUrl, path: '/baseUrl' }]
  const [href = null] = readTargets(given, allow, reading.issues ?? [])
  return href
}

/** @throws INVALID_REQUEST for what does not go with what the library has. */
async function planOf(
  sql: Reader,
  { orgId, request, read, now, signer }: Import,
  library: LibraryRow | undefined,
): Promise<Plan> {
  await requireWholeLibraries(sql, signer, { orgId, library: request.library })
  const registered = await registeredComponents(sql, orgId, request.library)
  await requirePlaced(
    sql,
    signer,
    componentRows,
    registered.map(({ id }) => [orgId, request.library, id]),
  )
  if (read.of === 'usage') return planUsage(registered, read.reading.value ?? {})
  const plan = planComponents(registered, {
    source: read.source,
    components: read.reading.value ?? [],
    files: new Map((request.files ?? []).map(({ path, lastModified }) => [withoutDot(path), lastModified])),
    day: dayOf(request.commit?.committedAt ?? now.toISOString()),
    counts: library?.usage_counts ?? null,
  })
  if (plan.issues) throw invalidRequest(plan.issues)
  return plan.value
}

async function write(
  tx: Tx,
  { orgId, request, read, baseUrl, now, signer }: Import,
  plan: Plan & { nodeId: string },
  before: LibraryRow,
): Promise<void> {
  const { library } = request
  const at = now.toISOString()
  const saved = plan.saved.map(({ component_id }) => component_id)
  const changed = {
    ...{ orgId, library },
    components: [...new Set([...saved, ...plan.removed, ...plan.usages.map(({ component_id }) => component_id)])],
    stories: [...(await storyKeys(tx, { orgId, library }, saved)), ...plan.stories],
  }
  const isMoved = baseUrl !== null && baseUrl !== before.base_url
  const counts = read.of === 'usage' ? (read.reading.value ?? null) : null
  await changeLibrary(tx, signer, changed, async () => {
    await saveComponents(tx, { orgId, library, at }, plan.saved, plan.stories)
    await removeComponents(tx, { orgId, library, at }, plan.removed)
    await setReportedUsage(tx, { orgId, library }, plan.usages)
    await setLibrary(tx, {
      org_id: orgId,
      library,
      base_url: baseUrl ?? before.base_url,
      base_since: isMoved ? at : (before.base_since?.toISOString() ?? null),
      usage_counts: counts ?? before.usage_counts,
      usage_as_of: counts ? (request.commit?.committedAt ?? at) : (before.usage_as_of?.toISOString() ?? null),
    })
    await nameImport(tx, { orgId, library }, plan.nodeId)
  })
}

/** Sound: the node was made above. */
const answerIn = (body: string): ComponentsImported => {
  const { created, updated, unchanged, removed, total } = (JSON.parse(body) as { result: ComponentsImported }).result
  return { created, updated, unchanged, removed, total }
}

const tooManyLibraries = () =>
  invalidRequest([
    {
      path: '/library',
      message: 'is one more than an organisation may have',
      expected: `one of at most ${libraryLimit}`,
    },
  ])
