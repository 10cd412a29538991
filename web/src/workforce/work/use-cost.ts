import { useTranslation } from 'react-i18next'
import { usePrices } from '../use-prices.ts'

/** What something cost, in words: "at least" when a model of unknown price was among it. */
export function useCost(): (costMicros: number, isPriced: boolean) => string {
  const { t } = useTranslation('seats')
  const { micros } = usePrices()
  return (costMicros, isPriced) => (isPriced ? micros(costMicros) : t('task.atLeast', { amount: micros(costMicros) }))
}
