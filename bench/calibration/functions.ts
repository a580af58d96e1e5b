/** Functions that optimizers are compared by, each with the grid it is looked at on and its least value. */

export type Testbed = {
  name: string
  /** Whether anything was chosen by it. */
  half: 'seen' | 'unseen'
  /** Of each parameter its minimum, maximum and step. */
  axes: readonly (readonly [min: number, max: number, step: number])[]
  least: number
  evaluations: number
  /** @param at as many values as axes. */
  value: (at: readonly number[]) => number
}

const repeated = <Item>(item: Item, times: number): Item[] => Array.from({ length: times }, () => item)

// Hartmann's constants; source: Surjanovic and Bingham, Virtual Library of Simulation Experiments.
const heights = [1, 1.2, 3, 3.2]
const sharpness = [
  [10, 3, 17, 3.5, 1.7, 8],
  [0.05, 10, 17, 0.1, 8, 14],
  [3, 3.5, 1.7, 10, 17, 8],
  [17, 8, 0.05, 10, 0.1, 14],
]
const peaks = [
  [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
  [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
  [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.665],
  [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
]

export const testbeds: readonly Testbed[] = [
  {
    name: 'Branin',
    half: 'seen',
    axes: [
      [-5, 10, 0.05],
      [0, 15, 0.05],
    ],
    least: 0.397887,
    evaluations: 30,
    value: ([x = 0, y = 0]) =>
      (y - (5.1 / (4 * Math.PI ** 2)) * x * x + (5 / Math.PI) * x - 6) ** 2 +
      10 * (1 - 1 / (8 * Math.PI)) * Math.cos(x) +
      10,
  },
  {
    name: 'Hartmann-6',
    half: 'seen',
    axes: repeated([0, 1, 0.01], 6),
    least: -3.32237,
    evaluations: 60,
    value: (at) =>
      -heights.reduce((sum, height, peak) => {
        const apart = at.reduce(
          (total, x, axis) => total + (sharpness[peak]?.[axis] ?? 0) * (x - (peaks[peak]?.[axis] ?? 0)) ** 2,
          0,
        )
        return sum + height * Math.exp(-apart)
      }, 0),
  },
  {
    name: 'Six-hump camel',
    half: 'unseen',
    axes: [
      [-3, 3, 0.02],
      [-2, 2, 0.02],
    ],
    least: -1.031628,
    evaluations: 30,
    value: ([x = 0, y = 0]) => (4 - 2.1 * x * x + x ** 4 / 3) * x * x + x * y + (-4 + 4 * y * y) * y * y,
  },
  {
    name: 'Rosenbrock-4',
    half: 'unseen',
    axes: repeated([-2, 2, 0.02], 4),
    least: 0,
    evaluations: 50,
    value: (at) =>
      at
        .slice(1)
        .reduce(
          (sum, next, before) => sum + 100 * (next - (at[before] ?? 0) ** 2) ** 2 + (1 - (at[before] ?? 0)) ** 2,
          0,
        ),
  },
  {
    name: 'Ackley-3',
    half: 'unseen',
    axes: repeated([-5, 5, 0.05], 3),
    least: 0,
    evaluations: 40,
    value: (at) => {
      const square = at.reduce((sum, x) => sum + x * x, 0) / at.length
      const wave = at.reduce((sum, x) => sum + Math.cos(2 * Math.PI * x), 0) / at.length
      return -20 * Math.exp(-0.2 * Math.sqrt(square)) - Math.exp(wave) + 20 + Math.E
    },
  },
]
