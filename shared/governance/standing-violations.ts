/** How violations stand by their nodes alone, whatever is made of their rows. */
import type { Reader } from '#db/client'
import { nodesOfViolations } from '#db/queries/watched-violations'
import type { NodeBody } from '#shared/contracts/node'
import type { Scope } from '#shared/contracts/scopes'
import { scopesHeldTo } from '#shared/contracts/scopes'
import type { ProveNode } from '#shared/evidence/proven-nodes'

/** A violation that is in force: what it keeps its subject from, or that it is told of it. */
export type ActiveViolation = {
  id: string
  org_id: string
  version: number
  article: string
  tier: string
  subject_type: string
  subject_id: string
  blocks: Scope[]
  message: string
}

/** `lifted` by a node that says so; `unfounded`: no node of ours speaks of it. */
export type ByNodes = { kind: 'active'; violation: ActiveViolation } | { kind: 'lifted' } | { kind: 'unfounded' }

/** What the nodes of these violations say, by the violations' ids. */
export async function standingByNodes(
  sql: Reader,
  prove: ProveNode,
  ids: readonly string[],
): Promise<Map<string, ByNodes>> {
  const nodes = ids.length > 0 ? await nodesOfViolations(sql, ids) : []
  const standing = new Map<string, ByNodes>()
  for (const [id, own] of Map.groupBy(nodes, ({ violation }) => violation)) {
    const bodies: NodeBody[] = []
    for (const node of own) {
      const body = await prove(node)
      if (body?.stream === `violation:${id}`) bodies.push(body)
    }
    standing.set(id, standingOf(id, bodies))
  }
  for (const id of ids) if (!standing.has(id)) standing.set(id, { kind: 'unfounded' })
  return standing
}

function standingOf(id: string, bodies: readonly NodeBody[]): ByNodes {
  const first = bodies.find(({ pos, kind }) => pos === 0 && kind === 'violation.opened')
  const newest = bodies.reduce<NodeBody | undefined>(
    (best, body) => (best && best.pos > body.pos ? best : body),
    undefined,
  )
  const state = newest?.result?.['state']
  if (state === 'resolved' || state === 'waived') return { kind: 'lifted' }
  if (!first || !newest) return { kind: 'unfounded' }
  const said = (name: string) => String(first.result?.[name] ?? '')
  const subject = { type: said('about_type'), id: said('about_id') }
  const violation = {
    ...{ id, org_id: first.org ?? '', version: newest.pos, article: said('article'), tier: said('tier') },
    ...{ subject_type: subject.type, subject_id: subject.id },
    blocks: scopesHeldTo(subject, said('blocks').split(',')),
    message: 'its row is not as its nodes say it, which stand',
  }
  return { kind: 'active', violation }
}
