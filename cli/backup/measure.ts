/** Streams that let everything through and say what it was: bytes by their SHA-256, rows by what they are together. */
import { Transform } from 'node:stream'

/** @param digest in hex; empty until all has gone through. */
export type FileMeasure = { bytes: number; digest: string }
/** The digest of rows is the same in whatever order they come: a table that is filled anew may keep them in another. */
export type RowsMeasure = FileMeasure & { rows: number }

export type Measuring<M extends FileMeasure> = { stream: Transform; measure: M }

/** SHA-256 of all bytes. */
export function measureBytes(): Measuring<FileMeasure> {
  const hasher = new Bun.CryptoHasher('sha256')
  const measure = { bytes: 0, digest: '' }
  const stream = new Transform({
    transform(piece: Uint8Array, _, done) {
      measure.bytes += piece.length
      hasher.update(piece)
      done(null, piece)
    },
    flush(done) {
      measure.digest = hasher.digest('hex')
      done()
    },
  })
  return { stream, measure }
}

const newline = 10

/** The sum of every line's SHA-256, in eight parts of 32 bits. It finds what an accident does to rows, one lost or doubled too. */
export function measureRows(see?: (measure: RowsMeasure) => void): Measuring<RowsMeasure> {
  const measure = { bytes: 0, rows: 0, digest: '' }
  const [sum, line] = [new Uint32Array(8), new Uint32Array(8)]
  const hashed = new Uint8Array(line.buffer)
  let rest: Uint8Array[] = []
  const add = (row: Uint8Array) => {
    Bun.SHA256.hash(row, hashed)
    for (let part = 0; part < 8; part++) sum[part] = (sum[part] ?? 0) + (line[part] ?? 0)
    measure.rows += 1
  }
  const stream = new Transform({
    transform(piece: Uint8Array, _, done) {
      measure.bytes += piece.length
      let from = 0
      for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, from)) {
        const row = piece.subarray(from, at + 1)
        add(rest.length === 0 ? row : Buffer.concat([...rest, row]))
        rest = []
        from = at + 1
      }
      if (from < piece.length) rest.push(piece.subarray(from))
      see?.(measure)
      done(null, piece)
    },
    flush(done) {
      if (rest.length > 0) add(Buffer.concat(rest))
      measure.digest = Buffer.from(sum.buffer).toString('hex')
      done()
    },
  })
  return { stream, measure }
}
