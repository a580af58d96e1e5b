/** Where colours are shown: what the environment asks for goes before what the stream is. */
import { expect, test } from 'bun:test'
import { isColourful, isDrawable } from '#cli/terminal/colour'

const terminal = { isTTY: true }
const pipe = {}

test.each([
  ['a terminal', terminal, {}, true],
  ['a pipe', pipe, {}, false],
  ['a terminal with NO_COLOR', terminal, { NO_COLOR: '1' }, false],
  ['a terminal with NO_COLOR=0, since any value counts', terminal, { NO_COLOR: '0' }, false],
  ['a terminal with NO_COLOR empty, which says nothing', terminal, { NO_COLOR: '' }, true],
  ['a dumb terminal', terminal, { TERM: 'dumb' }, false],
  ['a pipe with FORCE_COLOR', pipe, { FORCE_COLOR: '1' }, true],
  ['a dumb terminal with FORCE_COLOR', terminal, { TERM: 'dumb', FORCE_COLOR: '3' }, true],
  ['a terminal with FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, false],
  ['a terminal with FORCE_COLOR=false', terminal, { FORCE_COLOR: 'false' }, false],
  ['a pipe with FORCE_COLOR empty', pipe, { FORCE_COLOR: '' }, false],
  ['a pipe with both', pipe, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
] as const)('%s', (_name, sink, env, isExpected) => {
  expect(isColourful(sink, env)).toBe(isExpected)
})

test('a bar is drawn where a line can be gone back on, whatever is said of colours', () => {
  expect(isDrawable(terminal, { NO_COLOR: '1', TERM: 'xterm' })).toBe(true)
  expect(isDrawable(terminal, { TERM: 'dumb' })).toBe(false)
  expect(isDrawable(pipe, { FORCE_COLOR: '1' })).toBe(false)
})
