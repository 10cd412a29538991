import { clsx } from 'clsx'
import { ArrowRight, ChevronDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PageFrame } from '../../shell/page-frame.tsx'
import { seatPage } from '../seats/seat-paths.ts'
import { useSeats } from '../seats/use-seats.ts'
import { useHashTarget } from './use-hash-target.ts'

const topics = [
  'task',
  'onboarding',
  'approvals',
  'budgets',
  'review',
  'sendBack',
  'org',
  'schedules',
  'noModel',
  'safety',
] as const
export type Topic = (typeof topics)[number]

/** Where one does it. What belongs to a seat leads to the only one, or to all of them. */
function usePlaces(): Readonly<Record<Topic, string>> {
  const seats = useSeats().data?.seats ?? []
  const ofSeat = (tab: string) => (seats.length === 1 && seats[0] ? seatPage(seats[0].id, tab) : '/workforce/seats')
  return {
    task: '/workforce/active?new',
    onboarding: ofSeat('context'),
    approvals: '/workforce/approvals',
    budgets: '/workforce/settings',
    review: '/workforce/active',
    sendBack: '/workforce/analytics',
    org: '/org-chart',
    schedules: ofSeat('schedule'),
    noModel: '/settings/models',
    safety: '/workforce/settings',
  }
}

/** /workforce/best-practices: how to get work that one can rely on, each with the place where one does it. */
export function PracticesPage() {
  const { t } = useTranslation('seats')
  const places = usePlaces()
  useHashTarget()
  return (
    <PageFrame title={t('practices.title')} text={t('practices.text')}>
      <div className="grid items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_13rem]">
        <nav aria-label={t('practices.contents')} className="lg:sticky lg:top-4 lg:order-2 print:hidden">
          {/* Beside the text there is room for it; above, it would keep the text from the first screen. */}
          <details className="group rounded-md bg-surface lg:hidden">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-3 rounded-md px-3 py-2 text-sm font-medium hover:bg-hover touch:min-h-11 [&::-webkit-details-marker]:hidden">
              {t('practices.contents')}
              <ChevronDown aria-hidden className="size-4 text-muted group-open:rotate-180" />
            </summary>
            <Contents className="px-1 pb-2" />
          </details>
          <Contents className="max-lg:hidden" />
        </nav>
        <div className="flex max-w-prose flex-col gap-9">
          {topics.map((topic) => (
            <section key={topic} aria-labelledby={topic}>
              <h2 id={topic} tabIndex={-1} className="scroll-mt-4 text-lg outline-none">
                {t(`practices.${topic}.title`)}
              </h2>
              <p className="mt-1 text-pretty">{t(`practices.${topic}.text`)}</p>
              <p className="mt-2 text-pretty text-muted">{t(`practices.${topic}.tip`)}</p>
              <Link
                to={places[topic]}
                className="mt-2 inline-flex items-center gap-1.5 text-sm text-accent-ink underline-offset-2 hover:underline touch:min-h-11 print:hidden"
              >
                {t(`practices.${topic}.link`)}
                <ArrowRight aria-hidden className="size-4 rtl:-scale-x-100" />
              </Link>
            </section>
          ))}
        </div>
      </div>
    </PageFrame>
  )
}

function Contents({ className }: { className: string }) {
  const { t } = useTranslation('seats')
  return (
    <ul className={clsx('flex flex-col text-sm', className)}>
      {topics.map((topic) => (
        <li key={topic}>
          <Link
            to={`#${topic}`}
            className="block rounded-md px-2 py-1 text-muted hover:bg-hover hover:text-ink touch:py-2.5"
          >
            {t(`practices.${topic}.title`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
