import { BlockList, isIP } from 'node:net'

/**
 * `private` networks may be an intranet, which an operator may open by its names; `refused` ones are reached by nobody unless an
 * operator writes the network itself.
 */
export type AddressKind = 'public' | 'private' | 'refused'

type Subnet = readonly [network: string, prefix: number]

function listOf(subnets: readonly Subnet[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of subnets) list.addSubnet(network, prefix, isIP(network) === 6 ? 'ipv6' : 'ipv4')
  return list
}

/** RFC 1918, 1122 (loopback), 6598 (carrier-grade NAT), 4193 (unique local). */
const privates = listOf([
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
])

/** The rest of IANA's special-purpose registries for IPv4 (RFC 6890), and where clouds tell their secrets. */
const special4 = listOf([
  ['0.0.0.0', 8],
  ['100.100.100.200', 32], // Alibaba's metadata, within carrier-grade NAT
  ['168.63.129.16', 32], // Azure's own agent
  ['169.254.0.0', 16], // link-local, with most clouds' metadata
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24], // 6to4's relays
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3], // multicast, reserved, broadcast
])

/** What within 2000::/3 is no host of the internet, or carries an IPv4 address inside. */
const special6 = listOf([
  ['2001::', 23], // Teredo, benchmarks, ORCHID
  ['2001:db8::', 32],
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
])

/** All else (mapped and compatible IPv4, NAT64, link-local, multicast, discard) is outside of it. */
const global6 = listOf([['2000::', 3]])
const metadata6 = listOf([['fd00:ec2::', 32]]) // Amazon's, within unique local

/** Of an address as a resolver or a URL writes it. */
export function addressKind(address: string): AddressKind {
  const family = isIP(address)
  if (family === 0 || address.includes('%')) return 'refused'
  if (family === 4) {
    if (special4.check(address, 'ipv4')) return 'refused'
    return privates.check(address, 'ipv4') ? 'private' : 'public'
  }
  // A BlockList reads mapped IPv4 as IPv4: here its spelling is refused, whatever is inside.
  if (metadata6.check(address, 'ipv6')) return 'refused'
  if (global6.check(address, 'ipv6')) return special6.check(address, 'ipv6') ? 'refused' : 'public'
  return !address.includes('.') && !isMapped(address) && privates.check(address, 'ipv6') ? 'private' : 'refused'
}

const mapped = listOf([['::ffff:0:0', 96]])
const isMapped = (address: string) => mapped.check(address, 'ipv6')
