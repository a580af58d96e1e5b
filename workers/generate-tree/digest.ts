/** SHA-256 digests as they are printed: `sha256:` and 64 hex digits. Pure. */
import { hash } from 'node:crypto'

export function sha256(text: string): string {
  return `sha256:${hash('sha256', text, 'hex')}`
}
