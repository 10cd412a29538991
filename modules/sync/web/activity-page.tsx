import { PageFrame } from '@atrium/web/kit'
import { ActivityList } from './activity-list.tsx'
import { BackToFiles } from './back-to-files.tsx'
import { useTexts } from './texts.ts'

/** What happened with all of a person's files, or a team's. */
export function ActivityPage() {
  const { t } = useTexts()
  return (
    <PageFrame title={t('activity.title')} text={t('activity.pageText')} toolbar={<BackToFiles />}>
      <div className="max-w-3xl">
        <ActivityList />
      </div>
    </PageFrame>
  )
}
