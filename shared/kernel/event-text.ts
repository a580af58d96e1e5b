/** Server-sent events as text. */

/** @param data JSON text. */
export const eventText = ({ event, id, data }: { event: string; id: string | number; data: string }): string =>
  `event: ${event}\nid: ${id}\ndata: ${data}\n\n`
