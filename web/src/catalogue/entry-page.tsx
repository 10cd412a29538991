import type { ModuleEntry } from '@atrium/contract/catalogue/modules'
import { type Entry, spaceAt } from '@atrium/contract/catalogue/pages'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { PageFrame } from '../shell/page-frame.tsx'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

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
      {'tier' in entry && <Facts entry={entry} />}
    </PageFrame>
  )
}

function Facts({ entry }: { entry: ModuleEntry }) {
  const { t } = useTranslation('entries')
  const topics = entry.industries.flatMap((industry) => spaceAt(industry) ?? [])
  return (
    <section aria-label={t('about')}>
      <dl className="mt-6 grid grid-cols-[max-content_1fr] gap-x-6 gap-y-3 text-sm">
        <Fact name={t('kind')}>{t(`kinds.${entry.kind}`)}</Fact>
        <Fact name={t('plan')}>
          <Badge>{t(`tier.${entry.tier}`)}</Badge>
        </Fact>
        <Fact name={t('commands')}>
          {entry.triggers.map((trigger) => (
            <code key={trigger} dir="ltr">
              {trigger}
            </code>
          ))}
        </Fact>
        <Fact name={t('topics')}>
          {entry.industries.includes('all') && <span>{t('everyTopic')}</span>}
          {topics.map((space) => (
            <Link key={space.key} to={`/spaces/${space.key}`} className="underline underline-offset-2">
              {said(space.title)}
            </Link>
          ))}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">{children}</dd>
    </>
  )
}
