/** A reason to stop that the person at the terminal can act on: shown in one line, without a stack. */

export function refusal(message: string): Error {
  return Object.assign(new Error(message), { name: 'Refusal' })
}

export function isRefusal(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Refusal'
}
