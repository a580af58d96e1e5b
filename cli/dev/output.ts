/** Prints the lines of many processes on one terminal, each behind its name. */
import { isColourful } from '#cli/terminal/colour'

export type Printer = {
  /** A line of our own, or of the process `name`. */
  say(text: string, name?: string): void
  /** Copies a stream line by line until it ends, waiting while the reader of our output is slow. */
  follow(stream: ReadableStream<Uint8Array>, name: string): Promise<void>
}

type Sink = Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean }

const colours = [36, 33, 32, 35, 34, 96, 93, 92, 95, 94]
const longestLine = 256 * 1024

/** `width` is the longest name's length. Colour only where a person looks. */
export function createPrinter(sink: Sink, { width = 0, hasColours = isColourful(sink) } = {}): Printer {
  const colourOf = new Map<string, number>()
  const prefixOf = (name: string) => {
    const plain = `${name.padEnd(width)} | `
    if (!hasColours) return plain
    const line = name.split('.')[0] ?? name
    const colour = colourOf.get(line) ?? colours[colourOf.size % colours.length] ?? 36
    colourOf.set(line, colour)
    return `\u001B[${colour}m${plain}\u001B[0m`
  }
  const linesOf = (text: string, name?: string) => {
    const prefix = name === undefined ? '' : prefixOf(name)
    return `${prefix}${text.replaceAll('\n', `\n${prefix}`)}\n`
  }
  const say = (text: string, name?: string): void => {
    sink.write(linesOf(text, name))
  }
  return {
    say,
    async follow(stream, name) {
      const decoder = new TextDecoder()
      let rest = ''
      for await (const chunk of stream) {
        const text = rest + decoder.decode(chunk, { stream: true })
        const end = text.length > longestLine ? text.length : text.lastIndexOf('\n')
        rest = text.slice(end + 1)
        // Told also when nobody reads any more, unlike by "drain": whoever speaks is not to wait for ever.
        if (end >= 0) await new Promise((done) => sink.write(linesOf(text.slice(0, end), name), done))
      }
      if (rest !== '') say(rest, name)
    },
  }
}
