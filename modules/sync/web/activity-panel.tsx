import { Comments, Sheet, useSharedAs } from '@atrium/web/kit'
import { Link } from 'react-router'
import type { EntryRow } from '../rows.ts'
import { ActivityList } from './activity-list.tsx'
import { useTexts } from './texts.ts'

/** What happened with a file or a folder beside it; with all there is where none is named. */
export function ActivityPanel({ entry, onDone }: { entry?: Pick<EntryRow, 'id' | 'name'>; onDone: () => void }) {
  const { t } = useTexts()
  const isOwn = useSharedAs() === null
  return (
    <Sheet
      open
      onOpenChange={onDone}
      title={entry ? t('activity.of', { name: entry.name }) : t('activity.title')}
      className="w-[28rem]"
    >
      <div className="flex flex-col px-4 pb-4">
        <ActivityList id={entry?.id} onLeave={onDone} />
        {entry && <Comments module="sync" collection="entries" id={entry.id} />}
        {isOwn && (
          <Link to="/sync/activity" className="mt-4 self-start text-sm text-muted underline underline-offset-4">
            {t('activity.all')}
          </Link>
        )}
      </div>
    </Sheet>
  )
}
