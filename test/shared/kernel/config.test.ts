/** Settings that do not go together. */
import { expect, test } from 'bun:test'
import { readConfig } from '#shared/kernel/config'

const read = (env: Record<string, string>) => readConfig({ DATABASE_URL: 'postgres://x', ...env })

test('areas B and C, which both have /edg/{node}, do not share a base path where both are served', () => {
  expect(() => read({ BASE_PATH_B: '' })).toThrow('BASE_PATH_C')
  expect(() => read({ BASE_PATH_C: '/v1/' })).toThrow('BASE_PATH_C')
  expect(read({ BASE_PATH_B: '', AREAS: 'A,B,D' }).basePaths.B).toBe('')
  expect(read({ BASE_PATH_B: '', BASE_PATH_C: '/c' }).basePaths.C).toBe('/c')
})
