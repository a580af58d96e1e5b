/** Writes NOTICE anew from the packages that are installed: `script/licenses`, after a dependency has changed. */
import { resolve } from 'node:path'
import { noticeOf } from '#cli/dev/notice'

const root = resolve(import.meta.dir, '../..')
await Bun.write(`${root}/NOTICE`, noticeOf(root))
