import type { Config } from '../config.ts'
import { allowedHost } from './host-name.ts'

/** The names that this server answers to: of its address, of where it listens, and those that were configured. */
export const hostsOf = ({ HOST, ALLOWED_HOSTS }: Config, baseUrl: string): string[] =>
  [new URL(baseUrl).hostname, HOST, ...ALLOWED_HOSTS].flatMap((name) => allowedHost(name) ?? [])
