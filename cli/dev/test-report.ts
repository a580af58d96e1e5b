/** What several `bun test` print, as if it were one: each file's lines together, what failed once more, what took longest, one sum. */

export type TestReport = {
  /** For one `bun test`: takes what it prints as it comes. */
  open(name: string): TestOutput
  /** Files in which tests failed; undefined where something ended before its time, which no file answers for. */
  failed(): string[] | undefined
  /** These files passed when they ran again, alone: what failed in them counts as passed, and is named. */
  passedAlone(files: readonly string[]): void
  hasPassed(): boolean
  /** Prints the sum. @returns whether everything passed. */
  close(seconds: number): boolean
}

export type TestOutput = {
  write(text: string): void
  /** `how` it ended: an exit code, or the signal that killed it. */
  end(how: number | string): void
}

const fileLine = /^test\/\S+\.test\.tsx?:$/
const errorLine = '# Unhandled error between tests'
const isFailure = (line: string) => line.startsWith('(fail) ') || line === errorLine
/** With one of these begins what `bun test` says after its last file. */
const sumLine = /^(\d+ tests? (failed|skipped|todo):| ?\d+ pass)$/
const countLine = /^ ?(\d+) (pass|skip|todo|fail|errors?|expect\(\) calls)$/
const endLine = /^Ran (\d+) tests? across (\d+) files?\. /

/** The order in which `bun test` says them; the first two it says always. */
const counted = ['pass', 'fail', 'skip', 'todo', 'error', 'expect() calls']

type Failure = { file: string; text: string }
type Tally = {
  counts: Map<string, number>
  failures: Failure[]
  unsteady: Failure[]
  /** From the line that names a file to the one that names the next: its hooks too, and what else its lane waited for. */
  took: { file: string; seconds: number }[]
  isGood: boolean
}
type Print = (text: string) => void

const slowestTold = 15

export function createTestReport(print: Print): TestReport {
  const tally: Tally = { counts: new Map(), failures: [], unsteady: [], took: [], isGood: true }
  const add = (what: string, count: number) => tally.counts.set(what, (tally.counts.get(what) ?? 0) + count)
  const list = (failures: readonly Failure[]) => failures.map(({ file, text }) => `${file} ${text}\n`).join('')
  const of = (what: string) => tally.counts.get(what) ?? 0
  const hasPassed = () => tally.isGood && of('fail') === 0 && of('error') === 0 && of('pass') > 0
  return {
    open: (name) => openOutput(name, tally, print),
    failed: () => (tally.isGood ? [...new Set(tally.failures.map(({ file }) => file.replace(/:$/, '')))] : undefined),
    passedAlone(files) {
      const isAmong = ({ file }: Failure) => files.includes(file.replace(/:$/, ''))
      const steady = tally.failures.filter(isAmong)
      tally.failures = tally.failures.filter((failure) => !isAmong(failure))
      tally.unsteady.push(...steady)
      // An error between tests is none of their number.
      const tests = steady.filter(({ text }) => text !== errorLine).length
      add('fail', -tests)
      add('pass', tests)
      add('error', tests - steady.length)
    },
    close(seconds) {
      const slowest = tally.took.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestTold)
      print(
        `\nslowest files:\n${slowest.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s ${file}\n`).join('')}`,
      )
      if (tally.unsteady.length > 0)
        print(`\n${tally.unsteady.length} failed beside others, and passed alone:\n${list(tally.unsteady)}`)
      if (tally.failures.length > 0) print(`\n${tally.failures.length} failed:\n${list(tally.failures)}`)
      const said = counted.filter((what) => of(what) > 0 || what === 'pass' || what === 'fail')
      print(`\n${said.map((what) => ` ${of(what)} ${what}\n`).join('')}`)
      print(`Ran ${of('tests')} tests across ${of('files')} files. [${seconds.toFixed(2)}s]\n`)
      return hasPassed()
    },
    hasPassed,
  }
}

function openOutput(name: string, tally: Tally, print: Print): TestOutput {
  let rest = ''
  let file = name
  let block: string[] = []
  let since: number | undefined
  let [isSumming, isWhole, hasFailed] = [false, false, false]
  const noteTime = () => {
    const now = performance.now()
    if (since !== undefined) tally.took.push({ file: file.replace(/:$/, ''), seconds: (now - since) / 1000 })
    since = now
  }
  const printBlock = () => {
    if (block.some((line) => line.trim() !== '')) print(`${block.join('\n').trimEnd()}\n`)
    block = []
  }
  const fail = (text: string) => {
    hasFailed = true
    tally.failures.push({ file, text })
  }

  function takeOfFile(line: string): void {
    if (fileLine.test(line)) {
      printBlock()
      noteTime()
      file = line
      block = ['', line]
    } else if (!line.startsWith('bun test v')) block.push(line)
    if (isFailure(line)) fail(line)
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
      noteTime()
      // It has said itself what failed, if anything.
      if (isWhole && (how === 0 || (how === 1 && hasFailed))) return
      tally.isGood = false
      tally.counts.set('fail', (tally.counts.get('fail') ?? 0) + 1)
      fail(`${name} ended before its time (${typeof how === 'string' ? how : `exit code ${how}`})`)
    },
  }
}
