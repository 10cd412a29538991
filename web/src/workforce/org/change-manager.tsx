import type { SeatAtWork } from '@atrium/contract/workforce-seats'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n/locale.ts'
import { sentenceFor } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { nameOf } from '../agent-name.ts'
import { managerKeyOf, treesOf } from './org-tree.ts'
import { managersFor, useMove, useOrg } from './use-org.ts'

interface ChangeManagerProps {
  seat: SeatAtWork
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What dragging does, without dragging. Whoever reports to the seat is not offered. */
export function ChangeManager({ seat, open, onOpenChange }: ChangeManagerProps) {
  const { t } = useTranslation('seats')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title={t('org.changeOf', { name: seat.name })}
      description={t('org.changeText')}
    >
      <ManagerForm seat={seat} close={() => onOpenChange(false)} />
    </Dialog>
  )
}

function ManagerForm({ seat, close }: { seat: SeatAtWork; close: () => void }) {
  const { t, i18n } = useTranslation('seats')
  const { t: words } = useTranslation('workforce')
  const { data, error } = useOrg()
  const { move } = useMove()
  const [chosen, setChosen] = useState(managerKeyOf(seat) ?? '')
  if (error && !data) return <p role="alert">{sentenceFor(error)}</p>
  if (!data) return <Skeleton className="h-10 w-full" />
  const { compare } = new Intl.Collator(localeOf(i18n.language), { numeric: true })
  const options = managersFor(treesOf(data, compare), seat.id)
    .toSorted((a, b) => Number(a.person === null) - Number(b.person === null) || compare(a.name, b.name))
    .map((node) => ({
      value: node.key,
      label: node.seat
        ? t('org.option', { name: node.name, role: nameOf(words, node.seat.agentKey) })
        : node.person?.isYou
          ? t('org.you', { name: node.name })
          : node.name,
    }))
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        move(seat, chosen || null)
        close()
      }}
    >
      <Select
        label={t('org.manager')}
        value={chosen}
        options={[{ value: '', label: t('org.nobody') }, ...options]}
        onChange={({ target }) => setChosen(target.value)}
      />
      <div className="flex justify-end gap-2 max-sm:flex-col-reverse">
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('org.change')}
        </Button>
      </div>
    </form>
  )
}
