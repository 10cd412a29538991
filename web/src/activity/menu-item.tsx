import { Activity } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useSurroundings } from '../commands/commands.tsx'
import { MenuItem } from '../ui/menu.tsx'

/** The way to Activity at any time, in the account menu. */
export function ActivityMenuItem() {
  const { t } = useTranslation('activity')
  const { openModal } = useSurroundings()
  return (
    <MenuItem icon={<Activity aria-hidden />} onSelect={() => openModal('activity', '')}>
      {t('title')}
    </MenuItem>
  )
}
