/** A subject without what mail programs and lists put before it, and its words. Pure. */

const answers =
  /^\s*(?:(?:re|fwd?|aw|antw|wg|sv|vs|tr|rv|rif|odp|r|i)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*:|\[[^\][]{1,60}\])\s*/i
const answerOnly = /^\s*(?:\[[^\][]{1,60}\]\s*)?(?:re|aw|antw|sv|rif|odp)(?:\[\d{1,3}\]|\(\d{1,3}\))?\s*:/i
/** Whoever nests more of them is not heard. */
const mostMarks = 10

/** Where the subject itself begins. */
export function subjectStart(subject: string): number {
  let start = 0
  for (let mark = 0; mark < mostMarks; mark++) {
    const found = answers.exec(subject.slice(start, start + 100))
    if (found === null) break
    start += found[0].length
  }
  return start < subject.length ? start : 0
}

/** "Re:" and what other languages write for it; a mail that is passed on answers nothing. */
export const isAnswerBySubject = (subject: string): boolean => answerOnly.test(subject.slice(0, 120))

const word = /[\p{L}\p{N}][\p{L}\p{N}'’_-]{1,39}/gu
const mostWords = 20
/** Say nothing of what it is about. */
const empty: ReadonlySet<string> = new Set(
  'the and for you your our are was with from this that has have not but its der die das und für von les des une pour los las para por una'.split(
    ' ',
  ),
)

/** In lower case, each once, at most 20; numbers of tickets and days are none. */
export function subjectWords(subject: string): string[] {
  const found = subject.slice(subjectStart(subject)).toLowerCase().match(word) ?? []
  return [...new Set(found.filter((each) => !empty.has(each) && !/^[\d_-]+$/.test(each)))].slice(0, mostWords)
}
