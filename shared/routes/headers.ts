/** Headers of answers that several routes have, with what they say. */

/** Of what a caller may keep. */
export const cachingHeaders = {
  ETag: 'What this is the text of: sent back in If-None-Match, it spares the caller the body.',
  'Cache-Control': 'Who may keep it, and for how long.',
} as const

/** Of a file. */
export const fileHeaders = { 'Content-Disposition': 'A name for the file.' } as const
export const keptByNobody = { 'Cache-Control': 'no-store.' } as const

/** Of server-sent events. */
export const streamHeaders = {
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no: a proxy is to pass each event on at once.',
} as const

/** Of a tree that a task would not have told before a person had looked at it, and nobody has. */
export const reviewHeader = 'X-Human-Review'
export const reviewHeaders = {
  [reviewHeader]:
    'Of a tree. none: it is grave, and no person has looked at it; a task would be held. Absent: it would not be held.',
} as const

/** Of a tree in any of its forms. */
export const treeHeaders = {
  ...cachingHeaders,
  Vary: 'Accept.',
  'Content-Disposition': 'Of html and svg: a name for the file.',
  'Content-Security-Policy': 'Of html and svg: keeps a browser from running or loading anything.',
} as const

/** Of reports of scans. */
export const reportHeaders = {
  ...fileHeaders,
  'Content-Security-Policy': 'Of html: keeps a browser from running or loading anything.',
} as const
