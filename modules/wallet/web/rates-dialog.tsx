import {
  Button,
  Dialog,
  formatDate,
  formatNumber,
  IconButton,
  Skeleton,
  sentenceFor,
  TextField,
  useAction,
  useModuleQuery,
} from '@atrium/web/kit'
import { Download, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type wallet from '../module.ts'
import type { Facts } from './facts.ts'
import { useTexts } from './texts.ts'

const SHOWN = 20

/** `1 USD = 0.92 EUR` */
function useSaid() {
  const { t, language } = useTexts()
  return (from: string, to: string, rate: number) =>
    t('rates.one', { from, to, rate: formatNumber(rate, language, { maximumSignificantDigits: 6 }) })
}

/** The rates that are used, and those that are kept: entered, fetched, deleted. */
export function RatesDialog({ facts, onClose }: { facts: Facts; onClose: () => void }) {
  const { t, language } = useTexts()
  const said = useSaid()
  const { data, error } = useModuleQuery<typeof wallet, 'rates'>('wallet', 'rates', {})
  const fetchRates = useAction<typeof wallet, 'fetchRates'>('wallet', 'fetchRates', {
    done: ({ changed }) => t('rates.fetched', { count: changed }),
  })
  const drop = useAction<typeof wallet, 'removeRate'>('wallet', 'removeRate', { done: t('rates.removed') })
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('rates.title')}
      description={t('rates.text')}
      footer={<Button onClick={onClose}>{t('rates.close')}</Button>}
    >
      {error ? (
        <p role="alert">{sentenceFor(error)}</p>
      ) : !data ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="flex flex-col gap-5">
          <RateForm facts={facts} main={data.main} other={data.current[0]?.currency ?? ''} />
          <div className="flex flex-col gap-2">
            <Button
              className="self-start"
              icon={<Download aria-hidden className="size-4" />}
              loading={fetchRates.isPending}
              onClick={() => fetchRates.mutate({})}
            >
              {t('rates.fetch')}
            </Button>
            <p className="text-sm text-muted">{t('rates.where')}</p>
          </div>
          {data.rates.length > 0 && (
            <ul aria-label={t('rates.title')} className="flex flex-col text-sm">
              {data.rates.slice(0, SHOWN).map(({ id, from, to, date, rate, isFetched }) => (
                <li key={id} className="flex items-center gap-3 border-t border-line py-1">
                  <bdi className="tabular">{said(from, to, rate)}</bdi>
                  <span className="text-muted">{formatDate(date, language)}</span>
                  <span className="ms-auto text-xs text-muted">
                    {t(isFetched ? 'rates.isFetched' : 'rates.isEntered')}
                  </span>
                  <IconButton
                    size="sm"
                    label={t('rates.remove', { rate: said(from, to, rate) })}
                    icon={<Trash2 />}
                    onClick={() => drop.mutate({ id })}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Dialog>
  )
}

function RateForm({ facts, main, other }: { facts: Facts; main: string; other: string }) {
  const { t } = useTexts()
  const [from, setFrom] = useState(other)
  const [to, setTo] = useState(main)
  const [date, setDate] = useState(facts.today)
  const [text, setText] = useState('')
  const save = useAction<typeof wallet, 'saveRate'>('wallet', 'saveRate', { done: t('rates.saved') })
  const rate = Number(text.replace(',', '.'))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rate > 0) save.mutate({ from, to, date, rate }, { onSuccess: () => setText('') })
  }
  const isWrong = text !== '' && !(rate > 0)
  return (
    <form
      onSubmit={submit}
      className="grid grid-cols-[5rem_1fr_5rem] items-end gap-3 sm:grid-cols-[5rem_7rem_5rem_1fr_auto]"
    >
      <TextField
        label={t('rates.from')}
        maxLength={3}
        required
        value={from}
        onChange={({ target }) => setFrom(target.value.toUpperCase())}
      />
      <TextField
        label={t('rates.rate')}
        inputMode="decimal"
        required
        value={text}
        {...(isWrong && { error: t('rates.badRate') })}
        onChange={({ target }) => setText(target.value)}
      />
      <TextField
        label={t('rates.to')}
        maxLength={3}
        required
        value={to}
        onChange={({ target }) => setTo(target.value.toUpperCase())}
      />
      <TextField
        className="max-sm:col-span-3"
        label={t('rates.date')}
        type="date"
        required
        value={date}
        onChange={({ target }) => setDate(target.value)}
      />
      <Button type="submit" className="max-sm:col-span-3" loading={save.isPending}>
        {t('rates.save')}
      </Button>
    </form>
  )
}

interface RatesUsedProps {
  /** Currencies that are left out up to a month, since no rate was known. */
  missing: readonly { currency: string; until: string }[]
  onOpen: () => void
}

/** Under a report of all currencies: at which rates it counts, of which day, and what it leaves out. */
export function RatesUsed({ missing, onOpen }: RatesUsedProps) {
  const { t, language } = useTexts()
  const said = useSaid()
  const { data } = useModuleQuery<typeof wallet, 'rates'>('wallet', 'rates', {})
  const month = (one: string) => formatDate(`${one}-15`, language, { month: 'long', year: 'numeric' })
  return (
    <div className="flex flex-col gap-1 text-sm text-muted">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        {data?.current.flatMap(({ currency, rate, date }) =>
          rate === null || date === null
            ? []
            : [
                <bdi key={currency} className="tabular">
                  {said(currency, data.main, rate)} ({formatDate(date, language)})
                </bdi>,
              ],
        )}
        <Button size="sm" variant="ghost" className="print:hidden" onClick={onOpen}>
          {t('rates.open')}
        </Button>
      </p>
      {missing.map(({ currency, until }) => (
        <p key={currency} role="alert" className="text-warning-ink">
          {t('rates.missing', { currency, month: month(until) })}
        </p>
      ))}
    </div>
  )
}
