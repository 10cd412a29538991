import type { HeldFile } from '@atrium/contract/files'
import { minorOf } from '@atrium/domain/money/minor-units'
import { Button, formatDate, ModelButton, readAction, readablePicture } from '@atrium/web/kit'
import { type ReactNode, useState } from 'react'
import type wallet from '../module.ts'
import type { ReceiptRead } from '../reading-receipts.ts'
import { fieldAmount, shownAmount } from './amounts.ts'
import { useTexts } from './texts.ts'

const PLACE = { module: 'wallet', collection: 'transactions', field: 'receipts' }
const MEMO_MAX = 500

/** What of a payment a receipt says, as the fields of the form hold it. */
export interface Taken {
  payee?: string
  date?: string
  amount?: string
  memo?: string
}

interface ReadReceiptProps {
  receipts: readonly HeldFile[]
  /** Of the account that pays. */
  currency: string
  onTake: (taken: Taken) => void
}

/** Has a model read the first picture among the receipts. What it read stands with its words, and is taken over when asked. */
export function ReadReceipt({ receipts, currency, onTake }: ReadReceiptProps) {
  const { t } = useTexts()
  const [read, setRead] = useState<{ of: string; found: ReceiptRead } | null>(null)
  const picture = receipts.find(({ mime }) => mime.startsWith('image/'))
  if (!picture) return null
  const ask = async (signal: AbortSignal) => {
    const file = await readablePicture(PLACE, picture, signal)
    const found = await readAction<typeof wallet, 'readReceipt'>('wallet', 'readReceipt', { file }, signal)
    setRead({ of: picture.id, found })
  }
  const shown = read?.of === picture.id ? read.found : null
  return (
    <div className="flex flex-col items-start gap-3">
      <ModelButton size="sm" needs="see" label={t('receipt.ask')} run={ask} />
      {shown?.text === '' && (
        <p role="status" className="text-sm text-muted">
          {t('receipt.nothing')}
        </p>
      )}
      {shown && shown.text !== '' && (
        <Found
          found={shown}
          currency={currency}
          onTake={(taken) => {
            onTake(taken)
            setRead(null)
          }}
          onLeave={() => setRead(null)}
        />
      )}
    </div>
  )
}

interface FoundProps {
  found: ReceiptRead
  currency: string
  onTake: (taken: Taken) => void
  onLeave: () => void
}

function Found({ found, currency, onTake, onLeave }: FoundProps) {
  const { t, language } = useTexts()
  const { shop, day, total, items, text, isCut } = found
  const its = found.currency?.value ?? currency
  const minor = (amount: number) => Math.abs(minorOf(String(amount), its) ?? 0)
  const paid = total && minor(total.value)
  const sum = items.reduce((all, { price }) => all + (price === null ? 0 : (minorOf(String(price), its) ?? 0)), 0)
  const differs = paid !== null && items.length > 0 && sum !== paid
  const take = () =>
    onTake({
      ...(shop && { payee: shop.value }),
      ...(day && { date: day.value }),
      ...(paid && { amount: fieldAmount(paid, currency) }),
      ...(items.length > 0 && {
        memo: items
          .map(({ what }) => what)
          .join(', ')
          .slice(0, MEMO_MAX),
      }),
    })
  return (
    <section aria-label={t('receipt.read')} className="flex w-full flex-col gap-3 rounded-md bg-surface p-3 text-sm">
      <div role="status">
        <h3 className="font-medium">{t('receipt.read')}</h3>
        <p className="text-muted">{t('receipt.help')}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        <Value name={t('receipt.shop')} quote={shop?.quote}>
          {shop?.value}
        </Value>
        <Value name={t('receipt.day')} quote={day?.quote}>
          {day && formatDate(day.value, language)}
        </Value>
        <Value name={t('receipt.total')} quote={total?.quote}>
          {paid !== null && shownAmount(paid, its, language)}
        </Value>
      </dl>
      {items.length > 0 && (
        <div>
          <h4 className="font-medium">{t('receipt.items')}</h4>
          <p className="text-muted">{t('receipt.itemsHelp')}</p>
          <ul className="mt-1 flex flex-col gap-0.5">
            {items.map(({ what, price, quote }, at) => (
              <li key={at} title={quote} className="flex justify-between gap-4">
                <span dir="auto">{what}</span>
                {price !== null && (
                  <span className="tabular-nums">{shownAmount(minorOf(String(price), its) ?? 0, its, language)}</span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {differs && (
        <p className="text-warning-ink">
          {t('receipt.sumDiffers', {
            sum: shownAmount(sum, its, language),
            total: shownAmount(paid, its, language),
          })}
        </p>
      )}
      {its !== currency && (
        <p className="text-warning-ink">{t('receipt.otherCurrency', { currency: its, account: currency })}</p>
      )}
      {isCut && <p className="text-warning-ink">{t('receipt.cut')}</p>}
      <details>
        <summary className="cursor-default rounded-sm">{t('receipt.all')}</summary>
        <pre dir="auto" className="mt-2 max-h-60 overflow-auto whitespace-pre-wrap font-mono text-xs">
          {text}
        </pre>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" disabled={!shop && !day && !total} onClick={take}>
          {t('receipt.use')}
        </Button>
        <Button size="sm" onClick={onLeave}>
          {t('receipt.leave')}
        </Button>
      </div>
    </section>
  )
}

/** A value with the words that say it. */
function Value({ name, quote, children }: { name: string; quote: string | undefined; children: ReactNode }) {
  const { t } = useTexts()
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd dir="auto" className="min-w-0">
        {quote === undefined ? (
          <span className="text-muted">{t('receipt.missing')}</span>
        ) : (
          <>
            <span className="font-medium">{children}</span>{' '}
            <span className="break-words text-muted">{t('receipt.quote', { words: quote })}</span>
          </>
        )}
      </dd>
    </>
  )
}
