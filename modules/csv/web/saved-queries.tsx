import { IconButton, useAction } from '@atrium/web/kit'
import { Trash2 } from 'lucide-react'
import type csv from '../module.ts'
import type { QueryRow } from '../module.ts'
import { useTexts } from './texts.ts'

export function SavedQueries({ queries, onOpen }: { queries: readonly QueryRow[]; onOpen: (sql: string) => void }) {
  const { t } = useTexts()
  const remove = useAction<typeof csv, 'removeQuery'>('csv', 'removeQuery', {
    done: ({ name }) => t('sql.removed', { name }),
  })
  if (queries.length === 0) return null
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">{t('sql.savedQueries')}</h3>
      <ul className="flex flex-col text-sm">
        {queries.map(({ id, name, sql }) => (
          <li key={id} className="flex items-center gap-1">
            <button
              type="button"
              title={sql}
              onClick={() => onOpen(sql)}
              className="min-w-0 flex-1 truncate rounded-sm px-1.5 py-1 text-start hover:bg-hover touch:py-2.5"
            >
              {name}
            </button>
            <IconButton
              size="sm"
              label={t('sql.remove', { name })}
              icon={<Trash2 />}
              onClick={() => remove.mutate({ id })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
