/** A connection that sends nothing: it takes down what statements a function would send, and answers each with made-up rows. */
import { keyOf } from '#test/support/queries/shapes'

/** A statement as it would be sent, and the templates that it was put together from. */
export type Recorded = { text: string; parameters: unknown[]; key: string; parts: ReadonlySet<string> }

type Part = { texts: readonly string[]; values: readonly unknown[] }
const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && parts.has(value)
const parts = new WeakSet<object>()
class Identifier {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}
/** Rows for an insert, as postgres.js takes them. */
class Rows {
  readonly rows: readonly Record<string, unknown>[]
  constructor(rows: readonly Record<string, unknown>[]) {
    this.rows = rows
  }
}

/** More than any function sends for one thing: one that goes on has been answered with nonsense. */
const most = 15

/** @param answer the rows for the statement that the template begins, which is the nth of this call. */
export function recordingSql(answer: (key: string, nth: number) => unknown[], record: (statement: Recorded) => void) {
  let sent = 0

  function send(part: Part): Promise<unknown[]> {
    if (++sent > most) return Promise.reject(new Error('it sends without end'))
    const statement = written(part)
    record(statement)
    return Promise.resolve(Object.assign(answer(statement.key, sent - 1), { count: 1 }))
  }

  function partOf(texts: readonly string[], values: readonly unknown[]) {
    const part = pending({ texts, values }, send)
    parts.add(part)
    return part
  }
  function sql(first: TemplateStringsArray | string | Record<string, unknown>[], ...values: unknown[]) {
    if (typeof first === 'string') return new Identifier(first)
    return 'raw' in first ? partOf(first, values) : new Rows(first)
  }
  const handle = Object.assign(sql, {
    unsafe: (text: string) => partOf([text], []),
    begin: async (...args: unknown[]) => {
      const act = args.at(-1)
      return typeof act === 'function' ? act(handle) : undefined
    },
  })
  return handle
}

/** As a query of postgres.js is: sent when somebody waits for it, and not before. */
function pending(part: Part, send: (part: Part) => Promise<unknown[]>) {
  let sent: Promise<unknown[]> | undefined
  const sending = () => {
    sent ??= send(part)
    return sent
  }
  return {
    ...part,
    options: {},
    // biome-ignore lint/suspicious/noThenProperty: a query of postgres.js is awaited, and so is what stands for it.
    then: (...args: Parameters<Promise<unknown[]>['then']>) => sending().then(...args),
    catch: (...args: Parameters<Promise<unknown[]>['catch']>) => sending().catch(...args),
  }
}

function written(statement: Part): Recorded {
  const parameters: unknown[] = []
  const templates = new Set<string>()
  const write = ({ texts, values }: Part): string => {
    templates.add(keyOf(texts))
    return texts.map((text, at) => (at < values.length ? text + place(values[at]) : text)).join('')
  }
  const place = (value: unknown): string => {
    if (value instanceof Identifier) return quoted(value.name)
    if (isPart(value)) return write(value)
    if (value instanceof Rows) return inserted(value)
    return `$${parameters.push(value)}`
  }
  const inserted = ({ rows }: Rows): string => {
    const names = Object.keys(rows[0] ?? {})
    const lines = rows.map((row) => `(${names.map((name) => place(row[name])).join(', ')})`)
    return `(${names.map(quoted).join(', ')}) values ${lines.join(', ')}`
  }
  return { text: write(statement), parameters, key: keyOf(statement.texts), parts: templates }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""').replaceAll('.', '"."')}"`
