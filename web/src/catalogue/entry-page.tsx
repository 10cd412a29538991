import type { Entry } from '@atrium/contract/catalogue/pages'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { EntryFacts } from './entry-facts.tsx'

/** The page of what the catalogue lists and this installation does not have. */
export function EntryPage({ entry }: { entry: Entry }) {
  const { t } = useTranslation('entries')
  return (
    <PageFrame
      title={said(entry.title)}
      text={<bdi>{said(entry.summary)}</bdi>}
      width="prose"
      actions={
        <Link to="/" className={buttonClass()}>
          {t('askInChat')}
        </Link>
      }
    >
      <div className="flex items-start gap-4 rounded-md border border-line p-4">
        <span className="mt-0.5 flex size-5 shrink-0 text-muted [&_svg]:size-5">
          <Icon name={entry.icon} />
        </span>
        <div className="min-w-0">
          <h2 className="text-base">{t('notInstalled')}</h2>
          <p className="mt-1 text-pretty text-muted">{t('notInstalledText')}</p>
        </div>
      </div>
      {'tier' in entry && <EntryFacts entry={entry} />}
    </PageFrame>
  )
}
