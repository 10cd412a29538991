import { fieldsOf, holdsId } from '@atrium/contract/field-facts'
import type { Module } from '@atrium/contract/module'
import type { PublicPage } from '@atrium/contract/public-pages'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { patiently } from '../platform/patiently.ts'
import { Loaded, Nothing, Panel, Row, Rows } from '../settings/panel.tsx'
import { declarationOf } from '../shell/modules.ts'
import { Button } from '../ui/button.tsx'
import { Chart } from '../ui/chart.tsx'
import { formatDate } from '../ui/formats.ts'
import { usePageVisits } from './page-address.tsx'
import { Publish } from './publish.tsx'
import { usePages } from './use-pages.ts'

/** Days that a chart shows. */
const DAYS = 30
const DAY = 86_400_000

/** Settings → Public pages: of the person, or of the team that they are working in. */
export function PagesSection() {
  const { t } = useTranslation('sharing')
  const { query } = usePages()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Panel title={t('pages.title')} text={t('pages.text')}>
      <Loaded query={query}>
        {({ pages }) =>
          pages.length === 0 ? (
            <Nothing>{t('pages.none')}</Nothing>
          ) : (
            <>
              <Rows label={t('pages.title')}>
                {pages.map((page) => (
                  <PageRow
                    key={page.id}
                    page={page}
                    isOpen={open === page.id}
                    onOpen={(is) => setOpen(is ? page.id : null)}
                  />
                ))}
              </Rows>
              <Visits pages={pages} />
            </>
          )
        }
      </Loaded>
    </Panel>
  )
}

interface PageRowProps {
  page: PublicPage
  isOpen: boolean
  onOpen: (open: boolean) => void
}

function PageRow({ page, isOpen, onOpen }: PageRowProps) {
  const { t, i18n } = useTranslation('sharing')
  const visits = usePageVisits(page)
  const load = declarationOf(page.module)
  const { data: module } = useQuery<Module>({
    queryKey: ['declaration of', page.module],
    queryFn: load ? () => patiently(load) : skipToken,
    structuralSharing: false,
  })
  const declared = module?.pages?.[page.kind]
  const table = declared?.table === undefined ? undefined : module?.collections[declared.table]
  const until = page.expiresAt ? ` · ${t('pages.until')} ${formatDate(page.expiresAt, i18n.language)}` : ''
  return (
    <>
      <Row
        title={
          <a href={page.url} target="_blank" rel="noopener" className="underline-offset-2 hover:underline">
            <bdi>{page.title}</bdi>
          </a>
        }
        text={
          <>
            {module && `${said(module.title)} · `}
            <bdi dir="ltr">/p/{page.slug}</bdi> · {visits}
            {until}
          </>
        }
      >
        <Button
          size="sm"
          aria-label={t('pages.publishName', { name: page.title })}
          disabled={!declared}
          onClick={() => onOpen(true)}
        >
          {t('pages.change')}
        </Button>
      </Row>
      {declared && (
        <Publish
          module={page.module}
          kind={page.kind}
          declared={declared}
          subject={page.subject}
          title={page.title}
          fields={table && fieldsOf(table).filter((field) => !holdsId(field))}
          open={isOpen}
          onOpenChange={onOpen}
        />
      )}
    </>
  )
}

/** All pages together, day by day, with those on which nobody came. */
function Visits({ pages }: { pages: readonly PublicPage[] }) {
  const { t, i18n } = useTranslation('sharing')
  const counts = new Map<string, number>()
  for (const { visits } of pages)
    for (const { day, visits: count } of visits.days) counts.set(day, (counts.get(day) ?? 0) + count)
  if (counts.size === 0) return null
  const now = Date.now()
  const data = Array.from({ length: DAYS }, (_, at) => {
    const day = new Date(now - (DAYS - 1 - at) * DAY).toISOString().slice(0, 10)
    return { day, visits: counts.get(day) ?? 0 }
  })
  return (
    <Chart
      kind="bar"
      label={t('pages.chart')}
      data={data}
      x="day"
      series={[{ key: 'visits', label: t('pages.chart') }]}
      formatX={(day) => formatDate(String(day), i18n.language)}
      height={160}
    />
  )
}
