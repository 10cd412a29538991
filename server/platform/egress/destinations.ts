import { BlockList, isIP } from 'node:net'
import { AppError } from '@atrium/contract/errors'
import { allowedHost } from '../http/host-name.ts'
import { addressKind } from './address-kind.ts'

/** Where web servers listen. */
const PORTS = new Set(['', '80', '443', '8080', '8443'])

/** Names that mean something inside a network only. They are refused before any resolver hears of them. */
const INSIDE = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|localdomain|test|invalid|onion)$/

/** What a setting's entry names: a host, all below it (`.example.org`), an address, or a network (`10.0.0.0/8`). */
export function readDestination(entry: string): { name: string } | { network: string; prefix: number } | null {
  const [network = '', prefix, ...more] = entry.split('/')
  const family = isIP(network.replace(/^\[|\]$/g, ''))
  if (prefix !== undefined) {
    const longest = family === 6 ? 128 : 32
    if (family === 0 || more.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > longest) return null
    return { network, prefix: Number(prefix) }
  }
  const name = allowedHost(entry)
  if (name === null) return null
  const literal = isIP(name)
  return literal === 0 ? { name } : { network: name, prefix: literal === 6 ? 128 : 32 }
}

export interface Destinations {
  /** Throws `bad_request` for an address that is not to be asked at all, before its name is resolved. */
  checkUrl(url: URL): void
  /** Throws `bad_request` where one of the addresses that a host's name stands for is not to be reached. */
  checkAddresses(hostname: string, addresses: readonly string[]): void
}

const hostOf = (hostname: string) => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** One sentence for all of them: nobody learns by it what stands in our network. */
const refused = () =>
  new AppError('bad_request', 'This address leads into a private network, which cannot be reached from here.', {
    details: { egress: 'private' },
  })

/** The destinations of requests that people cause: the internet's web servers, and what the operator has opened besides. */
export function createDestinations(allow: readonly string[]): Destinations {
  const names = new Set<string>()
  const suffixes: string[] = []
  const networks = new BlockList()
  for (const entry of allow) {
    const read = readDestination(entry)
    if (read === null) throw new Error(`no destination: ${entry}`)
    if ('network' in read) networks.addSubnet(read.network, read.prefix, isIP(read.network) === 6 ? 'ipv6' : 'ipv4')
    else if (read.name.startsWith('.')) suffixes.push(read.name)
    else names.add(read.name)
  }
  const isNamed = (host: string) => names.has(host) || suffixes.some((suffix) => host.endsWith(suffix))
  const isOpened = (address: string) => {
    const family = isIP(address)
    return family !== 0 && !address.includes('%') && networks.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  const isReachable = (host: string, address: string) => {
    if (isOpened(address)) return true
    const kind = addressKind(address)
    return kind === 'public' || (kind === 'private' && isNamed(host))
  }

  return {
    checkUrl(url) {
      if (url.protocol !== 'http:' && url.protocol !== 'https:')
        throw new AppError('bad_request', 'An address begins with https:// or http://.')
      if (url.username || url.password)
        throw new AppError('bad_request', 'An address cannot carry a name and a password.')
      const host = hostOf(url.hostname)
      const isLiteral = isIP(host) !== 0
      if (isLiteral ? !isReachable(host, host) : INSIDE.test(host) && !isNamed(host)) throw refused()
      if (!PORTS.has(url.port) && !isNamed(host) && !(isLiteral && isOpened(host)))
        throw new AppError('bad_request', 'Only the ports 80, 443, 8080 and 8443 can be reached.')
    },
    checkAddresses(hostname, addresses) {
      const host = hostOf(hostname)
      if (!addresses.every((address) => isReachable(host, address))) throw refused()
    },
  }
}
