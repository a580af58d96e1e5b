/** Sends 20 pictures of 40 megapixels at once and prints what memory it took: peak MB, MB before, seconds, apart by tabs. */
import { PictureDesk } from '#workers/compare-design/pictures/desk'
import { writePng } from '#workers/compare-design/pictures/write-png'

const [width, height] = [8000, 5000]

/** Lines of something like text on white, and a spot of its own. */
function large(spot: number): Uint8Array<ArrayBuffer> {
  const stride = 1 + 3 * width
  const rows = new Uint8Array(stride * height).fill(255)
  for (let y = 0; y < height; y += 1) {
    rows[y * stride] = 0
    if (y % 24 < 12)
      for (let x = 20; x < width; x += 5 + ((x * 7 + y) % 6))
        rows.fill(40, y * stride + 1 + 3 * x, y * stride + 7 + 3 * x)
    if (y >= 100 && y < 160) rows.fill(90, y * stride + 1 + 600 * spot, y * stride + 1 + 600 * spot + 180)
  }
  return writePng({ width, height, depth: 8, colorType: 2 }, rows, { level: 1 })
}

const kind = process.argv[2]
const file = async (spot: number) =>
  kind === 'jpeg' ? new Bun.Image(large(spot)).jpeg({ quality: 80 }).bytes() : large(spot)

if (process.argv[3] === 'make') {
  await Bun.write(process.argv[4] ?? '', await file(Number(process.argv[5])))
  process.exit(0)
}

// Made elsewhere, so that making them is no part of the peak.
const paths = [0, 1, 2].map((spot) => `/tmp/assay-bench-upload-${process.pid}-${spot}`)
for (const [spot, path] of paths.entries())
  Bun.spawnSync([process.execPath, import.meta.path, kind ?? 'png', 'make', path, String(spot)])
const [before, ...after] = await Promise.all(paths.map((path) => Bun.file(path).bytes()))
await Promise.all(paths.map((path) => Bun.file(path).delete()))

const desk = new PictureDesk()
const megabytes = () => Math.round(process.memoryUsage().rss / 1024 ** 2)
const atFirst = megabytes()
const startedAt = performance.now()
const answers = await Promise.all(
  Array.from({ length: 20 }, (_, index) =>
    desk.compare({
      before: { digest: 'large', read: async () => before ?? new Uint8Array() },
      after: after[index % after.length] ?? new Uint8Array(),
      asked: { mode: 'tolerant', maxShift: 0, scale: 1, ignored: [], tree: null },
    }),
  ),
)
const seconds = (performance.now() - startedAt) / 1000
if (answers.some(({ findings }) => findings.length === 0)) throw new Error('a change was not found')
const peak = Math.round(process.resourceUsage().maxRSS / (process.platform === 'linux' ? 1024 : 1024 ** 2))
console.log([peak, atFirst, seconds.toFixed(1)].join('\t'))
await desk.close()
process.exit(0)
