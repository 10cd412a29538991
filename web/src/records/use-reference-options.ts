import type { Module } from '@atrium/contract/module'
import { useMemo } from 'react'
import { useModuleQuery } from '../platform/module-client.ts'
import { type RecordPlace, type RecordRow, titleOfRow } from './record-actions.ts'

/** More than a select can show; a page with more of them offers its own. */
const MOST = 200

/**
 * The rows of a collection as what a reference to it can be, by what they are called, for
 * `references={{ author: useReferenceOptions({ module, collection: authors, as: 'Author' }) }}`. Empty until they are here.
 */
export function useReferenceOptions({
  module,
  collection,
  as = '',
}: Pick<RecordPlace, 'module' | 'collection' | 'as'>) {
  const [title] = collection.search
  const { data } = useModuleQuery<Module, string>(module.id, `list${as}`, {
    limit: MOST,
    ...(title && { order: [title] }),
  })
  return useMemo(() => {
    const rows = (data as { rows: RecordRow[] } | undefined)?.rows ?? []
    return rows.map((row) => ({ value: row.id, label: titleOfRow({ collection }, row) }))
  }, [data, collection])
}
