import { useTranslation } from 'react-i18next'
import { ShortcutList } from './shortcut-list.tsx'

export function ShortcutsSection() {
  const { t } = useTranslation('settings')
  return (
    <>
      <p className="text-pretty text-muted">{t('shortcuts.text')}</p>
      <ShortcutList />
    </>
  )
}
