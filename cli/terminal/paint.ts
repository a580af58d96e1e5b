/** Colours of words in a terminal, and words of others made harmless for it. Pure: colours are asked for, not looked up. */
import type { Severity } from '#db/documents/scan-report'

export type TextStyle = { isColourful: boolean }

const colours: Record<Severity | 'pass' | 'fail' | 'dim' | 'bold', string> = {
  critical: '1;31',
  serious: '31',
  moderate: '33',
  minor: '36',
  practice: '34',
  warning: '35',
  pass: '1;32',
  fail: '1;31',
  dim: '2',
  bold: '1',
}

export type Paint = (text: string, as: keyof typeof colours) => string
export const painter =
  ({ isColourful }: TextStyle): Paint =>
  (text, as) =>
    isColourful ? `\u001B[${colours[as]}m${text}\u001B[0m` : text

/** A page's words on one line, and none of them an instruction to the terminal. */
export const clean = (text: string) => text.replace(/\p{Cc}+/gu, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '')
