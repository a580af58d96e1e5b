/**
 * Which columns of a statement can be null, by Postgres's own reading of it: a column of a table is as the table says, unless an
 * outer join may leave it out or a condition keeps its nulls out; what is made of such columns follows from them.
 *
 * What it cannot see, it calls unknown: parameters, what functions give that return rows, members of JSON, and functions that are
 * not in the list below.
 */
import type { Sql } from '#db/client'
import {
  firstOf,
  hasAnyAt,
  nodeAt,
  nodesAt,
  numberAt,
  readTree,
  type TreeNode,
  wordAt,
} from '#test/support/queries/node-tree'

/** Kept: it can be, and a condition of the statement keeps its nulls out. */
export type Nullability = 'never' | 'kept' | 'maybe' | 'unknown'

/** Of what Postgres knows by number. */
export type Catalogue = {
  /** Columns that are never null, as `table.column`, both as numbers. */
  notNull: ReadonlySet<string>
  functions: ReadonlyMap<string, { name: string; isStrict: boolean }>
}

export async function readCatalogue(sql: Sql): Promise<Catalogue> {
  const columns = await sql<{ place: string }[]>`
    select attrelid || '.' || attnum as place from pg_attribute where attnotnull`
  const functions = await sql<{ id: string; name: string; is_strict: boolean }[]>`
    select oid::text as id, proname::text as name, proisstrict as is_strict from pg_proc`
  return {
    notNull: new Set(columns.map(({ place }) => place)),
    functions: new Map(functions.map(({ id, name, is_strict }) => [id, { name, isStrict: is_strict }])),
  }
}

/** These give something whenever all that they are given is something. */
const total = new Set(
  (
    'encode decode date_trunc date_part extract to_char split_part substr round floor ceil abs greatest octet_length ' +
    'cardinality array_to_string replace md5 sha256 convert_to make_interval to_json to_jsonb concat length ' +
    'now clock_timestamp gen_random_uuid pg_backend_pid pg_current_snapshot pg_snapshot_xmin pg_snapshot_xmax format ' +
    'json_build_object pg_try_advisory_lock pg_try_advisory_xact_lock current_setting quote_ident mod numeric float8'
  ).split(' '),
)
const rankings = new Set(['row_number', 'rank', 'dense_rank', 'count'])

const select = 1
const relation = '0'
const subquery = '1'
const join = '2'
const cte = '6'
const group = '9'

type Scope = { query: TreeNode; above: Scope | undefined; kept: ReadonlySet<string> }

