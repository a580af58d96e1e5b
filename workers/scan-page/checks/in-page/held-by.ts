/** Which element of the page a name in a program stands for. */
import { fitting } from '#workers/scan-page/checks/in-page/style-rules'

/** By what it was given: `const box = document.querySelector('#box')`, or by its id where it was given nothing; null where that is not to be seen. */
export function heldBy(program: string, name: string, elements: readonly Element[]): Element | null {
  const given = new RegExp(
    `(?<![\\w$])${RegExp.escape(name)}\\s*=\\s*[\\w$.]*(?:querySelector\\(\\s*['"\`]([^'"\`]+)['"\`]|getElementById\\(\\s*['"\`]([^'"\`]+)['"\`])`,
  ).exec(program)
  if (!given) {
    const isGiven = new RegExp(`(?<![\\w$.])${RegExp.escape(name)}\\s*(?:=(?!=)|=>|,|\\))`).test(program)
    return isGiven ? null : (fitting(elements, `[id="${CSS.escape(name)}"]`)[0] ?? null)
  }
  const [, selector, id] = given
  return fitting(elements, selector ?? `[id="${CSS.escape(id ?? '')}"]`)[0] ?? null
}
