/** One visit to a page: it is loaded, examined, pictured, and its findings' elements are looked up. */
import type { Standard } from '#shared/accessibility/standards'
import type { KnownComponent, Sighting } from '#shared/components/known'
import type { ScanAccess } from '#shared/contracts/scans'
import type { PayloadOf } from '#shared/jobs/contract'
import type { scanPage } from '#shared/jobs/scan-page'
import { pageUnreachable } from '#shared/kernel/errors/scans'
import { watchDocuments } from '#workers/page/documents'
import type { EgressRecord } from '#workers/page/egress'
import { isNavigation, type Loaded, loadPage } from '#workers/page/load'
import { type Picture, takePicture } from '#workers/page/picture'
import { revealAll } from '#workers/page/reveal'
import type { Visit } from '#workers/page/visit'
import { warmChecks } from '#workers/scan-page/checks/index'
import { componentsOn } from '#workers/scan-page/components'
import type { Engines } from '#workers/scan-page/engines/engines'
import type { PageJudge } from '#workers/scan-page/judge/judge'
import { crawlable, linksOf } from '#workers/scan-page/links'
import { type Examination, examine } from '#workers/scan-page/run-engines'
import { type Subjects, subjectsOf, withEarlier } from '#workers/scan-page/subjects'

type PagePayload = Extract<PayloadOf<typeof scanPage>, { of: 'page' }>

export type VisitedPage = {
  loaded: Loaded
  examination: Examination
  subjects: Subjects
  picture: Picture | null
  links: string[]
  /** Of the components that were looked for; null where none were, or not all of the page was gone through. */
  sightings: Sighting[] | null
  egress: EgressRecord
  timings: Record<string, number>
}

/** What of a scan's time is kept back for what comes after the examination: the least, and the most of what is left. */
const closing = { leastMs: 1000, share: 0.35 }
/** From so many elements on it is measured what that takes. */
const manyElements = 2000
/** How many times a look at every element it takes to look up what was found, and to put it together. */
const looksInClosing = 12

/** How much is kept back of a page every element of which was looked at in `lookMs`. Pure. */
export const closingMs = (lookMs: number, leftMs: number): number =>
  Math.max(closing.leastMs, Math.min(closing.leastMs + lookMs * looksInClosing, leftMs * closing.share))

/** By how long this page takes to be looked at now, on a machine that may have much else to do. */
async function measuredClosing({ page, within }: Visit, elements: number, deadline: number): Promise<number> {
  if (elements < manyElements) return closing.leastMs
  const startedAt = performance.now()
  await within(subjectsOf(page, []))
  return closingMs(performance.now() - startedAt, deadline - startedAt)
}

/** @throws PAGE_UNREACHABLE, ADDRESS_REFUSED; whatever a visit is ended by. */
export async function seePage(
  visit: Visit,
  asked: {
    payload: PagePayload
    access: ScanAccess
    standard: Standard
    engines: Engines
    judge?: PageJudge | undefined
    /** Components that are looked for. */
    known?: readonly KnownComponent[]
    deadline: number
  },
): Promise<VisitedPage> {
  const { payload, access, standard, engines, judge, known = [], deadline } = asked
  const { url, look, run } = payload
  const { page } = visit
  const documents = watchDocuments(page)
  try {
    const loaded = await loadPage(visit, documents, {
      url,
      look,
      access,
      timeoutMs: deadline - performance.now(),
      async meanwhile() {
        await Promise.all([engines.warm(page), warmChecks(page)])
      },
    })
    await revealAll(visit)
    const loadedAt = performance.now()
    const judged = documents.shown()
    const links = run?.crawl ? crawlable(await visit.within(linksOf(page)), run.crawl.rules) : []
    const isWhole = loaded.status >= 200 && loaded.status < 300
    const sightings = known.length > 0 && isWhole ? await visit.within(componentsOn(page, known)) : null
    // Taken first: some checks act on the page.
    const picture = payload.screenshot ? await takePicture(page, visit.within) : null
    const picturedAt = performance.now()
    let earlier: Subjects | undefined
    const keptBackMs = await measuredClosing(visit, loaded.elements, deadline)
    const examination = await visit.within(
      examine({
        page,
        engines,
        standard,
        ...(loaded.documentType === 'text/html' ? { source: loaded.source } : {}),
        deep: look.deep ?? false,
        explore: look.explore ?? true,
        rules: look.rules ?? {},
        judge,
        // How an element reads then is how it is told of.
        async beforeActing(found) {
          const now = await subjectsOf(page, found)
          earlier = earlier ? withEarlier(now, earlier) : now
        },
        budgetMs: Math.max(1, deadline - keptBackMs - performance.now()),
      }),
    )
    const examinedAt = performance.now()
    const now = await visit.within(subjectsOf(page, examination.findings))
    const subjects = earlier ? withEarlier(now, earlier) : now
    // What was found in one document is not told of another.
    if (documents.shown() !== judged) throw unstable(url)
    const { navigation, settling, steps } = loaded.ms
    return {
      loaded,
      examination,
      subjects,
      picture,
      links,
      sightings,
      egress: visit.egress,
      timings: {
        navigation,
        settling,
        steps,
        picture: picturedAt - loadedAt,
        examination: examinedAt - picturedAt,
        subjects: performance.now() - examinedAt,
      },
    }
  } catch (error) {
    // A page that is gone has not gone elsewhere.
    throw isNavigation(error) && !page.isClosed() && !page.mainFrame().detached ? unstable(url) : error
  } finally {
    documents.stop()
  }
}

const unstable = (url: string) => pageUnreachable(url, 'unstable', 'it keeps navigating by itself')