/** Of each column that a statement gives, in order. @param body the text of its tree. */
export function nullabilityOf(body: string, catalogue: Catalogue): Nullability[] {
  const query = firstOf(readTree(body), 'QUERY')
  if (!query) return []
  return targetsOf(query).map((_, at) => ofTarget(scopeOf(query, undefined), at + 1))

  function ofTarget(scope: Scope, place: number): Nullability {
    const { query } = scope
    const united = nodeAt(query, 'setOperations')
    if (united)
      return worst(
        leavesOf(united).map((index) => {
          const branch = nodeAt(entryOf(query, index), 'subquery')
          return branch ? ofTarget(scopeOf(branch, scope), place) : 'unknown'
        }),
      )
    const target = targetsOf(query).find((each) => numberAt(each, 'resno') === place)
    const expression = target && nodeAt(target, 'expr')
    return expression ? of(expression, scope) : 'unknown'
  }

  function of(node: TreeNode, scope: Scope): Nullability {
    const args = () => nodesAt(node, 'args').map((arg) => of(arg, scope))
    switch (node.kind) {
      case 'VAR':
        return ofColumn(node, scope)
      case 'CONST':
        return wordAt(node, 'constisnull') === 'true' ? 'maybe' : 'never'
      case 'RELABELTYPE':
      case 'COERCEVIAIO':
      case 'ARRAYCOERCEEXPR':
        return worst(nodesAt(node, 'arg').map((arg) => of(arg, scope)))
      case 'COALESCEEXPR':
      case 'COALESCE':
      case 'MINMAXEXPR':
      case 'MINMAX': {
        const each = args()
        return each.find(isThere) ?? worst(each)
      }
      case 'NULLTEST':
      case 'BOOLEANTEST':
      case 'DISTINCTEXPR':
      case 'ARRAYEXPR':
      case 'ARRAY':
      case 'ROWEXPR':
      case 'ROW':
      case 'SQLVALUEFUNCTION':
      case 'JSONCONSTRUCTOREXPR':
        return 'never'
      case 'BOOLEXPR':
        return args().every(isThere) ? 'never' : 'unknown'
      case 'FUNCEXPR':
        return ofFunction(node, args())
      case 'OPEXPR':
        return ofOperator(node, args())
      case 'SCALARARRAYOPEXPR':
        return args().slice(0, 1).every(isThere) ? 'never' : 'unknown'
      case 'CASEEXPR':
      case 'CASE':
        return worst(
          [...nodesAt(node, 'args').flatMap((when) => nodesAt(when, 'result')), ...nodesAt(node, 'defresult')].map(
            (result) => of(result, scope),
          ),
        )
      case 'AGGREF':
        return ofAggregate(node, scope)
      case 'WINDOWFUNC':
        return rankings.has(nameOf(node, 'winfnoid')) ? 'never' : 'maybe'
      case 'SUBLINK':
        return ofSubquery(node, scope)
      default:
        return 'unknown'
    }
  }

  function ofColumn(node: TreeNode, scope: Scope): Nullability {
    let at: Scope | undefined = scope
    for (let up = numberAt(node, 'varlevelsup'); up > 0; up--) at = at?.above
    if (!at) return 'unknown'
    const column = numberAt(node, 'varattno')
    if (at.kept.has(placeOf(node))) return 'kept'
    const said = ofEntry(entryOf(at.query, numberAt(node, 'varno')), column, at)
    return hasAnyAt(node, 'varnullingrels') ? 'maybe' : said
  }

  function ofEntry(entry: TreeNode, column: number, scope: Scope): Nullability {
    const kind = wordAt(entry, 'rtekind')
    // What a view gives is not said of its columns.
    if (kind === relation && wordAt(entry, 'relkind') === 'v') return 'unknown'
    if (kind === relation)
      return column <= 0 || catalogue.notNull.has(`${wordAt(entry, 'relid')}.${column}`) ? 'never' : 'maybe'
    if (kind === subquery) {
      const inner = nodeAt(entry, 'subquery')
      return inner ? ofTarget(scopeOf(inner, scope), column) : 'unknown'
    }
    if (kind === join || kind === group) {
      const expression = nodesAt(entry, kind === join ? 'joinaliasvars' : 'groupexprs')[column - 1]
      return expression ? of(expression, scope) : 'unknown'
    }
    return kind === cte ? ofNamed(entry, column, scope) : 'unknown'
  }

  function ofNamed(entry: TreeNode, column: number, scope: Scope): Nullability {
    // Of what refers to itself, what it begins with says it.
    if (wordAt(entry, 'self_reference') === 'true') return 'never'
    let at: Scope | undefined = scope
    for (let up = numberAt(entry, 'ctelevelsup'); up > 0; up--) at = at?.above
    const named =
      at && nodesAt(at.query, 'cteList').find((each) => wordAt(each, 'ctename') === wordAt(entry, 'ctename'))
    const inner = named && nodeAt(named, 'ctequery')
    return inner && at ? ofTarget(scopeOf(inner, at), column) : 'unknown'
  }

  function ofFunction(node: TreeNode, args: readonly Nullability[]): Nullability {
    const known = catalogue.functions.get(wordAt(node, 'funcid'))
    if (known?.isStrict && args.includes('maybe')) return 'maybe'
    const isCast = ['1', '2'].includes(wordAt(node, 'funcformat'))
    return (isCast || total.has(known?.name ?? '')) && args.every(isThere) ? 'never' : 'unknown'
  }

  function ofOperator(node: TreeNode, args: readonly Nullability[]): Nullability {
    if (args.includes('maybe')) return 'maybe'
    // Members of JSON are text or JSON; what comes of comparing and of reckoning is there.
    const isMember = ['25', '114', '3802'].includes(wordAt(node, 'opresulttype'))
    return !isMember && args.every(isThere) ? 'never' : 'unknown'
  }

  function ofAggregate(node: TreeNode, scope: Scope): Nullability {
    if (nameOf(node, 'aggfnoid') === 'count') return 'never'
    const isGrouped = nodesAt(scope.query, 'groupClause').length > 0
    if (!isGrouped || nodeAt(node, 'aggfilter')) return 'maybe'
    return worst(nodesAt(node, 'args').flatMap((arg) => nodesAt(arg, 'expr').map((each) => of(each, scope))))
  }

  function ofSubquery(node: TreeNode, scope: Scope): Nullability {
    const inner = nodeAt(node, 'subselect')
    const kind = wordAt(node, 'subLinkType')
    if (kind === '0' || kind === '6') return 'never'
    if (kind !== '4' || !inner) return 'unknown'
    const from = nodeAt(inner, 'jointree')
    const isOfNothing = from && nodesAt(from, 'fromlist').length === 0 && !nodeAt(from, 'quals')
    const isOneRow = isOfNothing || (wordAt(inner, 'hasAggs') === 'true' && nodesAt(inner, 'groupClause').length === 0)
    return isOneRow ? ofTarget(scopeOf(inner, scope), 1) : 'maybe'
  }

  function nameOf(node: TreeNode, field: string): string {
    return catalogue.functions.get(wordAt(node, field))?.name ?? ''
  }
}

