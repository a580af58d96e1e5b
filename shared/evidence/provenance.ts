/** A chain in other people's words: W3C PROV-JSON. It carries no integrity; the bundle does. Pure. */
import type { NodeBody } from '#shared/contracts/node'

export type NamedNode = { id: string; body: NodeBody }

/** Relations in which the parent was made into the child; in the others the child's making used it. */
const derived = new Set(['prev', 'input', 'supersedes'])

/** Each node an entity, its making an activity, its maker an agent. */
export function provOf(nodes: readonly NamedNode[]): unknown {
  const links = nodes.flatMap(({ id, body }) => body.parents.map((parent, at) => ({ id, at, ...parent })))
  const entries = <Item, Value>(items: readonly Item[], entry: (item: Item) => [string, Value]) =>
    Object.fromEntries(items.map(entry))
  return {
    prefix: { edg: 'urn:assay:edg:', agent: 'urn:assay:agent:', prov: 'http://www.w3.org/ns/prov#' },
    entity: entries(nodes, ({ id, body }) => [
      `edg:${id}`,
      {
        'prov:type': { $: `edg:${body.kind}`, type: 'prov:QUALIFIED_NAME' },
        'edg:stream': body.stream,
        'edg:pos': body.pos,
        ...(body.payload ? { 'edg:payload': body.payload.digest } : {}),
      },
    ]),
    activity: entries(nodes, ({ id, body }) => [
      activityOf(id),
      { 'prov:startTime': body.timestamp, 'prov:endTime': body.timestamp, 'edg:kind': body.kind },
    ]),
    agent: entries(nodes, ({ body }) => [
      agentOf(body),
      {
        'prov:type': { $: 'prov:SoftwareAgent', type: 'prov:QUALIFIED_NAME' },
        'edg:name': body.agent.name,
        'edg:version': body.agent.version,
      },
    ]),
    wasGeneratedBy: entries(nodes, ({ id, body }) => [
      `_:g${id}`,
      { 'prov:entity': `edg:${id}`, 'prov:activity': activityOf(id), 'prov:time': body.timestamp },
    ]),
    wasAssociatedWith: entries(nodes, ({ id, body }) => [
      `_:a${id}`,
      { 'prov:activity': activityOf(id), 'prov:agent': agentOf(body) },
    ]),
    wasDerivedFrom: entries(
      links.filter(({ rel }) => derived.has(rel)),
      ({ id, at, hash, rel }) => [
        `_:d${id}.${at}`,
        { 'prov:generatedEntity': `edg:${id}`, 'prov:usedEntity': `edg:${hash}`, 'edg:rel': rel },
      ],
    ),
    used: entries(
      links.filter(({ rel }) => !derived.has(rel)),
      ({ id, at, hash, rel }) => [
        `_:u${id}.${at}`,
        { 'prov:activity': activityOf(id), 'prov:entity': `edg:${hash}`, 'edg:rel': rel },
      ],
    ),
  }
}

const activityOf = (id: string) => `edg:${id}/making`
const agentOf = ({ agent: { name, version } }: NodeBody) => `agent:${name}/${version}`
