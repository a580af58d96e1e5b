/** Files that a crash leaves whole: the old text or the new one, never a part. */
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file, and comes back when the disk has it. Its folder exists. */
export function replaceFile(path: string, content: string | Uint8Array, mode = 0o644): void {
  const draft = `${path}.${process.pid}.draft`
  const file = openSync(draft, 'w', mode)
  try {
    writeSync(file, typeof content === 'string' ? Buffer.from(content) : content)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
  syncFolder(dirname(path))
}

/** Adds to the end of a file, and comes back when the disk has it. */
export function appendFile(path: string, text: string): void {
  const file = openSync(path, 'a', 0o644)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
