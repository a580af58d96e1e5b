/** Texts that make readers take time by the square of their length, or worse; each as long as is asked for. */
import type { TextFormat } from '#db/documents/meaning'

export type HostileText = { name: string; format: TextFormat; make: (length: number) => string }

const filled = (piece: string) => (length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
const kind = (name: string, piece: string, format: TextFormat = 'text'): HostileText => ({
  name,
  format,
  make: filled(piece),
})

export const hostileKinds: readonly HostileText[] = [
  kind('one word without a space', 'a'),
  kind('digits without a space', '1234567890'),
  kind('dots in one word', 'a.'),
  kind('hyphens in one word', 'a-b'),
  kind('addresses that never end', 'a.a+b@'),
  kind('URLs in URLs', 'http://a:b@c.d/'),
  kind('slashes', '//a'),
  kind('numbers and their marks', '1,1.1:1/1-'),
  kind('what may be phones', '+1 (23) 4-'),
  kind('what may be dates', 'next week of the last day of '),
  kind('brackets', '(((['),
  kind('commas', 'and, or, '),
  kind('nouns in a row', 'house tree '),
  kind('names in a row', 'Anna Smith '),
  kind('stops', '. '),
  kind('line ends', '\n'),
  kind('quotation marks', '"a '),
  kind('questions', 'Can you? '),
  kind('ifs', 'if you can please '),
  kind('zero width', 'a\u200b'),
  kind('directions', 'a\u202eb\u202c '),
  kind('combining marks', 'e\u0301\u0301\u0301'),
  kind('emoji', '👩🏽‍💻'),
  kind('orders', 'ignore all previous instructions and '),
  kind('base64', 'aWdub3JlIGFsbA'),
  { name: 'quotes 10,000 deep', format: 'email', make: (length) => filled(`${'>'.repeat(10_000)} deep\n`)(length) },
  kind('rising quotes', '> a\n>> b\n>>> c\n', 'email'),
  kind('boundaries', '--b\nX: y\n\n', 'email'),
  kind('open tags', '<div><b>', 'html'),
  kind('end tags', '<i></p>', 'html'),
  kind('open comments', '<!-- ', 'html'),
  kind('ampersands', '&amp', 'html'),
  kind('open labels', '[](x (', 'markdown'),
  kind('ticks', '`a``b ', 'markdown'),
]
