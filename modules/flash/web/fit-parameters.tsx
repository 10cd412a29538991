import { Button, Dialog, formatNumber, JobProgress, Select, useAction, useJob, useModuleQuery } from '@atrium/web/kit'
import { Check, RotateCcw, Sparkles } from 'lucide-react'
import { useState } from 'react'
import type flash from '../module.ts'
import type { DeckCounts } from '../module.ts'
import type { Fitted } from '../records.ts'
import { percent } from './labels.ts'
import { useTexts } from './texts.ts'

interface FitParametersProps {
  /** A deck's id, or `all`; null when it is closed. */
  scope: string | null
  decks: readonly DeckCounts[]
  onScope: (scope: string) => void
  onClose: () => void
}

/** The scheduler's parameters from one's own reviews: found in a job, shown with what they are worth, used when the person says so. */
export function FitParameters({ scope, decks, onScope, onClose }: FitParametersProps) {
  const { t } = useTexts()
  return (
    <Dialog
      open={scope !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t('fit.title')}
      description={t('fit.help')}
    >
      {scope !== null && (
        <div className="flex flex-col gap-4">
          <Select
            label={t('fit.scope')}
            value={scope}
            onChange={(event) => onScope(event.target.value)}
            options={[
              { value: 'all', label: t('stats.all') },
              ...decks.map(({ id, name }) => ({ value: id, label: name.replaceAll('::', ' › ') })),
            ]}
          />
          <OfScope key={scope} scope={scope} decks={decks} onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

type Found = Fitted & { isBetter: boolean }

function OfScope({ scope, decks, onClose }: { scope: string; decks: readonly DeckCounts[]; onClose: () => void }) {
  const { t } = useTexts()
  const [id, setId] = useState<string | null>(null)
  const { data } = useModuleQuery<typeof flash, 'fit'>('flash', 'fit', { scope })
  const begin = useAction<typeof flash, 'fitParameters'>('flash', 'fitParameters')
  const use = useAction<typeof flash, 'useParameters'>('flash', 'useParameters', {
    done: ({ count }) => t('fit.used', { count }),
  })
  const { job, isOpen, cancel, isChanging } = useJob(id)
  const found = data?.found ?? null
  const own = scope === 'all' ? decks : decks.filter((deck) => deck.id === scope)
  const hasOwn = own.some(({ weights }) => weights !== null)
  const start = () =>
    begin.mutate(scope === 'all' ? {} : { deck: scope }, { onSuccess: ({ output }) => setId(output.id) })
  const apply = (usual: boolean) => use.mutate({ scope, usual }, { onSuccess: onClose })
  return (
    <>
      {job && (isOpen || job.status === 'failed') && <JobProgress item={job} failed={null} />}
      {!isOpen && found && <Worth found={found} />}
      <div className="flex flex-wrap justify-end gap-2">
        {hasOwn && !isOpen && (
          <Button
            variant="ghost"
            className="me-auto"
            icon={<RotateCcw aria-hidden className="size-4" />}
            loading={use.isPending}
            onClick={() => apply(true)}
          >
            {t('fit.usual')}
          </Button>
        )}
        {isOpen && (
          <Button loading={isChanging} onClick={cancel}>
            {t('fit.stop')}
          </Button>
        )}
        <Button
          variant={found?.isBetter ? 'secondary' : 'primary'}
          icon={<Sparkles aria-hidden className="size-4" />}
          loading={begin.isPending || isOpen}
          onClick={start}
        >
          {t(found ? 'fit.again' : 'fit.start')}
        </Button>
        {found?.isBetter && !isOpen && (
          <Button
            variant="primary"
            icon={<Check aria-hidden className="size-4" />}
            loading={use.isPending}
            onClick={() => apply(false)}
          >
            {t('fit.use')}
          </Button>
        )}
      </div>
    </>
  )
}

function Worth({ found }: { found: Found }) {
  const { t, language } = useTexts()
  const { before, after, reviews, needed, isBetter } = found
  const loss = (value: number) => formatNumber(value, language, { minimumFractionDigits: 4, maximumFractionDigits: 4 })
  if (!before || !after)
    return (
      <p role="status" className="text-sm text-pretty">
        {t('fit.few', { count: reviews, needed })}
      </p>
    )
  const rows = [
    { name: t('fit.logLoss'), was: loss(before.logLoss), is: loss(after.logLoss) },
    {
      name: t('fit.rmse'),
      was: percent(before.rmse, language, 2),
      is: percent(after.rmse, language, 2),
    },
  ]
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p role="status" className="text-pretty">
        {t(isBetter ? 'fit.better' : 'fit.same')} {t('fit.reviews', { count: reviews })}
      </p>
      <table className="w-full tabular">
        <thead>
          <tr className="border-b border-line text-muted">
            <th className="py-1.5 text-start font-normal">{t('fit.measure')}</th>
            <th className="py-1.5 text-end font-normal">{t('fit.now')}</th>
            <th className="py-1.5 text-end font-normal">{t('fit.own')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, was, is }) => (
            <tr key={name} className="border-b border-line">
              <th scope="row" className="py-1.5 text-start font-normal">
                {name}
              </th>
              <td className="py-1.5 text-end">{was}</td>
              <td className="py-1.5 text-end font-medium">{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-pretty text-muted">{t('fit.how', { count: after.reviews })}</p>
    </div>
  )
}
