import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import { useTranslation } from 'react-i18next'
import { Select } from '../../ui/field.tsx'

interface SeatFilterProps {
  seats: readonly Pick<SeatAtWork, 'id' | 'name'>[]
  value: string
  onChange: (id: string) => void
}

/** One seat's, or everybody's. */
export function SeatFilter({ seats, value, onChange }: SeatFilterProps) {
  const { t } = useTranslation('seats')
  if (seats.length === 0 && !value) return null
  return (
    <Select
      label={<span className="sr-only">{t('board.seat')}</span>}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: t('board.allSeats') },
        ...seats.map(({ id, name }) => ({ value: id, label: name })),
        // A seat that has ended may still stand in an address.
        ...(value && seats.every(({ id }) => id !== value) ? [{ value, label: t('board.endedSeat') }] : []),
      ]}
      className="w-52 max-w-full gap-0!"
    />
  )
}
