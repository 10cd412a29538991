import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { Button } from '../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../ui/menu.tsx'
import { labelOf } from './field-label.ts'
import { useModuleInfo } from './module-info.ts'
import { useExports } from './use-exports.ts'

interface ExportMenuProps {
  module: string
  /** Collections that can be had as CSV and JSON: their names, or what they are called by name. */
  collections?: readonly string[] | Readonly<Record<string, string>>
  /** Options of the module's own exports, by their name. */
  options?: Readonly<Record<string, object>>
  label?: string
}

/** The module's own formats, and its collections as CSV and JSON. */
export function ExportMenu({ module, collections = [], options, label }: ExportMenuProps) {
  const { t } = useTranslation('kit')
  const { info } = useModuleInfo(module)
  const { make, makeOf } = useExports(module)
  const own = Object.entries(info?.exports ?? {})
  const named = Array.isArray(collections)
    ? collections.map((name: string) => [name, labelOf(name)] as const)
    : Object.entries(collections as Readonly<Record<string, string>>)
  return (
    <Menu>
      <MenuTrigger>
        <Button icon={<Download aria-hidden className="size-4" />} className="print:hidden">
          {label ?? t('export.title')}
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {own.map(([name, { summary }]) => (
          <MenuItem key={name} onSelect={() => make(name, options?.[name])}>
            {said(summary)}
          </MenuItem>
        ))}
        {own.length > 0 && named.length > 0 && <MenuSeparator />}
        {named.flatMap(([name, title]) =>
          (['csv', 'json'] as const).map((format) => (
            <MenuItem key={`${name} ${format}`} onSelect={() => makeOf(name, format)}>
              {t('export.as', { name: title, format: format.toUpperCase() })}
            </MenuItem>
          )),
        )}
      </MenuContent>
    </Menu>
  )
}
