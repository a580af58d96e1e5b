/** Every list there is, with each of its filters, found in the API's own description: none can be left out unseen. */
import { filledOrgs } from '#bench/fill/store'
import { figure, markdownTable } from '#bench/report'
import type { Sql } from '#db/client'

type Parameter = { name: string; in: string }
type Operation = { parameters?: (Parameter | { $ref: string })[]; responses?: Record<string, unknown> }
type Description = {
  paths: Record<string, { get?: Operation }>
  components: { parameters?: Record<string, Parameter> }
}

/** What has no pages and is looked at as often as a list. */
const alsoAsked = [
  '/metrics',
  '/v1/agents',
  '/v1/agents/{name}',
  '/v1/governance/status',
  '/api/waivers',
  '/stats',
  '/readyz',
]
/** Of a stream nobody waits for the end. */
const parametersOfPages = ['limit', 'offset', 'cursor']

/** Places in the store that lists are asked about. */
type Places = {
  task: string
  plan: string
  head: string
  run: string
  trace: string
  /** A third of the way back: with a hundred thousand newer and as many older. */
  from: string
  to: string
}

async function placesIn(sql: Sql): Promise<Places> {
  const [row] = await sql<Places[]>`
    select
      (select id from tasks where org_id = ${filledOrgs[0]} and steps_total = 0 limit 1)::text as task,
      (select id from tasks where org_id = ${filledOrgs[0]} order by steps_total desc limit 1)::text as plan,
      coalesce(
        (select trace_id from trace_annotations where org_id = ${filledOrgs[0]} order by ord desc limit 1),
        (select trace_id from traces where org_id = ${filledOrgs[0]} limit 1)) as trace,
      (select run_id from scan_runs where org_id = ${filledOrgs[0]} limit 1)::text as run,
      (select encode(head, 'hex') from tasks where org_id = ${filledOrgs[0]} order by steps_total desc limit 1) as head,
      to_char(now() - interval '10 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as from,
      to_char(now() - interval '5 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as to`
  if (!row) throw new Error('a select without a row')
  return row
}

/** The queries that each list is asked with. A cursor is taken from the first page of the query beside it. */
const asked = ({ from, to }: Places): Record<string, readonly string[]> => ({
  '/traces': [
    ...['', 'limit=1000', 'system_source=system-0', 'system_source=nobody', 'risk_level=HIGH', 'flag=hallucination'],
    ...['flag=rare', 'flag=none', `from=${from}`, `to=${to}`, `from=${from}&to=${to}`, 'offset=50000', 'cursor='],
    ...[
      `system_source=system-0&risk_level=LOW&flag=hallucination&from=${from}&to=${to}`,
      'risk_level=LOW&offset=20000',
    ],
  ],
  '/traces/{trace_id}/annotations': ['', 'limit=10', 'limit=10&cursor='],
  '/systems': ['', 'limit=1000', 'cursor='],
  '/tasks': [
    ...['', 'limit=500', 'cursor=', 'status=completed', 'status=failed', 'status=input-required', 'status=submitted'],
    ...['status=auth-required', 'status=submitted,working,input-required', 'agent=risk-assessor', 'agent=nobody'],
    ...['type=evidence.export', 'type=plan.execute', 'type=none', 'agent=risk-assessor&type=evidence.export'],
    ...[
      'agent=orchestrator&type=plan.execute&status=completed',
      'type=risk.assess&status=failed',
      'status=failed&cursor=',
    ],
    'agent=tree-generator&status=rejected&cursor=',
  ],
  '/v1/governance/violations': [
    ...[
      '',
      'limit=200',
      'offset=1000',
      'status=open',
      'status=resolved',
      'status=waived',
      'status=resolved&offset=5000',
    ],
    ...['min_tier=T2', 'min_tier=T5', 'article=A-05', 'article=A-02', 'agent=risk-assessor', 'agent=nobody'],
    'min_tier=T2&status=resolved&article=A-07&agent=tree-generator',
  ],
  '/connections': [''],
  '/attunement/parameters': ['', 'limit=100', 'cursor='],
  '/api/scans': ['', 'limit=200', 'cursor=', 'url=https://example.com/pages/1', 'url=https://example.com/none'],
  '/api/scan-runs': ['', 'limit=200', 'cursor='],
  '/api/scan-runs/{runId}/results': ['', 'limit=200', 'cursor='],
  '/v1/edg/chain/{hash}': [
    ...['', 'limit=500', 'cursor=', 'order=asc', 'kinds=task.submitted', 'max_depth=10', 'order=asc&limit=10&cursor='],
  ],
  '/tasks/{task_id}': ['', 'limit=500', 'cursor='],
  '/api/components': [
    ...['', 'limit=200', 'limit=10&cursor=', 'q=tton 1', 'category=Forms', 'library=filled', 'accessible=true'],
    'accessible=false&category=Forms&library=filled&q=button',
  ],
  '/api/waivers': ['', 'inForce=true'],
  '/api/answers': ['', 'limit=1000', 'cursor=', 'standing=true', 'url=https://example.com/pages/1'],
  '/api/verify-design': [
    ...[
      '',
      'limit=200',
      'cursor=',
      'pageId=page-1',
      'pageId=none',
      'branch=main',
      'state=waiting',
      'state=waiting&cursor=',
    ],
    'pageId=page-1&branch=main&state=passed',
  ],
  '/api/pages/{pageId}/baselines': ['', 'limit=200', 'cursor=', 'status=active', 'status=candidate'],
  '/claims': ['', 'limit=100', 'cursor=', 'status=open', 'verdict=refuted'],
  '/claims/{claim_id}': ['', 'limit=1000', 'cursor='],
})

