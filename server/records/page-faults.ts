import { fieldsOf } from '@atrium/contract/field-facts'
import type { Module } from '@atrium/contract/module'

/** What is wrong with the public pages that a module declares. */
export function faultsInPages({ pages = {}, collections, actions, exports = {}, imports = {} }: Module): string[] {
  const faults: string[] = []
  for (const [name, { of, table, allows = [], copy }] of Object.entries(pages)) {
    const says = (fault: string) => faults.push(`“${name}” in pages ${fault}`)
    for (const collection of [of, table])
      if (collection !== undefined && !Object.hasOwn(collections, collection))
        says(`is of “${collection}”, which is no collection`)
    const shown = table === undefined ? undefined : collections[table]
    if (shown && fieldsOf(shown).length === 0) says(`shows “${table}”, which has no fields`)
    for (const action of allows) {
      const declared = Object.hasOwn(actions, action) ? actions[action] : undefined
      if (declared?.effect !== 'write' || declared.asksModel)
        says(`allows “${action}”, which is no action that writes and asks no model`)
    }
    if (copy && !(Object.hasOwn(exports, copy.export) && Object.hasOwn(imports, copy.import)))
      says('is copied by an export and an import that are not there')
  }
  return faults
}
