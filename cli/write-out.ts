/** Where a command's result goes: to a file that was named, or to standard output, piece by piece. */
import { refusal } from '#cli/refusal'

/** @throws Refusal when the file cannot be written. */
export async function writeOut(content: string | Response, path: string | undefined): Promise<void> {
  const pieces = typeof content === 'string' ? [content] : (content.body ?? [])
  if (path === undefined) {
    for await (const piece of pieces) {
      if (!process.stdout.write(piece)) await new Promise((resolve) => process.stdout.once('drain', resolve))
    }
    return
  }
  try {
    const writer = Bun.file(path).writer()
    for await (const piece of pieces) {
      writer.write(piece)
      await writer.flush()
    }
    await writer.end()
  } catch (error) {
    throw refusal(`${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`)
  }
}