export type Listed = { what: string; p50: number; p99: number }

/** Asks every list again and again, one question after the other. @returns milliseconds from question to last byte. */
export async function measureLists(
  { url, key, sql }: { url: string; key: string; sql: Sql },
  requests: number,
): Promise<Listed[]> {
  const ask = (path: string) => fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  const description = (await (await ask('/openapi.json')).json()) as Description
  const places = await placesIn(sql)
  const claimId = await registerClaims({ url, key }, 100)
  const queries = asked(places)
  const rows: Listed[] = []
  for (const [path, query] of whatIsAsked(description, queries)) {
    const full = path
      .replace('{hash}', places.head)
      .replace('{task_id}', places.plan)
      .replace('{runId}', places.run)
      .replace('{trace_id}', places.trace)
      .replace('{name}', 'risk-assessor')
      .replace('{claim_id}', claimId)
      .replace('{pageId}', 'page-1')
    const target = `${full}${query === '' ? '' : `?${await withCursor(full, query, ask)}`}`
    const took: number[] = []
    for (let request = -3; request < requests; request += 1) {
      const startedAt = performance.now()
      const answer = await ask(target)
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`)
      if (request >= 0) took.push(performance.now() - startedAt)
    }
    took.sort((a, b) => a - b)
    const at = (share: number) => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? Number.NaN
    rows.push({ what: `${path}${query === '' ? '' : `?${query}`}`, p50: at(0.5), p99: at(0.99) })
  }
  return rows
}

/** As many as an organisation may have. @returns one of them. */
async function registerClaims({ url, key }: { url: string; key: string }, count: number): Promise<string> {
  const body = JSON.stringify({ measure: { kind: 'risk_score' }, direction: 'at_most', threshold: 60 })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let claimId = ''
  for (let made = 0; made < count; made += 1) {
    const answer = await fetch(`${url}/claims`, { method: 'POST', body, headers })
    const { claim_id = claimId } = (await answer.json()) as { claim_id?: string }
    claimId = claim_id
  }
  if (claimId !== '') return claimId
  // A store that was measured before has as many as it may.
  const { claims } = (await (await fetch(`${url}/claims?limit=1`, { headers })).json()) as {
    claims: { claim_id: string }[]
  }
  return claims[0]?.claim_id ?? ''
}

/** @throws Error naming a list, or a filter of one, that the description has and nobody asks. */
export function whatIsAsked(
  { paths, components }: Description,
  queries: Record<string, readonly string[]>,
): [path: string, query: string][] {
  const nameOf = (parameter: Parameter | { $ref: string }) =>
    '$ref' in parameter ? components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter
  return Object.entries(paths).flatMap(([path, { get }]): [string, string][] => {
    const filters = (get?.parameters ?? []).flatMap((each) => {
      const parameter = nameOf(each)
      return parameter?.in === 'query' ? [parameter.name] : []
    })
    // What a worker makes is measured with that.
    const isMade = Object.hasOwn(get?.responses ?? {}, '202')
    const isList = !isMade && filters.some((name) => parametersOfPages.includes(name))
    const own = queries[path] ?? (alsoAsked.includes(path) ? [''] : [])
    if (!isList) return own.map((query) => [path, query])
    const used = new Set(own.flatMap((query) => query.split('&').map((pair) => pair.split('=')[0])))
    const left = filters.filter((name) => !used.has(name))
    if (left.length > 0)
      throw new Error(`GET ${path} is not asked with ${left.join(', ')}: add it to ${import.meta.file}`)
    return own.map((query) => [path, query])
  })
}

async function withCursor(path: string, query: string, ask: (path: string) => Promise<Response>): Promise<string> {
  if (!query.endsWith('cursor=')) return query
  const separator = query.includes('limit=') ? '' : 'limit=10&'
  const rest = query.slice(0, -'cursor='.length)
  const answer = await ask(`${path}?${separator}${rest}`.replace(/[?&]$/, ''))
  const first = (await answer.json()) as Record<string, unknown>
  const cursor = findCursor(first) ?? cursorOfLink(answer.headers.get('link'))
  return cursor === undefined
    ? `${separator}${rest}`.replace(/&$/, '')
    : `${separator}${query}${encodeURIComponent(cursor)}`
}

/** Areas name it differently, and the chain of a task has its own. */
function findCursor(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    if ((name === 'next_cursor' || name === 'nextCursor') && typeof member === 'string') return member
    const inner = Array.isArray(member) ? undefined : findCursor(member)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** A documented body has no room for it. */
const cursorOfLink = (link: string | null): string | undefined =>
  /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(link ?? '')?.[1]

export const listsTable = (rows: readonly Listed[]): string =>
  markdownTable(
    ['GET', 'p50 ms', 'p99 ms'],
    rows.map(({ what, p50, p99 }) => [`\`${what}\``, figure(p50), figure(p99)]),
  )
