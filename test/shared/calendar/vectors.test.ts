/** What recurs comes when RFC 5545 says, wherever the process is that reads it. */
import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { wrongVectors } from '#test/shared/calendar/vectors'

const vectors = resolve(import.meta.dir, 'vectors.ts')
const script = `const { wrongVectors } = await import(${JSON.stringify(vectors)}); console.log(JSON.stringify({ ...wrongVectors(), hour: new Date(0).getHours() }))`

const { count: all } = wrongVectors()

test.each([
  ['UTC', 0],
  ['Asia/Tokyo', 9],
  ['America/New_York', 19],
])('every example of RFC 5545 and every edge is right in a process in %s', async (zone, hour) => {
  const child = Bun.spawn([process.execPath, '-e', script], { env: { ...process.env, TZ: zone }, stdout: 'pipe' })
  const answer = JSON.parse(await new Response(child.stdout).text())

  expect(answer.hour).toBe(hour)
  expect(answer.wrong).toEqual([])
  expect(answer.count).toBe(all)
})
