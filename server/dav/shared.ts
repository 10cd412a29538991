import type { Module } from '@atrium/contract/module'
import type { Principal } from '@atrium/contract/principal'
import { type SharedWithMe, scopeOfShare } from '@atrium/contract/sharing'
import type { Enter } from '../platform/http/mount.ts'
import { DavRefusal } from './refusal.ts'

/** The first name of an address for what others share with one: teams have ids, which are longer. */
export const SHARED = 'shared'

type OneShare = SharedWithMe['shares'][number]

export interface SharedTrees {
  withMe(principal: Principal): Promise<readonly OneShare[]>
  /** The principal on that one record. Throws `not_found`. */
  enter: Enter
}

/** Whether something of the module can be shared one by one, and programs reach it as files. */
export const canBeShared = ({ dav, collections }: Module): boolean =>
  dav !== undefined && !dav.calendars && Object.values(collections).some(({ shared }) => shared)

/** What is shared with the caller of a module, by the names that programs see: of two that are called alike the later has a number. */
export async function sharedByName(
  { withMe }: SharedTrees,
  principal: Principal,
  module: string,
): Promise<Map<string, OneShare>> {
  const found = new Map<string, OneShare>()
  const its = (await withMe(principal)).filter((share) => share.module === module)
  for (const share of its.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))) {
    const title = (share.title.replace(/[/\p{Cc}]/gu, '_').trim() || share.id).normalize('NFC')
    let name = title
    for (let n = 2; found.has(name); n++) name = `${title} (${n})`
    found.set(name, share)
  }
  return found
}

/** The caller as they act on what is shared with them under this name. */
export async function enterShared(
  trees: SharedTrees,
  principal: Principal,
  module: string,
  name: string,
): Promise<Principal & Required<Pick<Principal, 'share'>>> {
  const share = (await sharedByName(trees, principal, module)).get(name)
  const entered = share && (await trees.enter(principal, scopeOfShare(share.id)))
  if (!entered?.share) throw new DavRefusal(404, 'There is nothing here by that name.')
  return { ...entered, share: entered.share }
}
