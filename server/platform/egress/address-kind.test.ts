import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressKind } from './address-kind.ts'
import { createDestinations } from './destinations.ts'

describe('what an address is', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '169.253.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82a::200e',
    '2003::1',
  ])('%s is of the internet', (address) => expect(addressKind(address)).toBe('public'))

  test.each([
    '10.0.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fc00::1',
    'fdff:ffff::1',
  ])('%s is private', (address) => expect(addressKind(address)).toBe('private'))

  test.each([
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this network'],
    ['169.254.169.254', 'metadata'],
    ['100.100.100.200', 'metadata of Alibaba'],
    ['168.63.129.16', 'agent of Azure'],
    ['fd00:ec2::254', 'metadata of Amazon'],
    ['192.0.0.1', 'IETF'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['198.18.0.1', 'benchmarks'],
    ['192.88.99.1', 'relays of 6to4'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.255', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::7f00:1', 'compatible'],
    ['::127.0.0.1', 'compatible'],
    ['::ffff:127.0.0.1', 'mapped'],
    ['::ffff:7f00:1', 'mapped'],
    ['::ffff:8.8.8.8', 'mapped'],
    ['::ffff:0:127.0.0.1', 'translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::8.8.8.8', 'NAT64'],
    ['64:ff9b:1::1', 'local NAT64'],
    ['100::1', 'discard'],
    ['2001::1', 'Teredo'],
    ['2001:0:53aa:64c:0:fbff:80ff:fffe', 'Teredo'],
    ['2001:20::1', 'ORCHID'],
    ['2001:db8::1', 'documentation'],
    ['3fff::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['2002:a9fe:a9fe::', '6to4'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'a zone'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['', 'nothing'],
    ['localhost', 'no address'],
  ])('%s is refused: %s', (address) => expect(addressKind(address)).toBe('refused'))

  test('an IPv6 address with an IPv4 one inside is never reached, whichever it is', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
    const prefixes = ['::ffff:', '::', '64:ff9b::', '2002:', '2001:0:1:2:3:4:', '::ffff:0:']
    fc.assert(
      fc.property(fc.constantFrom(...prefixes), group, group, (prefix, high, low) => {
        const address = prefix === '2002:' ? `2002:${high}:${low}::1` : `${prefix}${high}:${low}`
        return addressKind(address) !== 'public'
      }),
    )
  })
})

describe('an address that is given', () => {
  const { checkUrl } = createDestinations([])
  const sentenceOf = (address: string) => {
    const url = URL.parse(address)
    if (!url) return 'no address'
    try {
      checkUrl(url)
      return 'fine'
    } catch (error) {
      return (error as Error).message
    }
  }
  const PRIVATE = 'This address leads into a private network, which cannot be reached from here.'

  test.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://017700000001/',
    'http://0177.0.0.01/',
    'http://127.1/',
    'http://127.0.1/',
    'http://0/',
    'http://127。0。0。1/',
    'http://①②⑦.0.0.1/',
    'http://127.0.0.1./',
    'http://%31%32%37.0.0.1/',
    'http://192.168.257/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::169.254.169.254]/',
    'http://[2002:7f00:1::]/',
    'http://[2001::1]/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://metadata.google.internal/computeMetadata/v1/',
    'http://printer.local/',
    'http://router.home.arpa/',
    'https://wiki.intranet/',
  ])('%s is refused before any name is resolved', (address) => expect(sentenceOf(address)).toBe(PRIVATE))

  test.each([
    ['http://[fe80::1%25eth0]/', 'no address'],
    ['http://256.1.1.1/', 'no address'],
    ['http://exa mple.org/', 'no address'],
    ['//example.org/', 'no address'],
    ['file:///etc/passwd', 'An address begins with https:// or http://.'],
    ['gopher://example.org/', 'An address begins with https:// or http://.'],
    ['ftp://example.org/', 'An address begins with https:// or http://.'],
    ['https://user:password@example.org/', 'An address cannot carry a name and a password.'],
    ['https://example.org@127.0.0.1/', 'An address cannot carry a name and a password.'],
    ['https://example.org:22/', 'Only the ports 80, 443, 8080 and 8443 can be reached.'],
    ['https://example.org:5432/', 'Only the ports 80, 443, 8080 and 8443 can be reached.'],
    ['https://example.org:8443/', 'fine'],
    ['http://example.org:8080/', 'fine'],
    ['https://example.org/', 'fine'],
    ['https://8.8.8.8/', 'fine'],
    ['https://[2606:4700:4700::1111]/', 'fine'],
    ['https://münchen.example/', 'fine'],
  ])('%s: %s', (address, sentence) => expect(sentenceOf(address)).toBe(sentence))

  test('what the operator opened by name is reached at its private addresses, never at metadata', () => {
    const { checkUrl, checkAddresses } = createDestinations(['wiki.lan', '.corp.example'])
    expect(() => checkUrl(new URL('http://wiki.lan:9200/'))).not.toThrow()
    expect(() => checkUrl(new URL('http://other.lan/'))).toThrow()
    expect(() => checkAddresses('wiki.lan', ['10.0.0.7', 'fd12::7'])).not.toThrow()
    expect(() => checkAddresses('a.corp.example', ['192.168.0.7'])).not.toThrow()
    expect(() => checkAddresses('corp.example', ['192.168.0.7'])).toThrow()
    expect(() => checkAddresses('wiki.lan', ['169.254.169.254'])).toThrow()
    expect(() => checkAddresses('wiki.lan', ['fd00:ec2::254'])).toThrow()
    expect(() => checkAddresses('evil.example', ['10.0.0.7'])).toThrow()
  })

  test('a network that the operator wrote is reached, whatever it is', () => {
    const { checkUrl, checkAddresses } = createDestinations(['169.254.0.0/16', '[fd00::1]'])
    expect(() => checkUrl(new URL('http://169.254.169.254/'))).not.toThrow()
    expect(() => checkUrl(new URL('http://[fd00::1]:9000/'))).not.toThrow()
    expect(() => checkUrl(new URL('http://[fd00::2]/'))).toThrow()
    expect(() => checkAddresses('any.example', ['169.254.1.1'])).not.toThrow()
  })

  test('one private address among public ones refuses the name', () => {
    const { checkAddresses } = createDestinations([])
    expect(() => checkAddresses('mixed.example', ['8.8.8.8', '127.0.0.1'])).toThrow()
    expect(() => checkAddresses('mixed.example', ['8.8.8.8', '::ffff:127.0.0.1'])).toThrow()
    expect(() => checkAddresses('fine.example', ['8.8.8.8', '2606:4700::1'])).not.toThrow()
  })
})
