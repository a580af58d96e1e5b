/** Texts are read once for all: what their segments, sentences and words are, in each format, and that nothing breaks it. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { TextFormat } from '#db/documents/meaning'
import { readText } from '#shared/language/read-text'
import { spanOf } from '#shared/language/span'
import type { ReadText } from '#shared/language/text'
import { expectRead, faultsOfReading } from '#test/shared/language/invariants'

const read = (content: string, format: TextFormat = 'text', language?: string) => {
  const text = readText({ content, format, ...(language === undefined ? {} : { language }) })
  expect(faultsOfReading(text)).toEqual([])
  return text
}
const segments = (text: ReadText) =>
  text.segments.map(
    ({ type, depth, ...range }) => `${type}${depth === 0 ? '' : ` ${depth}`}: ${spanOf(text, range).text.trim()}`,
  )
const sentences = (text: ReadText) => text.sentences.map((range) => spanOf(text, range).text)
const words = (text: ReadText) => text.tokens.map((range) => spanOf(text, range).text)
const norms = (text: ReadText) => text.tokens.map(({ norm }) => norm)
const tagged = (text: ReadText) => text.tokens.map(({ norm, pos }) => `${norm}/${pos}`)

describe('words', () => {
  test('have their place, norm, part of speech and dictionary form', () => {
    const text = read("We can't attend the meetings on Tuesday, Dr. Smith’s team said.")

    expect(tagged(text)).toEqual([
      ...[
        'we/PRON',
        'ca/AUX',
        "n't/PART",
        'attend/VERB',
        'the/DET',
        'meetings/NOUN',
        'on/ADP',
        'tuesday/PROPN',
        ',/PUNCT',
      ],
      ...['dr./PROPN', 'smith/PROPN', "'s/PART", 'team/NOUN', 'said/VERB', './PUNCT'],
    ])
    expect(text.tokens.map(({ lemma }) => lemma).slice(1, 6)).toEqual(['can', 'not', 'attend', 'the', 'meeting'])
  })

  test('that are shortened are two, however they are written', () => {
    const text = read("I'm sure they're here, we’ll see, I'd say, and it isn't late. I'M DONE.", 'text', 'en')

    expect(norms(text)).toEqual(expect.arrayContaining(["'m", "'re", "'ll", "'d", "n't"]))
    expect(text.tokens.slice(0, 2)).toMatchObject([
      { norm: 'i', pos: 'PRON' },
      { norm: "'m", pos: 'AUX', lemma: 'be' },
    ])
    expect(norms(text).filter((norm) => norm === "'m")).toHaveLength(2)
  })

  test('are addresses, handles, numbers, faces and emoji in one piece', () => {
    const text = read(
      'Mail anna.b+x@example.co.uk or see (https://example.com/a_(b)?c=d), at 10:30 on 2024-05-03. 1,000.50 :-) @bob 👩🏽‍💻 #now',
    )

    expect(words(text)).toEqual([
      ...[
        'Mail',
        'anna.b+x@example.co.uk',
        'or',
        'see',
        '(',
        'https://example.com/a_(b)?c=d',
        ')',
        ',',
        'at',
        '10:30',
        'on',
      ],
      ...['2024-05-03', '.', '1,000.50', ':-)', '@bob', '👩🏽‍💻', '#now'],
    ])
  })

  test('go on across characters that nobody sees', () => {
    const text = read('Type the pass\u200bword and ig\u2060no\u00adre it, w\u0301 and שלום \u202ehidden\u202c too.')

    expect(norms(text).slice(0, 7)).toEqual(['type', 'the', 'password', 'and', 'ignore', 'it', ','])
    expect(text.plain).not.toMatch(/[\u200b\u2060\u00ad\u202e\u202c]/)
    expect(text.hidden.map(({ how }) => how)).toEqual(Array(5).fill('characters'))
  })

  test('of Persian and Hindi keep the joiners that they are written with', () => {
    const text = read('می‌خواهم کتاب‌ها را بخوانم و فردا به شما زنگ می‌زنم.')

    expect(text.hidden).toEqual([])
    expect(norms(text)[0]).toBe('می‌خواهم')
  })

  test('that are members of every object are words like others', () => {
    expect(norms(read('The constructor of the class and __proto__ are good, and hasOwnProperty too.'))).toContain(
      'constructor',
    )
  })

  test('are tagged the same whatever was read before', () => {
    const content = 'Please review the flurbo-2 design and the zanthic report by Friday.'
    const first = JSON.stringify(read(content))
    for (const before of ['flurbo-2 (zanthic) flurbo- 2', '"zanthic" zanthic. Flurbo', 'flurbo-2. flurbo'])
      read(before, 'text', 'en')

    expect(JSON.stringify(read(content))).toBe(first)
  })

  test('of other languages have no tags, and those without spaces are told apart', () => {
    const german = read('Bitte schicken Sie mir den Bericht bis Freitag. Danach sehen wir weiter.')
    const chinese = read('请在星期五之前把报告发给我。谢谢你们的帮助。')

    expect([german.language.code, german.isEnglish]).toEqual(['de', false])
    expect(new Set(german.tokens.map(({ pos }) => pos))).toEqual(new Set(['X']))
    expect(sentences(german)).toEqual(['Bitte schicken Sie mir den Bericht bis Freitag.', 'Danach sehen wir weiter.'])
    expect(chinese.language.code).toBe('zh')
    expect(sentences(chinese)).toHaveLength(2)
    expect(words(chinese)).toContain('星期五')
  })
})

describe('a language', () => {
  test('is told from little, and said to be unsure then', () => {
    expect(read('Can you send it?').language).toMatchObject({ code: 'en', reliable: false })
    expect(read('Please send the quarterly report to the finance team by Friday.').language).toMatchObject({
      code: 'en',
      reliable: true,
    })
    expect(read('Wir haben den Vertrag gestern unterschrieben und geschickt.').language).toMatchObject({
      code: 'de',
      reliable: true,
    })
    expect(read('12345 67 !!').language).toEqual({ code: 'und', confidence: 0, reliable: false })
  })

  test('that is given is believed', () => {
    expect(read('Danke', 'text', 'de').language).toEqual({ code: 'de', confidence: 1, reliable: true })
    expect(read('Thanks', 'text', 'eng').isEnglish).toBe(true)
  })

  test('is that of the prose, not of code or headers', () => {
    const text = read(
      'From: a@b.de\nSubject: Rechnung\n\nSehr geehrte Frau Meier,\n\nanbei schicke ich Ihnen die Rechnung für März.\n',
      'email',
    )

    expect(text.language.code).toBe('de')
  })
})

describe('sentences', () => {
  const cases: [string, string[]][] = [
    [
      'Dr. Smith met Mr. J. R. Brown at 5 p.m. on Fig. 3. He left.',
      ['Dr. Smith met Mr. J. R. Brown at 5 p.m. on Fig. 3.', 'He left.'],
    ],
    ['It is in the U.S. The rest is not.', ['It is in the U.S.', 'The rest is not.']],
    ['"Are you coming?" she asked. "Yes!"', ['"Are you coming?" she asked.', '"Yes!"']],
    ['See https://a.com/b.c?d=e. Then call.', ['See https://a.com/b.c?d=e.', 'Then call.']],
    ['We need bread, milk, etc. and more. Really?! Yes.', ['We need bread, milk, etc. and more.', 'Really?!', 'Yes.']],
    ['Version 2.1 is out. Another follows... maybe.', ['Version 2.1 is out.', 'Another follows... maybe.']],
    ['Great work! :) See you at the office.', ['Great work! :)', 'See you at the office.']],
    [
      'The end.The next one begins. No. 5 is alive. No. I am not.',
      ['The end.', 'The next one begins.', 'No. 5 is alive.', 'No.', 'I am not.'],
    ],
  ]
  test.each(cases)('%s', (content, expected) => {
    expect(sentences(read(content, 'text', 'en'))).toEqual(expected)
  })

  test('go on over lines that are wrapped, and end with lines that are not', () => {
    const text = read(
      'We have looked at all of the offers that came in during\nthe last weeks, and decided to take the one of the\nsmaller company.\n\nAnna Smith\n12 Main Street\nLondon\n',
    )

    expect(sentences(text)).toHaveLength(4)
  })
})

describe('plain text', () => {
  test('has greetings, items, headings, quotes and signatures', () => {
    const text = read(
      'Hi Anna,\n\nMINUTES OF MONDAY\n\nPlease do this:\n1. Send the report.\n2. Call Bob,\n   who knows.\n- Rest\n\n> Can you come?\n>> No.\n\nThat is all.\n\nBest regards,\nTom\nTel. 123\n',
    )

    expect(segments(text)).toEqual([
      'greeting: Hi Anna,',
      'heading: MINUTES OF MONDAY',
      'paragraph: Please do this:',
      'list_item: 1. Send the report.',
      'list_item: 2. Call Bob,\n   who knows.',
      'list_item: - Rest',
      'quote 1: > Can you come?',
      'quote 2: >> No.',
      'paragraph: That is all.',
      'signature: Best regards,\nTom\nTel. 123',
    ])
    expect(sentences(text)).toContain('Send the report.')
    expect(sentences(text)).toContain('Can you come?')
  })

  test('keeps what only looks like the mark of an item', () => {
    expect(segments(read('(71) 4233-6306\n(1) First\n'))).toEqual(['paragraph: (71) 4233-6306', 'list_item: (1) First'])
    expect(read('(71) 4233-6306 is my number').plain).toContain('(71)')
    expect(segments(read('5. Mai 2026 in Bern', 'text', 'de'))).toEqual(['paragraph: 5. Mai 2026 in Bern'])
  })

  test('that thanks in its middle is not signed there', () => {
    expect(
      segments(read('Thanks,\n\nthis is a longer text that goes on for quite a while after it, and ends here.\n'))[0],
    ).toMatch(/^paragraph/)
  })
})

describe('a mail', () => {
  const source = [
    'From: Anna <anna@example.com>',
    'Subject: Please review',
    '\tthe plan',
    'Content-Type: text/plain',
    '',
    'Hello Bob,',
    '',
    'could you read it?',
    '',
    'Thanks!',
    'Anna',
    '-- ',
    'Anna Meier, Example Ltd',
    '',
    'On Mon, 3 Mar 2025 at 10:00, Bob <bob@example.com> wrote:',
    '',
    '> I will send it.',
    '> > When?',
    '',
    '-----Original Message-----',
    'From: Carl',
    'Sent: Monday',
    '',
    'We decided to wait.',
    '',
  ].join('\r\n')

  test('has headers, a subject, quotes as deep as they are, and who signed', () => {
    expect(segments(read(source, 'email')).map((each) => each.replaceAll('\r\n', ' | '))).toEqual([
      'header: From: Anna <anna@example.com> | Subject:',
      'heading: Please review | \tthe plan',
      'header: Content-Type: text/plain',
      'greeting: Hello Bob,',
      'paragraph: could you read it?',
      'signature: Thanks! | Anna | --  | Anna Meier, Example Ltd',
      'header: On Mon, 3 Mar 2025 at 10:00, Bob <bob@example.com> wrote:',
      'quote 1: > I will send it.',
      'quote 2: > > When?',
      'header 1: -----Original Message----- | From: Carl | Sent: Monday',
      'quote 1: We decided to wait.',
    ])
  })

  test('of several parts is read once, what is no text is left and said', () => {
    const text = read(
      [
        'Content-Type: multipart/mixed; boundary="b1"',
        '',
        'preamble',
        '--b1',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Caf=C3=A9 at 5, and then we=',
        'nt home.',
        '--b1',
        'Content-Type: image/png',
        'Content-Transfer-Encoding: base64',
        '',
        'iVBORw0KGgo=',
        '--b1--',
        '',
      ].join('\n'),
      'email',
    )

    expect(text.plain).toContain('Café')
    expect(norms(text)).toContain('went')
    expect(norms(text)).not.toContain('ivborw0kggo')
    expect(text.notes.map(({ what }) => what)).toEqual(['a part of type image/png'])
  })
})

describe('HTML', () => {
  test('is read as it is seen: tags are spaces, references characters, words go on, hidden parts are noted', () => {
    const content =
      '<!doctype html><html><head><title>Plan &amp; more</title><style>p { color: red }</style></head><body>' +
      '<h1>The plan</h1><p>We <b>be</b>gin at AT&amp;T on <i>Monday</i>.<br>Come!</p><ul><li>First</li><li>Caf&eacute;s</li></ul>' +
      '<p>Seen <span style="display:none">ignore all instructions</span> too.</p><div hidden><p>Not seen</p></div>' +
      '<!-- a note --><blockquote>Quoted<blockquote>twice</blockquote></blockquote><pre>let x = 1</pre></body></html>'
    const text = read(content, 'html')

    expect(
      text.segments.map(({ type, depth }) => `${type} ${depth}`).filter((each) => !each.startsWith('markup')),
    ).toEqual([
      ...[
        'heading 0',
        'heading 0',
        'paragraph 0',
        'list_item 0',
        'list_item 0',
        'paragraph 0',
        'quote 1',
        'quote 2',
        'code 0',
      ],
    ])
    expect(segments(text)).toContain('markup: <div hidden><p>Not seen</p></div>')
    expect(norms(text)).toEqual(expect.arrayContaining(['&', 'begin', 'at&t', 'cafés', 'first']))
    expect(norms(text)).not.toContain('instructions')
    expect(sentences(text)).toContain('Come!')
    expect(text.hidden.map(({ how, ...range }) => `${how}: ${spanOf(text, range).text}`)).toEqual([
      'element: <span style="display:none">ignore all instructions</span>',
      'element: <div hidden><p>Not seen</p></div>',
      'comment: <!-- a note -->',
    ])
  })
})

describe('what HTML does not draw', () => {
  const seen = (content: string) => norms(read(content, 'html')).join(' ')
  const hiddenIn = (content: string) => {
    const text = read(content, 'html')
    return text.hidden.map((range) => spanOf(text, range).text.replace(/<[^>]*>/g, '')).join(' ')
  }

  test.each([
    ['color:#fff', ''],
    ['color:#ffffff;background:white', 'class="x"'],
    ['color:rgb(10, 10, 10);background-color:#0a0a0a', ''],
    ['color:rgba(0,0,0,0)', ''],
    ['font-size:0', ''],
    ['max-height:0;overflow:hidden', ''],
    ['width:0px;height:0px;overflow:hidden', ''],
    ['position:absolute;clip:rect(0 0 0 0)', ''],
    ['opacity:0.0', ''],
    ['position:absolute;left:-9999px', ''],
  ])('is hidden: %s %s', (style, more) => {
    const content = `<p>one</p><div style="${style}" ${more}>two <b>three</b></div><p>four</p>`

    expect(seen(content)).toBe('one four')
    expect(hiddenIn(content)).toBe('two three')
  })

  test.each([
    ['color:#fff;background:#000', ''],
    ['color:#fff', 'class="dark"'],
    ['color:#fff', 'bgcolor="navy"'],
    ['color:#fff;background:url(a.png)', ''],
    ['color:#333', ''],
    ['background:none;color:inherit', ''],
    ['font-size:0.9em', ''],
    ['height:0', ''],
    ['line-height:0;overflow:hidden', ''],
    ['opacity:0.9', ''],
  ])('is not hidden: %s %s', (style, more) => {
    expect(seen(`<p>one</p><div style="${style}" ${more}>two</div><p>three</p>`)).toBe('one two three')
  })

  test('an element in it that says otherwise is drawn', () => {
    const content =
      '<td style="font-size:0">one<div style="font-size:16px">two</div>three</td><p style="color:white">four<b style="color:red">five</b>'

    expect(seen(content)).toBe('two five')
    expect(hiddenIn(content)).toBe('one three four')
  })

  test('an item that ends since the next begins hides no other', () => {
    expect(seen('<ul><li style="display:none">one<li>two<li>three</ul>')).toBe('two three')
    expect(hiddenIn('<ul><li style="display:none">one<li>two<li>three</ul>')).toBe('one')
  })
})

describe('Markdown', () => {
  test('is its prose, with items, headings, code and links told apart', () => {
    const content =
      '---\ntitle: x\n---\n# The *plan*\n\nSee [the **docs**](https://a.com "t") and `code_name`, 2 * 3 * 4, snake_case_name.\n\n' +
      '- [ ] Do it\n- Rest\n\n> Quoted\n\n```js\nlet x = 1\n```\n\n    indented()\n\nSub\n---\n\nLast &copy; <b>one</b>.\n\n[ref]: https://b.com\n'
    const text = read(content, 'markdown')

    expect(segments(text).map((each) => each.split('\n')[0] ?? '')).toEqual([
      ...[
        'markup: ---',
        'heading: # The *plan*',
        'paragraph: See [the **docs**](https://a.com "t") and `code_name`, 2 * 3 * 4, snake_case_name.',
      ],
      ...[
        'list_item: - [ ] Do it',
        'list_item: - Rest',
        'quote 1: > Quoted',
        'code: ```js',
        'code: indented()',
        'heading: Sub',
      ],
      ...['paragraph: Last &copy; <b>one</b>.', 'markup: [ref]: https://b.com'],
    ])
    expect(norms(text).slice(0, 5)).toEqual(['the', 'plan', 'see', 'the', 'docs'])
    expect(norms(text)).toEqual(expect.arrayContaining(['code_name', '*', 'snake_case_name', '©', 'one']))
    expect(norms(text)).not.toContain('**')
  })
})

describe('what holds of every text', () => {
  const listed: string[] = JSON.parse(
    readFileSync(join(import.meta.dir, '../../fixtures/naughty-strings/blns.json'), 'utf8'),
  )

  test('holds of naughty strings, each and all of them', () => {
    for (const string of listed) expectRead(string)
    expectRead(listed.join('\n'))
  }, 60_000)

  const pieces = [
    ...[
      'a',
      'Hello',
      'the',
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\u2028',
      '. ',
      '? ',
      '!',
      '...',
      ', ',
      '"',
      '’',
      '“',
      '(',
      ')',
    ],
    ...[
      '> ',
      '>>',
      '- ',
      '1. ',
      '* ',
      '# ',
      '```',
      '~~~',
      '---',
      '===',
      '-- ',
      '**',
      '_',
      '`',
      '[',
      '](',
      ')',
      '<!--',
      '-->',
      '&amp;',
      '&#x202e;',
    ],
    ...[
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<br>',
      '<div hidden>',
      '</div>',
      '<script>',
      '</script>',
      '<',
      '&',
      '&notit',
      '&lt',
      '<pre>',
      '<title>',
    ],
    ...[
      'שלום',
      'مرحبا',
      '你好世界',
      'สวัสดี',
      'e\u0301',
      '\u0301',
      '\u200b',
      '\u200d',
      '\u202e',
      '\ufeff',
      '\u00ad',
      '👩🏽‍💻',
      '🇨🇭',
      '\ud83d',
      '\udc00',
      '𝔘',
    ],
    ...[
      'http://a.b/(c)',
      'x@y.zz',
      '@me',
      "can't",
      "'Quoted",
      'U.S.',
      'e.g.',
      'Dr.',
      '5pm',
      '1,000',
      'v2.0',
      'Subject: x',
      'From: y',
      'On 3 May x wrote:',
    ],
    ...[
      'Content-Type: multipart/mixed; boundary=b',
      '--b',
      '=C3=A9',
      '=\n',
      '-----Original Message-----',
      '\0',
      '\u{e0041}',
      '|a|b|',
      'constructor',
      '__proto__',
    ],
  ]

  test('holds of whatever is put together of pieces', () => {
    const content = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(content, (each) => expectRead(each)),
      { numRuns: 300, seed: 15 },
    )
  }, 60_000)

  test('holds of any characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (each) => expectRead(each)),
      { numRuns: 200, seed: 15 },
    )
  }, 60_000)

  test('holds of a document of a million characters', () => {
    const paragraph =
      'Dr. Anna Meier can’t come to the 10:30 meeting, so please send her the report (see https://example.com/r?id=5). 👍 שלום!\n\n'
    const text = read(paragraph.repeat(Math.floor(1_000_000 / paragraph.length)))

    expect(text.sentences.length).toBeGreaterThan(15_000)
  }, 60_000)
})

describe('hostile text is read in time', () => {
  const size = 200_000
  const texts: [string, string, TextFormat][] = [
    ['without a space', 'a'.repeat(size), 'text'],
    ['of dots in a word', 'a.'.repeat(size / 2), 'text'],
    ['of hyphens', 'a-'.repeat(size / 2), 'text'],
    ['of what may be an address', 'a.a+a'.repeat(size / 5).concat('@'), 'text'],
    ['of what may be a URL', `http://${'a:b@'.repeat(size / 4)}`, 'text'],
    ['of slashes', '//a'.repeat(size / 3), 'text'],
    ['of line ends', '\n'.repeat(size), 'text'],
    ['of quote marks', `${'>'.repeat(10_000)} deep\n`.repeat(size / 10_007), 'email'],
    ['of rising quotes', Array.from({ length: 600 }, (_, depth) => `${'>'.repeat(depth)} x`).join('\n'), 'email'],
    ['of open brackets', '['.repeat(size), 'markdown'],
    ['of links without an end', '](x (](x "'.repeat(size / 10), 'markdown'],
    ['of ticks', '`a``b'.repeat(size / 5), 'markdown'],
    ['of open tags', '<div><b>'.repeat(size / 8), 'html'],
    ['of end tags that end nothing', `${'<i>'.repeat(size / 8)}${'</p>'.repeat(size / 8)}`, 'html'],
    ['of open comments', '<!-- '.repeat(size / 5), 'html'],
    ['of ampersands', '&amp'.repeat(size / 4), 'html'],
    ['of characters without width', '\u200b'.repeat(size), 'text'],
    ['of direction marks', 'a\u202e'.repeat(size / 2), 'text'],
    ['of combining marks', `e${'\u0301'.repeat(size)}`, 'text'],
    ['of stops', '. '.repeat(size / 2), 'text'],
    ['of boundaries', `Content-Type: multipart/mixed; boundary=b\n\n${'--b\nX: y\n\n'.repeat(size / 10)}`, 'email'],
    ['of Thai without a space', 'สวัสดี'.repeat(size / 6), 'text'],
  ]
  test.each(texts)(
    '%s',
    (_, content, format) => {
      const started = performance.now()
      const text = read(content, format)

      expect(text.content).toBe(content)
      // A bound that time by the square of the length is far beyond, on the slowest machine.
      expect(performance.now() - started).toBeLessThan(5_000)
    },
    20_000,
  )

  test('quotes ten thousand deep are counted as a hundred, and the answer says so', () => {
    const text = read(`${'> '.repeat(10_000)}Deep down.\n`, 'email')

    expect(text.segments.at(-1)).toMatchObject({ type: 'quote', depth: 100 })
    expect(text.notes).toEqual([{ what: 'depth of more than 100', because: 'deeper quotes are counted as that deep' }])
    expect(sentences(text)).toEqual(['Deep down.'])
  })
})
