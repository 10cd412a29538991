import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { said } from '../../i18n/said.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PlaybookList } from './playbook-list.tsx'
import { newTaskPage } from './seat-paths.ts'
import { useTry } from './use-try.ts'

/** What the seat can do; each can be given as a task, or tried with sample data. */
export function SeatPlaybooks({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const { t: shop } = useTranslation('workforce')
  const trial = useTry(seat.id)
  return (
    <div className="flex flex-col gap-4">
      {seat.agent.playbooks.length === 0 && <p className="text-pretty text-muted">{shop('agent.withModelText')}</p>}
      {seat.agent.playbooks.length > 0 && !seat.hasModel && (
        <p className="text-pretty text-muted">{t('playbooks.noModel')}</p>
      )}
      <PlaybookList
        playbooks={seat.agent.playbooks}
        actions={({ id, title }) =>
          seat.status !== 'ended' && (
            <>
              <Button
                size="sm"
                aria-label={t('playbooks.tryNamed', { title: said(title) })}
                loading={trial.isPending && trial.variables === id}
                onClick={() => trial.mutate(id)}
              >
                {t('playbooks.try')}
              </Button>
              <Link
                to={newTaskPage(seat.id, id)}
                aria-label={t('playbooks.giveNamed', { title: said(title) })}
                className={buttonClass('primary', 'sm')}
              >
                {t('playbooks.give')}
              </Link>
            </>
          )
        }
      />
    </div>
  )
}
