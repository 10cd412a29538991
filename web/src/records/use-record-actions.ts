import { fieldsOf } from '@atrium/contract/field-facts'
import type { Module } from '@atrium/contract/module'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../platform/module-client.ts'
import { useUndo } from '../platform/undo.ts'
import { labelsOf, recordTexts } from './fields/field-texts.ts'
import type { RecordPlace, RecordRow } from './record-actions.ts'

/** What a page does with the records of a collection: each with a toast and Undo, and the last ones can be taken back by a key. */
export function useRecordActions({ module, collection, as = '' }: RecordPlace) {
  const { t, i18n } = useTranslation('kit')
  const changes = useRef<string[]>([])
  const undo = useUndo(module.id)
  const labels = useMemo(() => labelsOf(fieldsOf(collection)), [collection])
  const show = useMemo(() => recordTexts(collection, t, i18n.language), [collection, t, i18n.language])
  const count = (key: string) => (output: unknown) =>
    t(key, { count: Number(Object.values(output as Record<string, unknown>)[0]) })
  const options = { fields: labels, show }
  const add = useAction<Module, string>(module.id, `add${as}`, { ...options, done: t('records.added') })
  const change = useAction<Module, string>(module.id, `change${as}`, { ...options, done: t('records.saved') })
  const changeAll = useAction<Module, string>(module.id, `changeAll${as}`, { done: count('records.changed') })
  const remove = useAction<Module, string>(module.id, `remove${as}`, { done: count('records.removed') })
  const kept = async (doing: Promise<{ change: string | null }>) => {
    const { change } = await doing
    if (change !== null) changes.current.push(change)
  }
  return {
    labels,
    show,
    add: (value: object) => kept(add.mutateAsync(value)),
    change: (row: RecordRow, value: object) => kept(change.mutateAsync({ ...value, id: row.id, version: row.version })),
    changeAll: (rows: readonly RecordRow[], value: object) =>
      kept(changeAll.mutateAsync({ ids: rows.map(({ id }) => id), change: value })),
    /** False when it could not be done, which a toast has told. */
    remove: (rows: readonly RecordRow[]): Promise<boolean> =>
      kept(remove.mutateAsync({ ids: rows.map(({ id }) => id) })).then(
        () => true,
        () => false,
      ),
    /** Takes back the last of them; false when there is none. */
    undoLast: (): boolean => {
      const last = changes.current.pop()
      if (last === undefined) return false
      undo(last)?.onClick()
      return true
    },
  }
}
export type RecordActions = ReturnType<typeof useRecordActions>
