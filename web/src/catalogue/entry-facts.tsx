import type { ModuleEntry } from '@atrium/contract/catalogue/modules'
import { spaceAt } from '@atrium/contract/catalogue/pages'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../i18n/said.ts'
import { Badge } from '../ui/badge.tsx'

/** Kind, plan, commands and topics of a module. */
export function EntryFacts({ entry }: { entry: Pick<ModuleEntry, 'kind' | 'tier' | 'triggers' | 'industries'> }) {
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
