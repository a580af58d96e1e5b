/** What the pages of the detection set are written with: pictures like photographs, icons, lists that change. */
import { PNG } from 'pngjs'
import type { Become } from '#bench/detection/kinds'

export type PageSource = {
  name: string
  /** How its styles are written. */
  manner: string
  title: string
  lang: string
  direction?: 'rtl'
  css: (become: Become) => string
  /** Elements that show a change name it in `data-mark`; nothing of that is published. */
  body: (become: Become) => string
}

/** A repeatable stream of numbers from 0 to 1: a linear congruential generator, its upper bits. */
export function dice(seed: number): () => number {
  let state = (seed * 2654435761 + 12345) >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state >>> 8) / 2 ** 24
  }
}

const photos = new Map<string, string>()

/** A picture with the soft shapes and the grain of a photograph, as a data: address. */
export function photo(seed: number, width = 160, height = 120): string {
  const key = `${seed} ${width} ${height}`
  const made = photos.get(key) ?? paint(seed, width, height)
  photos.set(key, made)
  return made
}

function paint(seed: number, width: number, height: number): string {
  const random = dice(seed + 1)
  const blobs = Array.from({ length: 7 }, () => ({
    x: random() * width,
    y: random() * height,
    reach: (0.2 + 0.5 * random()) * width,
    color: [random() * 255, random() * 235, random() * 215],
  }))
  const ground = [150 + random() * 80, 150 + random() * 70, 140 + random() * 70]
  const image = new PNG({ width, height, colorType: 2 })
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grain = (random() - 0.5) * 10
      for (const channel of [0, 1, 2]) {
        let value = ground[channel] ?? 0
        for (const { x: atX, y: atY, reach, color } of blobs) {
          const near = Math.max(0, 1 - Math.hypot(x - atX, y - atY) / reach)
          value += ((color[channel] ?? 0) - value) * near
        }
        image.data[(y * width + x) * 4 + channel] = Math.max(0, Math.min(255, Math.round((value + grain) / 4) * 4))
      }
      image.data[(y * width + x) * 4 + 3] = 255
    }
  }
  return `data:image/png;base64,${PNG.sync.write(image, { colorType: 2 }).toString('base64')}`
}

const shapes = {
  bolt: 'M13 2 4 14h6l-1 8 9-12h-6z',
  heart: 'M12 21 3.5 12a5 5 0 0 1 8.5-6 5 5 0 0 1 8.5 6z',
  star: 'M12 2l3 7 7 .6-5.300 4.700 1.600 7L12 17.500 5.700 21.300l1.600-7L2 9.600 9 9z',
  circle: 'M12 2a10 10 0 1 0 .01 0z',
  check: 'M4 12.500 9.500 18 20 6.500 18 4.500l-8.500 9.500L6 10.500z',
  cross: 'M5 7l2-2 5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5z',
  house: 'M12 3 2 12h3v9h5v-6h4v6h5v-9h3z',
  clock: 'M12 2a10 10 0 1 0 .01 0zM11 6h2v6l4 2-1 2-5-3z',
  shield: 'M12 2 4 5v6c0 5 3.500 9 8 11 4.500-2 8-6 8-11V5z',
  drop: 'M12 2s7 8 7 13a7 7 0 0 1-14 0c0-5 7-13 7-13z',
}
export type Shape = keyof typeof shapes

/** An icon of 24 by 24 in the colour of the text around it. */
export const icon = (shape: string, size = 24, attributes = ''): string =>
  `<svg ${attributes} width="${size}" height="${size}" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true"><path d="${shapes[shape as Shape]}"/></svg>`

/**
 * A list as it is, or with its last item moved to the second place, its third gone, or one more before its third.
 * Items carry `data-item` where that is to be marked; `extra` is the one that comes.
 */
export function arranged(become: Become, items: readonly string[], extra: string): string {
  const marked = (item: string | undefined, kind: string) => (item ?? '').replace('data-item', `data-item="${kind}"`)
  const [first, ...rest] = items
  const last = items.at(-1)
  const as = (list: readonly (string | undefined)[]) => list.join('\n')
  return become(as([...items.slice(0, 2), marked(items[2], 'item-removed'), ...items.slice(3)]), {
    reorder: as([first, marked(last, 'reorder'), ...rest.slice(0, -1)]),
    'item-removed': as([...items.slice(0, 2), ...items.slice(3)]),
    'item-added': as([...items.slice(0, 2), marked(extra, 'item-added'), ...items.slice(2)]),
  })
}
