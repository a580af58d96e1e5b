/** What may be visited: addresses in every range, URLs in every spelling, and the operator's list. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { isVisitable, judgeAddress, judgeUrl, readEgressAllow } from '#shared/kernel/addresses'

const nothing = { allow: [] }

const refusedAddresses: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  loopback: ['127.0.0.1', '127.0.0.2', '127.1.2.3', '127.255.255.254', '127.255.255.255', '::1'],
  private: ['10.0.0.0', '10.0.0.1', '10.255.255.255', '172.16.0.1', '172.20.1.1', '172.31.255.255', '192.168.0.1'],
  'more private': ['192.168.255.255', '192.168.1.254', '10.96.0.1', '172.17.0.1', '172.18.0.2'],
  'carrier NAT': ['100.64.0.0', '100.64.0.1', '100.100.100.200', '100.127.255.255'],
  'link-local': [
    '169.254.0.1',
    '169.254.1.1',
    '169.254.169.253',
    '169.254.170.2',
    '169.254.255.255',
    'fe80::1',
    'febf::1',
  ],
  metadata: ['169.254.169.254', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254', '192.0.0.192', 'fe80::a9fe:a9fe'],
  'protocol assignments': [
    '192.0.0.1',
    '192.0.0.8',
    '192.0.0.170',
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
  ],
  documentation: [
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.255',
    '2001:db8::1',
    '2001:db8:ffff::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  benchmark: ['198.18.0.1', '198.19.255.255', '2001:2::1', '2001:2:0:ffff::1'],
  multicast: ['224.0.0.1', '224.0.0.251', '239.255.255.250', 'ff02::1', 'ff05::1:3', 'ff0e::1'],
  reserved: ['240.0.0.1', '250.1.2.3', '255.255.255.254', '255.255.255.255'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fd00::1', 'fd12:3456:789a::1', 'fdff:ffff::1'],
  'site local': ['fec0::1', 'feff::1'],
  'IPv4-mapped': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:8.8.8.8',
    '::ffff:0.0.0.0',
  ],
  'IPv4-compatible': ['::127.0.0.1', '::10.0.0.1', '::8.8.8.8', '::a9fe:a9fe', '::2', '::ffff'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: ['64:ff9b::127.0.0.1', '64:ff9b::a00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '64:ff9b:1:fffe::1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:a9fe:a9fe::', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
  ISATAP: ['2001:4860:4860::5efe:127.0.0.1', '2600::200:5efe:a00:1', 'fe80::5efe:c0a8:101', '2600::5efe:808:808'],
  'odd IPv6': [
    '100::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2620:4f:8000::1',
    '5f00::1',
  ],
  'not assigned': [
    '1::1',
    '200::1',
    '400::1',
    '800::1',
    '1000::1',
    '4000::1',
    '6000::1',
    '8000::1',
    'a000::1',
    'c000::1',
    'e000::1',
    'f000::1',
    'fe00::1',
  ],
  'with a zone': ['fe80::1%eth0', '2606:4700::1111%eth0'],
  'no address': [
    '',
    'localhost',
    'example.com',
    '127.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '8.8.8',
    '8.8.8.8.8',
    '08.8.8.8',
    ' 8.8.8.8',
    '8.8.8.8 ',
    '[::1]',
    '2606:4700::1111::',
    '8.8.8.8/32',
    '1.1.1.256',
  ],
}

describe('addresses', () => {
  for (const [range, addresses] of Object.entries(refusedAddresses)) {
    for (const address of addresses) {
      test(`${address || 'nothing'} is refused: ${range}`, () => {
        for (const port of [80, 443, 8080, 8443, 22]) expect(judgeAddress(address, port, nothing)).toBe('address')
      })
    }
  }

  const publicAddresses = [
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.1',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.1',
  ]
  const morePublic = ['126.255.255.255', '128.0.0.1', '169.253.255.255', '169.255.0.1', '172.15.255.255', '172.32.0.1']
  const lastPublic = [
    '192.167.255.255',
    '192.169.0.1',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '168.63.129.15',
  ]
  const publicV6 = [
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2a00:1450:4001:81b::200e',
    '2400:cb00::1',
    '3ffe::1',
  ]
  for (const address of [...publicAddresses, ...morePublic, ...lastPublic, ...publicV6]) {
    test(`${address} may be visited, on a web server's port`, () => {
      for (const port of [80, 443, 8080, 8443]) expect(judgeAddress(address, port, nothing)).toBeUndefined()
      for (const port of [1, 21, 22, 25, 81, 444, 3000, 3306, 5432, 6379, 11_211, 65_535]) {
        expect(judgeAddress(address, port, nothing)).toBe('port')
      }
    })
  }

  test('every address between the public ranges is judged by its number, not its spelling', () => {
    const bytes = fc.uint8Array({ minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(bytes, ([a = 0, b = 0, c = 0, d = 0]) => {
        const isMine =
          a === 10 || a === 127 || a === 0 || a >= 224 || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168)
        const isLocal = isMine || (a === 169 && b === 254) || (a === 100 && b >= 64 && b < 128)
        const v4 = `${a}.${b}.${c}.${d}`
        if (isLocal) expect(judgeAddress(v4, 80, nothing)).toBe('address')
        for (const wrapped of [`::ffff:${v4}`, `::${v4}`, `64:ff9b::${v4}`, `2600::5efe:${v4}`]) {
          expect(judgeAddress(wrapped, 80, nothing)).toBe('address')
        }
      }),
    )
  })

  test('an address of this machine is refused however public it is', () => {
    const own = ['93.184.216.34', '2606:4700::1']

    expect(judgeAddress('93.184.216.34', 443, { allow: [], own })).toBe('address')
    expect(judgeAddress('2606:4700:0:0::1', 443, { allow: [], own })).toBe('address')
    expect(judgeAddress('93.184.216.35', 443, { allow: [], own })).toBeUndefined()
  })
})

describe('the operator’s list', () => {
  const allow = readEgressAllow('127.0.0.1/32:8123, 10.1.0.0/16:443,[fd00::/8]:80-90,10.9.9.9:*,public:3000')

  test('opens what it names and nothing beside it', () => {
    const opened: [string, number][] = [
      ['127.0.0.1', 8123],
      ['10.1.0.1', 443],
      ['10.1.255.255', 443],
      ['fd12::1', 80],
      ['fd12::1', 90],
    ]
    const closed: [string, number][] = [
      ['127.0.0.1', 8124],
      ['127.0.0.2', 8123],
      ['10.2.0.1', 443],
      ['10.1.0.1', 80],
      ['fd12::1', 91],
      ['fe80::1', 80],
    ]
    for (const [address, port] of [
      ...opened,
      ['10.9.9.9', 1] as const,
      ['10.9.9.9', 65_535] as const,
      ['8.8.8.8', 3000] as const,
    ]) {
      expect([address, port, judgeAddress(address, port, { allow })]).toEqual([address, port, undefined])
    }
    for (const [address, port] of [
      ...closed,
      ['10.9.9.8', 80] as const,
      ['127.0.0.1', 3000] as const,
      ['::ffff:127.0.0.1', 8123] as const,
    ]) {
      expect([address, port, judgeAddress(address, port, { allow })]).toEqual([address, port, 'address'])
    }
  })

  test('opens this machine only by its own address, not by its network', () => {
    const own = ['10.1.2.3', '10.9.9.9']

    expect(judgeAddress('10.1.2.3', 443, { allow, own })).toBe('address')
    expect(judgeAddress('10.9.9.9', 443, { allow, own })).toBeUndefined()
  })

  test('an empty list opens nothing', () => {
    for (const text of ['', ' ', ',', ' , ']) expect(readEgressAllow(text)).toEqual([])
  })

  const bad = [
    'x',
    '10.0.0.1',
    '10.0.0.1:',
    '10.0.0.1:0',
    '10.0.0.1:65536',
    '10.0.0.1:90-80',
    '10.0.0.1:a',
    '10.0.0.1:-80',
    '10.0.0.1:80-',
    '10.0.0.1:**',
  ]
  const badNetworks = [
    '10.0.0.256/8:80',
    '10.0.0.0/33:80',
    '10.0.0.0/:80',
    '10.0.0.0/8/8:80',
    '0.0.0.0/0:80',
    '10.0.0.0/7:80',
    '[::/0]:443',
    '[fc00::/6]:80',
    'fd00::/8:80',
    '[10.0.0.1]:80',
    '[fd00::1:80',
    'localhost:80',
    'example.com:80',
    'Public:80',
    '127.1:80',
    '0x7f.0.0.1:80',
  ]
  for (const part of [...bad, ...badNetworks]) {
    test(`"${part}" is refused by name`, () => {
      expect(() => readEgressAllow(`10.2.0.0/16:443,${part}`)).toThrow(`"${part}"`)
    })
  }
})

describe('URLs', () => {
  const addressForms = [
    // loopback, in every way that a URL may write it
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.0.1',
    '127.00.0.1',
    '127.000.000.001',
    '2130706433',
    '017700000001',
    '0x7f000001',
    '0X7F000001',
    '0x7f.1',
    '0x7f.0x0.0x0.0x1',
    '0177.0.0.1',
    '0177.0.1',
    '0177.1',
    '0x7f.0.1',
    '127.0x1',
    '00000000177.0.0.01',
    '0x0000007f.1',
    '２１３０７０６４３３',
    '１２７.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '127．0．0．1',
    '127｡0｡0｡1',
    '%31%32%37.0.0.1',
    '127%2e0%2e0%2e1',
    '127.0.0.%31',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
    '[::0001]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::FFFF:7F00:0001]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '127.255.255.255',
    '127.127.127.127',
    'localhost',
    'LOCALHOST',
    'LocalHost',
    'localhost.',
    'localhost..',
    'a.localhost',
    'a.b.localhost.',
    'ｌｏｃａｌｈｏｓｔ',
    'loc%61lhost',
    'lo­calhost',
    // unspecified
    '0',
    '0.0.0.0',
    '0x0',
    '00',
    '0.0',
    '[::]',
    '[0:0:0:0:0:0:0:0]',
    '0.0.0.0.',
    '０',
    // metadata
    '169.254.169.254',
    '2852039166',
    '0xa9fea9fe',
    '0251.0376.0251.0376',
    '169.16689662',
    '169.254.43518',
    '0xa9.0xfe.0xa9.0xfe',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '１６９.２５４.１６９.２５４',
    '168.63.129.16',
    // private
    '10.0.0.1',
    '10.1',
    '0xa.1',
    '012.1',
    '167772161',
    '192.168.1.1',
    '192.168.257',
    '0xc0a80101',
    '3232235777',
    '172.16.0.1',
    '100.64.0.1',
    '[fc00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '224.0.0.1',
    '255.255.255.255',
    '4294967295',
    '0xffffffff',
    '198.18.0.1',
    '240.1.1.1',
  ]
  for (const host of addressForms) {
    test(`http://${host}/ is refused for its address`, () => {
      for (const url of [`http://${host}/`, `https://${host}`, `http://${host}:8080/a?b#c`, `HTTP:\\\\${host}\\`]) {
        expect([url, judgeUrl(url, [])]).toEqual([url, { ok: false, reason: 'address' }])
      }
    })
  }

  const notUrls = [
    '',
    ' ',
    'example.com',
    '//example.com',
    '/a',
    'http://',
    'http://[::1',
    'http://[fe80::1%25eth0]/',
    'http://a b/',
    'http://256.256.256.256/',
    'http://1.2.3.4.5/',
    'http://0x100000000/',
    'http://a:99999/',
    'http://127.0.0.0x',
    'http://exa%00mple.com',
    'http://<x>',
    `http://${'a'.repeat(256)}.com`,
  ]
  for (const text of notUrls) {
    test(`"${text.slice(0, 40)}" is no URL`, () => {
      expect(judgeUrl(text, [])).toEqual({ ok: false, reason: expect.stringMatching(/^(not_a_url|address)$/) })
    })
  }

  const otherSchemes = [
    'file:///etc/passwd',
    'FILE:/etc/passwd',
    'ftp://example.com',
    'chrome://version',
    'about:blank',
    'view-source:http://example.com',
    'data:text/html,x',
    'blob:http://example.com/x',
    'javascript:alert(1)',
    'ws://example.com',
    'wss://example.com',
    'gopher://example.com',
    'dict://example.com',
    'filesystem:http://example.com/x',
    'devtools://devtools',
    'jar:http://example.com!/',
    'intent://x',
  ]
  for (const text of otherSchemes) {
    test(`${text} is refused for its scheme`, () => {
      expect(judgeUrl(text, [])).toEqual({ ok: false, reason: 'scheme' })
      expect(isVisitable(text)).toBe(false)
    })
  }

  test('credentials are refused, also empty ones with a colon and encoded ones', () => {
    for (const url of [
      'http://u@example.com',
      'http://u:p@example.com',
      'http://:p@example.com',
      'http://%75@example.com',
      'http://127.0.0.1@example.com',
      'http://example.com:80@127.0.0.1/',
    ]) {
      expect([url, judgeUrl(url, [])]).toEqual([url, { ok: false, reason: 'credentials' }])
    }
  })

  test('a public address on an odd port is refused for its port', () => {
    for (const url of [
      'http://8.8.8.8:22',
      'https://8.8.8.8:25/',
      'http://[2606:4700::1111]:5432',
      'http://8.8.8.8:0',
    ]) {
      expect([url, judgeUrl(url, [])]).toEqual([url, { ok: false, reason: 'port' }])
    }
  })

  test('names pass to DNS, with or without a dot, and so do public addresses', () => {
    const names = [
      'http://example.com',
      'https://bücher.example/ä?ö#ü',
      'http://intranet/',
      'http://localhost.example.com',
      'http://127.0.0.1.nip.io',
      'http://metadata.google.internal/',
      'http://xlocalhost',
      'http://a.b.c.d.e.f/',
      'HTTP://EXAMPLE.COM:80',
    ]
    for (const url of [...names, 'http://8.8.8.8', 'https://[2606:4700::1111]/', 'http://134744072/']) {
      expect([url, judgeUrl(url, []).ok]).toEqual([url, true])
    }
  })

  test('what the list opens passes, localhost as 127.0.0.1', () => {
    const allow = readEgressAllow('127.0.0.1:8123')

    expect(judgeUrl('http://localhost:8123/', allow).ok).toBe(true)
    expect(judgeUrl('http://127.1:8123/', allow).ok).toBe(true)
    expect(judgeUrl('http://127.0.0.1:8124/', allow).ok).toBe(false)
    expect(judgeUrl('http://[::1]:8123/', allow).ok).toBe(false)
  })
})
