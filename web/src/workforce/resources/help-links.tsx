import { ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** What is asked most, and where the answer stands. */
const questions = [
  { key: 'stands', to: '/workforce/seats' },
  { key: 'approve', to: '/workforce/best-practices#approvals' },
  { key: 'cost', to: '/workforce/best-practices#budgets' },
  { key: 'back', to: '/workforce/best-practices#sendBack' },
  { key: 'action', to: '/workforce/docs' },
  { key: 'bill', to: '/workforce/orders' },
  { key: 'leave', to: '/workforce/subscriptions' },
] as const

export function HelpLinks() {
  const { t } = useTranslation('seats')
  return (
    <section aria-labelledby="answers">
      <h2 id="answers" className="mb-2 text-base">
        {t('support.help')}
      </h2>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {questions.map(({ key, to }) => (
          <li key={key}>
            <Link
              to={to}
              className="-mx-2 flex items-center justify-between gap-3 rounded-md px-2 py-2 text-pretty hover:bg-hover touch:min-h-11"
            >
              {t(`support.questions.${key}`)}
              <ArrowRight aria-hidden className="size-4 shrink-0 text-faint rtl:-scale-x-100" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
