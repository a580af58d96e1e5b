/** Tags of a source that are not balanced, against what HTML lets be left out; and how long animated pictures move, by their bytes. */
import { expect, test } from 'bun:test'
import { durationOf } from '#workers/scan-page/checks/in-page/gif'
import { findUnbalanced } from '#workers/scan-page/checks/markup'

const page = (body: string) =>
  `<!doctype html>\n<html lang="en"><head><title>Tools</title></head>\n<body>${body}</body></html>`

test.each([
  ['<div><span>Spade</div>', '<span> is not closed (3:12)'],
  ['<div>Spade</div></section>', '</section> closes nothing (3:23)'],
  ['<b><i>Spade</b></i>', '<i> is not closed (3:10), </i> closes nothing (3:22)'],
  ['<section><h2>Spade</h3></section>', '<h2> is not closed (3:16), </h3> closes nothing (3:25)'],
  ['<strong>Spade</p>', '<strong> is not closed (3:7)'],
])('%s is not balanced', (body, said) => {
  expect(findUnbalanced(page(body)).map(({ verdict, message }) => [verdict, message])).toEqual([
    ['practice', `Tags of the source are not balanced: ${said}.`],
  ])
})

test.each([
  '<p>Spade<p>Rake',
  '<ul><li>Spade<li>Rake</ul>',
  '<table><tr><td>Spade<td>Rake</table>',
  '<select><option>Spade<option>Rake</select>',
  '<p>Spade<ul><li>Rake</li></ul></p>',
  '<svg><path/><g></g></svg><img alt=""/><br/>',
  '<script>"</div>"</script><!-- <div> --><template><div></div></template>',
  '<p><b>Spade</p><p>Rake</b></p>',
])('%s is as HTML has it', (body) => {
  expect(findUnbalanced(page(body))).toEqual([])
})

test('of many places three are named, the others counted', () => {
  const [found] = findUnbalanced(page('</i>'.repeat(5)))

  expect(found?.message).toEndWith('</i> closes nothing (3:15) and 2 more.')
})

const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
const gifHead = bytes('R0lGODlhAQABAIAAAAAAAP///w==')
/** Two pictures of a tenth of a second. */
const frames = bytes('IfkEAAoAAAAsAAAAAAEAAQAAAgJEAQAh+QQACgAAACwAAAAAAQABAAACAkwBADs=')
const repeated = (times: number) =>
  Uint8Array.from([0x21, 0xff, 0x0b, ...Buffer.from('NETSCAPE2.0'), 3, 1, times, 0, 0])

test('a GIF moves as long as its pictures and rounds say', () => {
  expect(durationOf(Buffer.concat([gifHead, frames]))).toBe(200)
  expect(durationOf(Buffer.concat([gifHead, repeated(4), frames]))).toBe(1000)
  expect(durationOf(Buffer.concat([gifHead, repeated(0), frames]))).toBe(Number.POSITIVE_INFINITY)
})

test('a GIF of one picture, a file that is cut off and what is no GIF do not move', () => {
  expect(durationOf(bytes('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'))).toBeNull()
  expect(durationOf(gifHead.slice(0, 8))).toBeNull()
  expect(durationOf(Uint8Array.from(Buffer.from('<svg>')))).toBeNull()
})
