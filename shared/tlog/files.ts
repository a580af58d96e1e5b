/** The log outside of the database: its newest checkpoint, every checkpoint, and full tiles, in plain files. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { appendFile, replaceFile } from '#shared/tlog/atomic-file'
import { isFull, type Tile, type TileName, tilePath, tileWidth } from '#shared/tlog/tiles'

export type LogFiles = {
  /** What was kept last, of the newest log. */
  newest: () => { epoch: number; note: string } | undefined
  /** Full tiles of a log of this size that are not there yet. */
  missing: (epoch: number, size: number) => TileName[]
  /** Keeps the full ones among these tiles, in order. */
  keepTiles: (epoch: number, tiles: readonly Tile[]) => void
  /** Keeps a checkpoint whose tiles are kept; it is on the disk when this returns. */
  keepCheckpoint: (epoch: number, note: string, isMilestone: boolean) => void
  /** The milestones that were kept, in order. */
  milestones: (epoch: number) => string[]
  /**
   * Keeps how many leaves the greatest checkpoint has that a witness cosigned, and of a milestone by whom; it is on the disk when this
   * returns.
   */
  keepCosigned: (epoch: number, size: number, milestoneBy?: string) => void
  /** Who cosigned which milestones, as that was kept. */
  cosignedMilestones: (epoch: number) => CosignedMilestone[]
  /** How many that were; 0 where none was cosigned. */
  cosigned: (epoch: number) => number
}

export type CosignedMilestone = { size: number; witness: string }

export function openLogFiles(dir: string): LogFiles {
  mkdirSync(dir, { recursive: true })
  const folderOf = (epoch: number) => (epoch === 1 ? dir : join(dir, `epoch-${epoch}`))
  const cosigned = (epoch: number) => {
    const path = join(folderOf(epoch), 'cosigned')
    return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0
  }
  return {
    newest() {
      const epochs = readdirSync(dir).flatMap((name) => /^epoch-(\d+)$/.exec(name)?.[1] ?? [])
      const epoch = [1, ...epochs.map(Number)]
        .toSorted((a, b) => b - a)
        .find((each) => existsSync(join(folderOf(each), 'checkpoint')))
      return epoch === undefined
        ? undefined
        : { epoch, note: readFileSync(join(folderOf(epoch), 'checkpoint'), 'utf8') }
    },
    missing(epoch, size) {
      const names: TileName[] = []
      for (let [level, count] = [0, Math.floor(size / tileWidth)]; count > 0; level++) {
        // Kept in order, so the first that is there has all before it.
        const lacking: TileName[] = []
        for (let index = count - 1; index >= 0; index--) {
          if (existsSync(join(folderOf(epoch), tilePath({ level, index })))) break
          lacking.unshift({ level, index })
        }
        names.push(...lacking)
        count = Math.floor(count / tileWidth)
      }
      return names
    },
    keepTiles(epoch, tiles) {
      for (const tile of tiles.filter(isFull)) {
        const path = join(folderOf(epoch), tilePath(tile))
        mkdirSync(dirname(path), { recursive: true })
        replaceFile(path, tile.hashes)
      }
    },
    keepCheckpoint(epoch, note, isMilestone) {
      const folder = folderOf(epoch)
      mkdirSync(folder, { recursive: true })
      const path = join(folder, 'checkpoint')
      // Who was frozen with an old one in hand does not put it over what another has kept meanwhile.
      const kept = existsSync(path) ? readFileSync(path, 'utf8') : ''
      if (kept === note || sizeIn(kept) > sizeIn(note)) return
      if (isMilestone) appendFile(join(folder, 'milestones'), `${note}\n`)
      replaceFile(path, note)
    },
    milestones(epoch) {
      const path = join(folderOf(epoch), 'milestones')
      // A note has an empty line before its signatures, and there is one behind each note.
      const parts = existsSync(path) ? readFileSync(path, 'utf8').split('\n\n') : []
      return parts.flatMap((text, at) => {
        const lines = parts[at + 1]
        return at % 2 === 0 && at + 2 < parts.length && lines !== undefined ? [`${text}\n\n${lines}\n`] : []
      })
    },
    keepCosigned(epoch, size, milestoneBy) {
      mkdirSync(folderOf(epoch), { recursive: true })
      if (size > cosigned(epoch)) replaceFile(join(folderOf(epoch), 'cosigned'), `${size}\n`)
      if (milestoneBy !== undefined)
        appendFile(join(folderOf(epoch), 'cosigned-milestones'), `${size} ${milestoneBy}\n`)
    },
    cosignedMilestones(epoch) {
      const path = join(folderOf(epoch), 'cosigned-milestones')
      const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      // Of a line that was cut off there is no end.
      return [...text.matchAll(/^(\d{1,15}) (\S+)\n/gm)].map(([, size, witness = '']) => ({
        size: Number(size),
        witness,
      }))
    },
    cosigned,
  }
}

/** How large a log is by its checkpoint. */
const sizeIn = (note: string): number => Number(note.split('\n')[1])
