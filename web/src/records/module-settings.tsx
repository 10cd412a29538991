import { Settings2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { part } from '../platform/part.tsx'
import type { InstalledModule } from '../shell/modules.ts'
import { IconButton } from '../ui/button.tsx'
import { useUsed } from '../ui/dialog.tsx'

export interface ModuleSettingsProps {
  module: Pick<InstalledModule, 'id' | 'title' | 'hasSettings' | 'secrets'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

const ModuleSettingsPanel = /* @__PURE__ */ part<ModuleSettingsProps>(() =>
  import('./module-settings-panel.tsx').then((file) => file.ModuleSettingsPanel),
)

/** What can be set in a module, of the person or the team: its settings, and what it keeps encrypted. */
export function ModuleSettings(props: ModuleSettingsProps) {
  return useUsed(props.open) ? <ModuleSettingsPanel {...props} /> : null
}

export function ModuleSettingsButton({ module }: Pick<ModuleSettingsProps, 'module'>) {
  const { t } = useTranslation('kit')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('settings.of', { name: said(module.title) })}
        icon={<Settings2 />}
        className="print:hidden"
        onClick={() => setOpen(true)}
      />
      <ModuleSettings module={module} open={isOpen} onOpenChange={setOpen} />
    </>
  )
}
