/** What several `bun test` print, as if it were one: each file's lines together, what failed once more, one sum. */

export type TestReport = {
  /** For one `bun test`: takes what it prints as it comes. */
  open(name: string): TestOutput
  /** Prints the sum. @returns whether everything passed. */
  close(seconds: number): boolean
}

export type TestOutput = {
  write(text: string): void
  /** `how` it ended: an exit code, or the signal that killed it. */
  end(how: number | string): void
}

const fileLine = /^test\/\S+\.test\.tsx?:$/
const failureLine = /^(\(fail\) |# Unhandled error between tests$)/
/** With one of these begins what `bun test` says after its last file. */
const sumLine = /^(\d+ tests? (failed|skipped|todo):| ?\d+ pass)$/
const countLine = /^ ?(\d+) (pass|skip|todo|fail|errors?|expect\(\) calls)$/
const endLine = /^Ran (\d+) tests? across (\d+) files?\. /

/** The order in which `bun test` says them; the first two it says always. */
const counted = ['pass', 'fail', 'skip', 'todo', 'error', 'expect() calls']

type Tally = { counts: Map<string, number>; failures: string[]; isGood: boolean }
type Print = (text: string) => void

export function createTestReport(print: Print): TestReport {
  const tally: Tally = { counts: new Map(), failures: [], isGood: true }
  return {
    open: (name) => openOutput(name, tally, print),
    close(seconds) {
      const of = (what: string) => tally.counts.get(what) ?? 0
      if (tally.failures.length > 0) print(`\n${tally.failures.length} failed:\n${tally.failures.join('\n')}\n`)
      const said = counted.filter((what) => of(what) > 0 || what === 'pass' || what === 'fail')
      print(`\n${said.map((what) => ` ${of(what)} ${what}\n`).join('')}`)
      print(`Ran ${of('tests')} tests across ${of('files')} files. [${seconds.toFixed(2)}s]\n`)
      return tally.isGood && of('fail') === 0 && of('pass') > 0
    },
  }
}

function openOutput(name: string, tally: Tally, print: Print): TestOutput {
  let rest = ''
  let file = name
  let block: string[] = []
  let [isSumming, isWhole] = [false, false]
  const printBlock = () => {
    if (block.some((line) => line.trim() !== '')) print(`${block.join('\n').trimEnd()}\n`)
    block = []
  }
  const fail = (text: string) => tally.failures.push(`${file} ${text}`)

  function takeOfFile(line: string): void {
    if (fileLine.test(line)) {
      printBlock()
      file = line
      block = ['', line]
    } else if (!line.startsWith('bun test v')) block.push(line)
    if (failureLine.test(line)) fail(line)
  }

  function takeOfSum(line: string): void {
    const [, count, what] = countLine.exec(line) ?? []
    const [, tests, files] = endLine.exec(line) ?? []
    const found = { [what?.replace('errors', 'error') ?? '']: count, tests, files }
    for (const [each, times] of Object.entries(found)) {
      if (times !== undefined) tally.counts.set(each, (tally.counts.get(each) ?? 0) + Number(times))
    }
    isWhole ||= files !== undefined
  }

  const take = (line: string) => {
    isSumming ||= sumLine.test(line)
    if (isSumming) takeOfSum(line)
    else takeOfFile(line)
  }
  return {
    write(text) {
      const lines = `${rest}${text}`.split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) take(line)
    },
    end(how) {
      if (rest !== '') take(rest)
      printBlock()
      if (how === 0 && isWhole) return
      tally.isGood = false
      // It has said itself what failed.
      if (how === 1 && isWhole) return
      tally.counts.set('fail', (tally.counts.get('fail') ?? 0) + 1)
      fail(`${name} ended before its time (${typeof how === 'string' ? how : `exit code ${how}`})`)
    },
  }
}