const worst = (each: readonly Nullability[]): Nullability =>
  each.length === 0 ? 'unknown' : (severity.find((one) => each.includes(one)) ?? 'unknown')
const severity = ['maybe', 'unknown', 'kept', 'never'] as const
const isThere = (nullability: Nullability) => nullability === 'never' || nullability === 'kept'

const scopeOf = (query: TreeNode, above: Scope | undefined): Scope => ({ query, above, kept: keptIn(query) })

const targetsOf = (query: TreeNode): TreeNode[] =>
  nodesAt(query, numberAt(query, 'commandType') === select ? 'targetList' : 'returningList').filter(
    (target) => wordAt(target, 'resjunk') !== 'true',
  )

const entryOf = (query: TreeNode, index: number): TreeNode =>
  nodesAt(query, 'rtable')[index - 1] ?? { kind: '', fields: {} }

/** The branches of a union, by their places. */
function leavesOf(node: TreeNode): number[] {
  if (node.kind === 'RANGETBLREF') return [numberAt(node, 'rtindex')]
  return [...nodesAt(node, 'larg'), ...nodesAt(node, 'rarg')].flatMap(leavesOf)
}

const placeOf = (column: TreeNode) => `${wordAt(column, 'varno')}.${wordAt(column, 'varattno')}`

/** The columns whose nulls a select's conditions keep out: those that are compared, or said to be there. */
function keptIn(query: TreeNode): ReadonlySet<string> {
  const kept = new Set<string>()
  const from = nodeAt(query, 'jointree')
  if (numberAt(query, 'commandType') !== select || !from) return kept
  for (const condition of nodesAt(from, 'quals').flatMap(partsOf)) {
    const isThere = condition.kind === 'NULLTEST' && wordAt(condition, 'nulltesttype') === '1'
    const isCompared = condition.kind === 'OPEXPR' || condition.kind === 'SCALARARRAYOPEXPR'
    for (const arg of nodesAt(condition, isThere ? 'arg' : isCompared ? 'args' : ''))
      if (arg.kind === 'VAR' && wordAt(arg, 'varlevelsup') === '0') kept.add(placeOf(arg))
  }
  return kept
}

const partsOf = (condition: TreeNode): TreeNode[] =>
  condition.kind === 'BOOLEXPR' && wordAt(condition, 'boolop') === 'and'
    ? nodesAt(condition, 'args').flatMap(partsOf)
    : [condition]
