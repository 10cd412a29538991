import { brand } from '@atrium/contract/brand'
import type { Module } from '@atrium/contract/module'
import type { Channels } from '@atrium/contract/notifications'

/** A kind of notification, of a module or the core's own. */
export interface Kind {
  module: string
  moduleTitle: string
  kind: string
  title: string
  defaults: Channels
  /** The module that declares it; null for the core's. */
  of: Module | null
}

export type Kinds = ReadonlyMap<string, Kind>

export const CORE = 'core'
export const TEST_KIND = 'test'
export const WEBHOOK_KIND = 'webhook'
export const LINK_KIND = 'link'
export const SHARE_KIND = 'share'
export const COMMENT_KIND = 'comment'
export const ARCHIVE_KIND = 'archive'
export const RESTORED_KIND = 'restored'

const ofCore = (kind: string, title: string, defaults: Channels): Kind => ({
  ...{ module: CORE, moduleTitle: brand.name, kind, title, defaults, of: null },
})
const CORE_KINDS = [
  ofCore(WEBHOOK_KIND, 'A webhook was switched off', { inbox: true, push: false, mail: true }),
  ofCore(SHARE_KIND, 'Somebody shared something with you', { inbox: true, push: true, mail: false }),
  ofCore(COMMENT_KIND, 'Somebody commented on something', { inbox: true, push: true, mail: false }),
  ofCore(ARCHIVE_KIND, 'Your archive is ready', { inbox: true, push: true, mail: true }),
  ofCore(RESTORED_KIND, 'Your archive was imported', { inbox: true, push: true, mail: false }),
  ofCore(LINK_KIND, 'Somebody used a link of yours', { inbox: true, push: true, mail: false }),
]

export const kindKey = (module: string, kind: string): string => `${module}.${kind}`

/** What people can be told of, by `module.kind`. The core's test is sent by whoever asks for it and cannot be chosen. */
export const kindsOf = (modules: readonly Module[]): Kinds =>
  new Map([
    ...CORE_KINDS.map((one) => [kindKey(CORE, one.kind), one] as const),
    ...modules.flatMap((of) =>
      Object.entries(of.notifications ?? {}).map(
        ([kind, { title, defaults }]) =>
          [kindKey(of.id, kind), { module: of.id, moduleTitle: of.title, kind, title, defaults, of }] as const,
      ),
    ),
  ])
