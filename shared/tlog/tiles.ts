/** Tiles of the Merkle tree (C2SP tlog-tiles, height 8): where a hash stands, and how hashes are read from them. Pure. */
import { type Hash, type HashPlace, innerHash, type ReadHashes } from '#shared/tlog/merkle'

/** Hashes in a full tile. A tile's level L holds the tree's hashes of level 8 · L. */
export const tileWidth = 256
const tileHeight = 8

/** A tile, or the beginning of one: up to 256 hashes in a row. */
export type Tile = { level: number; index: number; hashes: Uint8Array }
export type TileName = Pick<Tile, 'level' | 'index'>
export type ReadTiles = (names: readonly TileName[]) => Promise<Tile[]>

/** The last, growing tile of each level. */
export type Edge = Tile[]

/** Reads hashes by reading the tiles they are in, each once. @throws Error when a tile lacks what it should hold. */
export const hashReader =
  (readTiles: ReadTiles): ReadHashes =>
  async (places) => {
    const names = new Map(places.map((place) => [keyOf(tileOf(place)), tileOf(place)]))
    const tiles = new Map((await readTiles([...names.values()])).map((tile) => [keyOf(tile), tile]))
    return places.map((place) => {
      const tile = tiles.get(keyOf(tileOf(place)))
      if (!tile) throw new Error(`the log lacks tile ${keyOf(tileOf(place))}`)
      return hashInTile(tile, place)
    })
  }

/** The names of the tiles that a tree of this size still fills. */
export function edgeNames(size: number): TileName[] {
  const names: TileName[] = []
  for (let [level, count] = [0, size]; count > 0; level++) {
    names.push({ level, index: Math.floor(count / tileWidth) })
    count = Math.floor(count / tileWidth)
  }
  return names
}

/** Grows the edge by leaf hashes; `touched` holds every tile that changed, full ones included. */
export function growEdge(edge: Edge, leaves: readonly Hash[]): { edge: Edge; touched: Tile[] } {
  const grown: Edge = []
  const touched: Tile[] = []
  let rising: readonly Hash[] = leaves
  for (let level = 0; rising.length > 0 || level < edge.length; level++) {
    const last = edge[level] ?? { level, index: 0, hashes: new Uint8Array() }
    const tiles = rising.length > 0 ? splitTiles(last, rising) : [last]
    const full = tiles.filter(isFull)
    if (rising.length > 0) touched.push(...tiles)
    const growing = tiles.at(-1) ?? last
    grown[level] = isFull(growing) ? { level, index: growing.index + 1, hashes: new Uint8Array() } : growing
    rising = full.map((tile) => hashInTile(tile, { level: (level + 1) * tileHeight, index: tile.index }))
  }
  return { edge: grown, touched }
}

/** Where a full tile lies below the log's address: `tile/0/x001/234`; so do the entries themselves, in place of a level. */
export const tilePath = ({ level, index }: { level: number | 'entries'; index: number }): string =>
  `tile/${level}/${indexPath(index)}`

function indexPath(index: number): string {
  const groups =
    String(index)
      .padStart(Math.ceil(String(index).length / 3) * 3, '0')
      .match(/.{3}/g) ?? []
  return groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/')
}

/**
 * What a tile is called behind its level: `x001/234`, or `x001/234.p/17` for its first 17. Undefined for what nobody would call one:
 * every tile has one name.
 */
export function readTileIndex(text: string): { index: number; width: number } | undefined {
  const [, path = '', digits] = /^((?:x\d{3}\/){0,4}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(text) ?? []
  const index = Number(path.replaceAll(/[x/]/g, ''))
  const width = digits === undefined ? tileWidth : Number(digits)
  const isOne = path !== '' && indexPath(index) === path && (digits === undefined || width < tileWidth)
  return isOne ? { index, width } : undefined
}

/** Entries of a log as bundles hold them (C2SP tlog-tiles): each behind its length. @param ids what leaves are the hashes of. */
export const formatEntries = (ids: readonly Uint8Array[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.concat(ids.flatMap((id) => [Buffer.of(id.length >> 8, id.length & 255), id])))

export const isFull = (tile: Tile): boolean => tile.hashes.length === tileWidth * 32

function splitTiles(last: Tile, hashes: readonly Hash[]): Tile[] {
  const all = Buffer.concat([last.hashes, ...hashes])
  const count = Math.ceil(all.length / 32 / tileWidth)
  return Array.from({ length: count }, (_, at) => ({
    level: last.level,
    index: last.index + at,
    hashes: Uint8Array.from(all.subarray(at * tileWidth * 32, (at + 1) * tileWidth * 32)),
  }))
}

/** The tile that holds a place's hash, or all that it is made of. */
function tileOf({ level, index }: HashPlace): TileName {
  const tileLevel = Math.floor(level / tileHeight)
  const firstEntry = index * 2 ** (level - tileLevel * tileHeight)
  return { level: tileLevel, index: Math.floor(firstEntry / tileWidth) }
}

function hashInTile(tile: Tile, place: HashPlace): Hash {
  const count = 2 ** (place.level - tile.level * tileHeight)
  const first = place.index * count - tile.index * tileWidth
  if (tile.hashes.length < (first + count) * 32) throw new Error(`tile ${keyOf(tile)} of the log is cut short`)
  let row: Hash[] = Array.from({ length: count }, (_, at) =>
    tile.hashes.slice((first + at) * 32, (first + at + 1) * 32),
  )
  while (row.length > 1) row = pairs(row)
  const [hash] = row
  if (!hash) throw new Error('a place has a hash')
  return hash
}

const pairs = (row: Hash[]): Hash[] =>
  row.flatMap((left, at) => {
    const right = row[at + 1]
    return at % 2 === 0 && right ? [innerHash(left, right)] : []
  })

const keyOf = ({ level, index }: TileName): string => `${level}/${index}`
