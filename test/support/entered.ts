/**
 * Preloaded into a process, notes which of our files run: every function of theirs says so as it begins. On SIGUSR2 the
 * process writes what ran since the last time to ENTERED_DIR/PID.N.json.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse } from 'acorn'

const root = resolve(import.meta.dir, '../..')
const into = process.env['ENTERED_DIR'] ?? '.'
const entered = new Set<string>()
let times = 0

Object.assign(globalThis, { entered })
process.on('SIGUSR2', () => {
  const path = `${into}/${process.pid}.${times++}.json`
  writeFileSync(`${path}.new`, JSON.stringify([...entered].sort()))
  renameSync(`${path}.new`, path)
  entered.clear()
})

type Tree = { type: string; start: number; end: number }
const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && 'type' in value

/** Where each function's body begins and, of one that is a mere expression, ends. */
function* bodiesOf(tree: Tree): Generator<Tree> {
  if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(tree.type) && 'body' in tree)
    if (isTree(tree.body)) yield tree.body
  for (const value of Object.values(tree))
    for (const each of Array.isArray(value) ? value : [value]) if (isTree(each)) yield* bodiesOf(each)
}

/** The same program, whose functions say whose they are. */
function telling(source: string, file: string): string {
  const note = `entered.add(${JSON.stringify(file)})`
  const put: { at: number; text: string }[] = []
  for (const { type, start, end } of bodiesOf(parse(source, { ecmaVersion: 'latest', sourceType: 'module' }))) {
    if (type === 'BlockStatement') put.push({ at: start + 1, text: `${note};` })
    else put.push({ at: start, text: `(${note},` }, { at: end, text: ')' })
  }
  // Where two stand at one place the inner one was found later, and ends first.
  put.sort((a, b) => b.at - a.at)
  let text = source
  for (const { at, text: more } of put) text = text.slice(0, at) + more + text.slice(at)
  return text
}

const transpiler = new Bun.Transpiler({ loader: 'ts', target: 'bun' })
Bun.plugin({
  name: 'entered',
  setup(build) {
    build.onLoad({ filter: new RegExp(`^${root}/(api|shared|workers|db)/.*\\.ts$`) }, async ({ path }) => {
      const source = transpiler.transformSync(await Bun.file(path).text())
      return { contents: telling(source, path.slice(root.length + 1)), loader: 'js' }
    })
  },
})
