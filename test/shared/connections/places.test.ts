/** Where connections may lead: public and encrypted, unless the operator named the place. */
import { describe, expect, test } from 'bun:test'
import { placeFaults } from '#shared/connections/places'
import { readEgressAllow } from '#shared/kernel/addresses'

const none = readEgressAllow('')
const imap = (odd: object = {}) => ({ host: 'imap.example.com', port: 993, security: 'tls', user: 'a', ...odd })
const paths = (kind: 'imap' | 'ics' | 'gitea' | 'github', config: object, allow = '') =>
  placeFaults(kind, config, readEgressAllow(allow)).map(({ path }) => path)

describe('a mailbox', () => {
  test('on a public server over TLS or STARTTLS needs no leave', () => {
    expect(paths('imap', imap())).toEqual([])
    expect(paths('imap', imap({ port: 143, security: 'starttls' }))).toEqual([])
    expect(paths('imap', imap({ host: '93.184.216.34' }))).toEqual([])
  })

  test('at a private address, on another port or in clear does', () => {
    expect(paths('imap', imap({ host: '127.0.0.1' }))).toEqual(['/config/host'])
    expect(paths('imap', imap({ host: 'localhost' }))).toEqual(['/config/host'])
    expect(paths('imap', imap({ host: '169.254.169.254' }))).toEqual(['/config/host'])
    expect(paths('imap', imap({ host: '[::1]' }))).toEqual(['/config/host'])
    expect(paths('imap', imap({ port: 25 }))).toEqual(['/config/host'])
    expect(paths('imap', imap({ security: 'none', port: 143 }))).toEqual(['/config/security'])
  })

  test('is let through where the operator named the place, and at no other', () => {
    const allow = '127.0.0.1/32:3143'

    expect(paths('imap', imap({ host: '127.0.0.1', port: 3143, security: 'none' }), allow)).toEqual([])
    expect(paths('imap', imap({ host: 'localhost', port: 3143, security: 'none' }), allow)).toEqual([])
    expect(paths('imap', imap({ host: '127.0.0.1', port: 143, security: 'none' }), allow)).toEqual(['/config/host'])
    expect(paths('imap', imap({ host: '127.0.0.2', port: 3143 }), allow)).toEqual(['/config/host'])
  })

  test('has a host that is a name or an address, and nothing else', () => {
    expect(paths('imap', imap({ host: 'a b' }))).toEqual(['/config/host'])
    expect(paths('imap', imap({ host: 'https://imap.example.com' }))).toEqual(['/config/host'])
  })
})

describe('what has an address', () => {
  test('is reached by https, in clear only where that was allowed', () => {
    expect(paths('ics', { url: 'https://calendar.example.com/a.ics' })).toEqual([])
    expect(paths('ics', { url: 'http://calendar.example.com/a.ics' })).toEqual(['/config/url'])
    expect(paths('ics', { url: 'http://127.0.0.1:8080/a.ics' }, '127.0.0.1/32:8080')).toEqual([])
    expect(paths('gitea', { base_url: 'http://git.example.com' })).toEqual(['/config/base_url'])
    expect(paths('github', {})).toEqual([])
  })

  test('is no file, carries no password, and lies at no private address', () => {
    expect(paths('ics', { url: 'file:///etc/passwd' })).toEqual(['/config/url'])
    expect(paths('ics', { url: 'https://anna:secret@calendar.example.com/' })).toEqual(['/config/url'])
    expect(paths('ics', { url: 'https://10.0.0.1/' })).toEqual(['/config/url'])
    expect(placeFaults('ics', { url: 'https://10.0.0.1/' }, none)[0]?.message).not.toContain('10.0.0.1')
  })
})
