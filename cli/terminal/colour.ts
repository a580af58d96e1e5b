/** Whether a stream is shown colours, and whether its lines may be drawn over. */

type Sink = { isTTY?: boolean }
type Environment = Record<string, string | undefined>

/** NO_COLOR (no-color.org) goes before FORCE_COLOR, which goes before what the stream is. Empty, either says nothing. */
export function isColourful(sink: Sink, env: Environment = process.env): boolean {
  if (env['NO_COLOR']) return false
  const forced = env['FORCE_COLOR']
  if (forced) return !['0', 'false'].includes(forced)
  return isDrawable(sink, env)
}

/** A terminal that knows how to go back on its line. */
export const isDrawable = ({ isTTY }: Sink, env: Environment = process.env): boolean =>
  isTTY === true && env['TERM'] !== 'dumb'
