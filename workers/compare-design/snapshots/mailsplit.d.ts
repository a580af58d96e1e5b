/** What of mailsplit 5 is used here: it has no types of its own. */
declare module 'mailsplit' {
  import type { Transform } from 'node:stream'

  export type MimeNode = {
    type: 'node'
    /** The outermost one. */
    root: boolean
    /** What follows `multipart/`. */
    multipart: string | false
    contentType: string | false
    charset: string | false
    headers: { getFirst: (name: string) => string }
    /** Of its transfer encoding. */
    getDecoder: () => Transform
  }
  export type MailPiece = MimeNode | { type: 'data' | 'body'; node: MimeNode; value?: Buffer }
  export const Splitter: new (options: { maxChildNodes: number }) => Transform
}
