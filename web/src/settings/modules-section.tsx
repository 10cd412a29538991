import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { ModuleSettings } from '../records/module-settings.tsx'
import { canBeSet, useModules } from '../shell/modules.ts'
import { Button } from '../ui/button.tsx'
import { Loaded, Nothing, Panel, Row, Rows } from './panel.tsx'

/** Settings → Modules: what can be set in each, of the person or of the team that they are working in. */
export function ModulesSection() {
  const { t } = useTranslation(['settings', 'kit'])
  const query = useModules()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <Panel title={t('sections.modules')} text={t('modules.text')}>
      <Loaded query={query}>
        {(installed) => {
          const modules = installed.filter(canBeSet)
          if (modules.length === 0) return <Nothing>{t('modules.none')}</Nothing>
          return (
            <>
              <Rows label={t('sections.modules')}>
                {modules.map(({ id, title, summary }) => (
                  <Row key={id} title={said(title)} text={said(summary)}>
                    <Button
                      size="sm"
                      aria-label={t('kit:settings.open', { name: said(title) })}
                      onClick={() => setOpen(id)}
                    >
                      {t('kit:settings.title')}
                    </Button>
                  </Row>
                ))}
              </Rows>
              {modules.map((module) => (
                <ModuleSettings
                  key={module.id}
                  module={module}
                  open={open === module.id}
                  onOpenChange={(isOpen) => setOpen(isOpen ? module.id : null)}
                />
              ))}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}
