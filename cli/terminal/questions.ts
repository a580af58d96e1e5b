/** Asks the person at a terminal, line by line. What is secret is never shown, and no line is kept for a later one. */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { exitCodes } from '#cli/terminal/exit'
import { refusal } from '#cli/terminal/refusal'

export type Questions = {
  /** What was answered, without spaces around it. @throws Refusal when there will be no answer, as all of these do. */
  ask: (question: string, rules?: AnswerRules) => Promise<string>
  /** As it was typed. Asked again where it is empty. */
  askSecret: (question: string) => Promise<string>
  /** Whether the answer is a yes; an empty one is none. */
  confirm: (question: string) => Promise<boolean>
  close: () => void
}

export type AnswerRules = {
  /** What an empty answer stands for. */
  standard?: string | undefined
  /** What is wrong with an answer: said, and then it is asked again. */
  faultOf?: (answer: string) => string | undefined
}

type Input = NodeJS.ReadStream
type Output = Pick<NodeJS.WriteStream, 'write' | 'columns' | 'isTTY'>

/** Whether a person sees the question and can answer it. */
export const canAsk = (input: Pick<Input, 'isTTY'> = process.stdin, output: Output = process.stderr): boolean =>
  input.isTTY === true && output.isTTY === true

/**
 * One for all questions of a command: from the first to `close` the terminal itself echoes nothing, so that what is typed or pasted
 * between two questions is not shown either. Ctrl-C ends the process, as everywhere.
 */
export function openQuestions(input: Input = process.stdin, output: Output = process.stderr): Questions {
  let isShown = false
  // What readline draws goes through here.
  const drawn = new Writable({
    write(piece, _encoding, done) {
      if (isShown) output.write(piece)
      done()
    },
  })
  const lines = createInterface({
    input,
    output: Object.assign(drawn, { columns: output.columns ?? 80 }),
    terminal: true,
    historySize: 0,
  })
  const typed: string[] = []
  let waiting: { resolve: (line: string) => void; reject: (error: Error) => void } | undefined
  let isOver = false
  lines.on('line', (line) => {
    isShown = false
    if (waiting) waiting.resolve(line)
    else typed.push(line)
    waiting = undefined
  })
  lines.on('close', () => {
    isOver = true
    waiting?.reject(noAnswer())
    waiting = undefined
  })
  lines.on('SIGINT', () => {
    lines.close()
    output.write('\n')
    process.exit(exitCodes.interrupted)
  })

  const nextLine = (): Promise<string> => {
    const ready = typed.shift()
    if (ready !== undefined) return Promise.resolve(ready)
    if (isOver) return Promise.reject(noAnswer())
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject }
    })
  }
  const askOnce = (question: string): Promise<string> => {
    isShown = true
    lines.setPrompt(question)
    lines.prompt(true)
    return nextLine()
  }

  return {
    async ask(question, { standard, faultOf = () => undefined } = {}) {
      for (;;) {
        const said = (await askOnce(`${question}${standard === undefined ? '' : ` [${standard}]`}: `)).trim()
        const answer = said === '' ? (standard ?? '') : said
        const fault = answer === '' ? 'It is needed.' : faultOf(answer)
        if (fault === undefined) return answer
        output.write(`${fault}\n`)
      }
    },
    async askSecret(question) {
      for (;;) {
        output.write(`${question} (is not shown): `)
        const secret = await nextLine()
        output.write('\n')
        if (secret !== '') return secret
        output.write('It is needed.\n')
      }
    },
    async confirm(question) {
      return /^y(es)?$/i.test((await askOnce(`${question} [y/N]: `)).trim())
    },
    close: () => lines.close(),
  }
}

const noAnswer = () => refusal('left before everything was answered; nothing was done')
