import {
  Badge,
  Button,
  EmptyState,
  IconButton,
  Skeleton,
  sentenceFor,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { ArrowLeft, Copy, Pencil, Trash2 } from 'lucide-react'
import type flash from '../module.ts'
import type { TypeView } from '../note-type-actions.ts'
import { useTexts } from './texts.ts'
import { TypeEditor } from './type-editor.tsx'

interface TypesViewProps {
  /** The key of the type that is edited; null for the list. */
  type: string | null
  onType: (key: string | null) => void
}

/** The note types, and the editor of one. */
export function TypesView({ type, onType }: TypesViewProps) {
  const { t } = useTexts()
  const { data, error } = useModuleQuery<typeof flash, 'types'>('flash', 'types', {})
  if (error) return <EmptyState title={sentenceFor(error)} />
  if (!data) return <Skeleton className="h-64 w-full" />
  const chosen = data.find(({ key }) => key === type)
  if (!chosen) return <TypeList types={data} onType={onType} />
  return (
    <div className="flex flex-col gap-4">
      <Button
        variant="ghost"
        className="-ms-2 self-start"
        icon={<ArrowLeft aria-hidden className="size-4 rtl:-scale-x-100" />}
        onClick={() => onType(null)}
      >
        {t('types.title')}
      </Button>
      <TypeEditor key={`${chosen.key} ${chosen.version}`} type={chosen} onDone={onType} />
    </div>
  )
}

function TypeList({ types, onType }: { types: readonly TypeView[]; onType: (key: string) => void }) {
  const { t } = useTexts()
  const remove = useAction<typeof flash, 'removeType'>('flash', 'removeType', {
    done: ({ name }) => t('types.removed', { name }),
  })
  return (
    <section aria-label={t('types.title')} className="flex flex-col gap-3">
      <h2 className="text-base">{t('types.title')}</h2>
      <p className="max-w-prose text-sm text-pretty text-muted">{t('types.help')}</p>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {types.map((one) => (
          <li key={one.key} className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm font-medium">
                <bdi>{one.name}</bdi> {one.kind === 'cloze' && <Badge>{t('type.cloze')}</Badge>}
              </p>
              <p className="truncate text-xs text-muted">
                {t('types.notes', { count: one.notes })} · <bdi>{one.fields.join(', ')}</bdi>
              </p>
            </div>
            <span className="flex">
              <IconButton
                label={t(one.version === null ? 'types.copy' : 'types.edit', { name: one.name })}
                icon={one.version === null ? <Copy /> : <Pencil />}
                onClick={() => onType(one.key)}
              />
              {one.version !== null && (
                <IconButton
                  label={t('types.remove', { name: one.name })}
                  icon={<Trash2 />}
                  onClick={() => remove.mutate({ key: one.key })}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
