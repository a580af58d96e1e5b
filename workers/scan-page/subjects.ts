/** The elements that findings speak of, looked up in the page: one evaluation per frame, whatever the number of findings. */
import type { Frame, Page } from 'puppeteer'
import type { Box } from '#db/documents/scan-report'
import { worldOf } from '#workers/page/isolated-world'
import { childFrame } from '#workers/scan-page/engines/frames'
import type { Finding, Target } from '#workers/scan-page/finding'
import {
  type Lead,
  type Sketch,
  type SketchedHit,
  type SketchedNode,
  sketchScript,
} from '#workers/scan-page/sketch-frame'

/** Of one frame as much as is needed to find its subjects in its source: they, their ancestors, and the ancestors' children. */
export type FrameSketch = {
  url: string
  /** The element that holds the frame; null for the page itself. */
  holder: { frame: number; node: number } | null
  nodes: SketchedNode[]
}

export type SubjectElement = {
  /** Two targets that mean one element have one subject. */
  key: string
  selector: string
  /** The frame's place in `frames`, and its address; the page itself has 0 and null. */
  frame: number
  frameUrl: string | null
  /** Null when nothing matches any more. */
  node: number | null
  /** The start of its markup. */
  html: string
  /** A digest of all of it, where that is but the start. */
  whole?: string | null
  /** Where it stands, said without texts and counters. */
  place: string
  /** In CSS pixels from the page's top left corner. */
  box: Box | null
  isInShadow: boolean
}

/** What names an element: its engine's selector, and where it was handed over, its number. */
export type NamedElement = Pick<Finding, 'target' | 'kept'>

export type Subjects = { frames: FrameSketch[]; of: (finding: NamedElement) => SubjectElement }

const targetsTaken = 20_000

type Selector = Target[number]
/** A target with what is left of it once the frames before have been entered. */
type Sought = { name: string; target: Target; rest: Target; kept: number | null }
type Visit = {
  frame: Frame
  holder: FrameSketch['holder']
  /** Where the frame's top left corner is on the page. */
  at: { x: number; y: number }
  /** How its holder's place reads. */
  place: string
  sought: Sought[]
}

/** Looks up what all findings speak of. What is not there any more, or whose frame is gone, has a subject without a node. */
export async function subjectsOf(page: Page, findings: readonly NamedElement[]): Promise<Subjects> {
  const frames: FrameSketch[] = []
  const byTarget = new Map<string, SubjectElement>()
  const byKey = new Map<string, SubjectElement>()
  const visits: Visit[] = [
    {
      frame: page.mainFrame(),
      holder: null,
      at: { x: 0, y: 0 },
      place: '',
      sought: [...new Map(findings.map((finding) => [nameOf(finding), finding]))]
        .slice(0, targetsTaken)
        .map(([name, { target, kept = null }]) => ({ name, target, rest: target, kept })),
    },
  ]
  for (const visit of visits) {
    const seen = await look(visit)
    if (!seen) continue
    const number = frames.push({ url: visit.frame.url(), holder: visit.holder, nodes: seen.nodes }) - 1
    for (const sought of visit.sought) {
      const { name, target, rest } = sought
      const hit = seen.hitOf(sought)
      if (!hit || rest.length > 1) continue
      const key = `${number}:${hit.node}`
      const subject = byKey.get(key) ?? subjectOf(hit, { key, target, visit, number })
      byKey.set(key, subject)
      byTarget.set(name, subject)
    }
    visits.push(...(await innerVisits(visit, number, seen.hitOf)))
  }
  return { frames, of: (finding) => byTarget.get(nameOf(finding)) ?? lostSubject(finding.target) }
}

/** What is lost of the first by now, and was there when the second was looked up, is as it was then. Pure. */
export function withEarlier(now: Subjects, earlier: Subjects): Subjects {
  const before = now.frames.length
  const frames = earlier.frames.map(({ holder, ...frame }) => ({
    ...frame,
    holder: holder && { ...holder, frame: holder.frame + before },
  }))
  return {
    frames: [...now.frames, ...frames],
    of(finding) {
      const subject = now.of(finding)
      const former = subject.node === null ? earlier.of(finding) : subject
      if (former === subject || former.node === null) return subject
      const frame = former.frame + before
      return { ...former, frame, key: `${frame}:${former.node}` }
    },
  }
}

const nameOf = ({ target, kept }: NamedElement): string => JSON.stringify([target, kept])

type HitOf = (sought: Sought) => SketchedHit | undefined

/** What is looked up in this frame: a frame on the way, or the element itself. */
const leadOf = ({ rest, kept }: Sought): Lead => ({
  chain: chainOf(rest[0] ?? ''),
  kept: rest.length > 1 ? null : kept,
})

async function look({ frame, holder, sought }: Visit): Promise<{ nodes: SketchedNode[]; hitOf: HitOf } | undefined> {
  const leads = new Map(sought.map(leadOf).map((lead) => [JSON.stringify(lead), lead]))
  try {
    const { nodes, hits } = await worldOf(frame).evaluate<[], Sketch>(
      sketchScript([...leads.values()], holder === null),
    )
    const byLead = new Map([...leads.keys()].map((name, at) => [name, hits[at] ?? undefined]))
    return { nodes, hitOf: (each) => byLead.get(JSON.stringify(leadOf(each))) }
  } catch (error) {
    // A frame may go at any moment; without the page itself there is nothing to speak of.
    if (holder === null) throw error
    return undefined
  }
}

async function innerVisits(visit: Visit, number: number, hitOf: HitOf): Promise<Visit[]> {
  const inner = Map.groupBy(
    visit.sought.filter(({ rest }) => rest.length > 1),
    ({ rest: [head] }) => JSON.stringify(head),
  )
  const visits: Visit[] = []
  for (const group of inner.values()) {
    const [first] = group
    const hit = first && hitOf(first)
    const frame = hit && (await childFrame(visit.frame, chainOf(first.rest[0] ?? '')).catch(() => undefined))
    if (!hit || !frame) continue
    visits.push({
      frame,
      holder: { frame: number, node: hit.node },
      at: { x: visit.at.x + hit.inner.x, y: visit.at.y + hit.inner.y },
      place: `${visit.place}${hit.place} >>> `,
      sought: group.map(({ rest, ...each }) => ({ ...each, rest: rest.slice(1) })),
    })
  }
  return visits
}

function subjectOf(
  hit: SketchedHit,
  { key, target, visit, number }: { key: string; target: Target; visit: Visit; number: number },
): SubjectElement {
  const { node, html, whole, place, box, isInShadow } = hit
  return {
    key,
    selector: selectorOf(hit.chain ? [...target.slice(0, -1), hit.chain] : target),
    frame: number,
    frameUrl: visit.holder ? visit.frame.url() : null,
    node,
    html,
    whole,
    place: visit.place + place,
    box: box && { ...box, x: tenth(box.x + visit.at.x), y: tenth(box.y + visit.at.y) },
    isInShadow,
  }
}

/** Of an element that cannot be looked up any more. */
export function lostSubject(target: Target, key?: string): SubjectElement {
  const selector = selectorOf(target)
  return {
    key: key ?? `lost:${selector}`,
    selector,
    frame: 0,
    frameUrl: null,
    node: null,
    html: '',
    place: selector,
    box: null,
    isInShadow: false,
  }
}

const chainOf = (selector: Selector): string[] => (typeof selector === 'string' ? [selector] : selector)
const selectorOf = (target: Target): string => target.flat().join(' >>> ')
const tenth = (pixels: number): number => Math.round(pixels * 10) / 10
