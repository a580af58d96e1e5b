/** Postgres's own text of a parsed query, as `prosqlbody` has it, read into nodes. */

export type TreeNode = { kind: string; fields: Record<string, TreeValue> }
export type TreeValue = TreeNode | TreeValue[] | string

const tokens = /[{}()]|"(?:[^"\\]|\\.)*"|(?:[^\s{}()\\]|\\.)+/gs

export function readTree(text: string): TreeValue {
  const words = text.match(tokens) ?? []
  let at = 0

  function value(): TreeValue {
    const word = words[at++] ?? ''
    if (word === '{') return node()
    if (word === '(') return list(')')
    return word.startsWith('"') ? word.slice(1, -1) : word
  }
  function list(end: string): TreeValue[] {
    const values: TreeValue[] = []
    while (at < words.length && words[at] !== end) values.push(value())
    at++
    return values
  }
  function node(): TreeNode {
    const kind = words[at++] ?? ''
    const fields: Record<string, TreeValue> = {}
    while (at < words.length && words[at] !== '}') {
      const name = (words[at++] ?? '').slice(1)
      const values: TreeValue[] = []
      while (words[at] !== '}' && !words[at]?.startsWith(':')) values.push(value())
      fields[name] = values.length === 1 ? (values[0] ?? '') : values
    }
    at++
    return { kind, fields }
  }
  return value()
}

const isNode = (value: TreeValue | undefined): value is TreeNode => typeof value === 'object' && !Array.isArray(value)

export const nodeAt = ({ fields }: TreeNode, name: string): TreeNode | undefined => {
  const value = fields[name]
  return isNode(value) ? value : undefined
}
/** The nodes of a list; none where there is no list. */
export const nodesAt = ({ fields }: TreeNode, name: string): TreeNode[] => {
  const value = fields[name]
  return isNode(value) ? [value] : Array.isArray(value) ? value.filter(isNode) : []
}
export const wordAt = ({ fields }: TreeNode, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}
export const numberAt = (node: TreeNode, name: string): number => Number(wordAt(node, name))
/** Whether a set of numbers, which is written `(b 1 2)`, has any. */
export const hasAnyAt = ({ fields }: TreeNode, name: string): boolean => {
  const value = fields[name]
  return Array.isArray(value) && value.length > 1
}

/** The first node of a kind, from the top. */
export function firstOf(value: TreeValue, kind: string): TreeNode | undefined {
  if (Array.isArray(value)) {
    for (const each of value) {
      const found = firstOf(each, kind)
      if (found) return found
    }
    return undefined
  }
  return isNode(value) && value.kind === kind ? value : undefined
}
