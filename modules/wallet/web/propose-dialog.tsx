import { Button, Dialog, formatDate, ModelButton, ProposalList, readAction, toast, useAction } from '@atrium/web/kit'
import { useState } from 'react'
import type wallet from '../module.ts'
import type { ProposedCategory } from '../proposals.ts'
import { shownAmount } from './amounts.ts'
import { categoryName, type Facts } from './facts.ts'
import { useTexts } from './texts.ts'

/** Asks a model for the categories of payments without one, and applies those that are chosen, in one change. */
export function ProposeCategories({ facts }: { facts: Facts }) {
  const { t } = useTexts()
  const [proposed, setProposed] = useState<readonly ProposedCategory[] | null>(null)
  const propose = async (signal: AbortSignal) => {
    const answer = await readAction<typeof wallet, 'proposeCategories'>('wallet', 'proposeCategories', {}, signal)
    if (answer.proposed.length === 0) toast({ title: t('propose.nothing') })
    else setProposed(answer.proposed)
  }
  return (
    <>
      <ModelButton label={t('propose.ask')} run={propose} />
      {proposed && <Chosen facts={facts} proposed={proposed} onClose={() => setProposed(null)} />}
    </>
  )
}

function Chosen({
  facts,
  proposed,
  onClose,
}: {
  facts: Facts
  proposed: readonly ProposedCategory[]
  onClose: () => void
}) {
  const { t, language } = useTexts()
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const apply = useAction<typeof wallet, 'categorise'>('wallet', 'categorise', {
    done: ({ changed }) => t('propose.done', { count: changed }),
  })
  const rows = proposed.filter(({ id }) => !without.has(id)).map(({ id, category }) => ({ id, category }))
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(next) => !next && onClose()}
      title={t('propose.title')}
      description={t('propose.help')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button
            variant="primary"
            disabled={rows.length === 0}
            loading={apply.isPending}
            onClick={() => apply.mutate({ rows }, { onSuccess: onClose })}
          >
            {t('propose.apply', { count: rows.length })}
          </Button>
        </>
      }
    >
      <ProposalList
        label={t('propose.title')}
        items={proposed}
        keyOf={({ id }) => id}
        nameOf={({ payee, memo, category }) =>
          t('propose.take', { payee: payee || memo, category: categoryName(facts, category) })
        }
        without={without}
        onWithout={setWithout}
      >
        {({ date, payee, memo, amount, currency, category }) => (
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1">
              <span className="font-medium" dir="auto">
                {payee || memo}
              </span>{' '}
              <span className="text-muted">{formatDate(date, language)}</span>
            </span>
            <span className="tabular-nums">{shownAmount(amount, currency, language)}</span>
            <span className="w-full text-muted sm:w-40">{categoryName(facts, category)}</span>
          </div>
        )}
      </ProposalList>
    </Dialog>
  )
}
