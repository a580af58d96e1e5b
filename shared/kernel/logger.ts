/** Logging: JSON lines on standard output, ids as fields, never a body or a key. */
import pino, { type Logger } from 'pino'

export type Log = Logger

/** @param role what this process is: `api`, `generate-tree`, … */
export function openLog(role: string, level: string): Log {
  return pino({
    level,
    base: { role, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: ['authorization', 'headers.authorization', '*.authorization'], censor: '[hidden]' },
  })
}
