/**
 * What is changed in the product's sources to take evidence and governance out, for what they cost. Left out are
 * - nodes: their bodies, hashes and signatures, their rows and edges; a head is 32 random bytes, a stream has no place;
 * - digests of payloads and results;
 * - decisions, on what may begin and on what may be released, and the look for secrets in results.
 * All else stays: keys, limits, schemas, the plan's rows, its locks and the moves that the database checks, jobs, outcomes.
 */
type Change = { from: string | RegExp; to: string }

const joined = /from tasks t join edg_nodes n on [^\n]*?(?= where|\n)/g

const head = `{ id: Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'), orgId, body: { parents: [],
  stream: draft.stream, kind: draft.kind, pos: draft.pos ?? 0, height: draft.height ?? 0, prev: draft.prev ?? null,
  timestamp: draft.timestamp }, text: '', signature: new Uint8Array(), kid: '' }`
const isAtStart = `['key', 'constitution', 'log'].includes(draft.subject.type)`
const allowed = `{ tier: 'T0', decision: 'allow', action, phase, constitution: '', articles: [], input: {} }`

const changes: Record<string, Change[]> = {
  'shared/evidence/node.ts': [
    // What a process records of itself when it starts is there before.
    {
      from: 'const parents = [...(draft.parents',
      to: `if (!${isAtStart}) return ${head}\n  const parents = [...(draft.parents`,
    },
  ],
  'shared/kernel/canonical.ts': [
    {
      from: 'const hasher = new Bun.CryptoHasher',
      to: `return { digest: 'sha256:', size: 0 }\n  const hasher = new Bun.CryptoHasher`,
    },
  ],
  'shared/agents/task-type.ts': [{ from: /`sha256:\$\{sha256Hex\(canonicalJson\([^`]*`/, to: `'sha256:'` }],
  'shared/plans/judgement.ts': [{ from: ' = withoutSecrets(made)', to: ' = { value: made, found: [] }' }],
  'shared/governance/governance.ts': [
    { from: 'if (!compiled) return decideUnread(action, phase, input)', to: `return ${allowed}` },
  ],
  'db/queries/nodes.ts': [
    { from: 'const records = nodes.map(', to: `const records = nodes.filter(({ node }) => node.text !== '').map(` },
  ],
  'db/queries/tasks.ts': [
    {
      from: `n.height, n.body::json ->> 'timestamp' as head_at`,
      to: `t.version as height, '2026-01-01T00:00:00.000Z' as head_at`,
    },
    { from: `encode(n.id, 'hex') as first`, to: `encode(head, 'hex') as first` },
    { from: joined, to: 'from tasks t' },
  ],
}

/** The files that are changed, from the project's root. */
export const changedFiles: readonly string[] = Object.keys(changes)

/** A file's source without evidence. @throws of a change that finds nothing to change. */
export function withoutEvidence(path: string, source: string): string {
  return (changes[path] ?? []).reduce((text, { from, to }) => {
    const changed = text.replaceAll(
      typeof from === 'string' || from.global ? from : new RegExp(from, `${from.flags}g`),
      to,
    )
    if (changed === text) throw new Error(`${path} has no ${from} any more`)
    return changed
  }, source)
}
