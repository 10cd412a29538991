import { fieldsOf, holdsFiles } from '@atrium/contract/field-facts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { fieldLabel } from '../i18n/module-texts.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../ui/menu.tsx'
import type { RecordPlace, RecordRow, References } from './record-actions.ts'
import { RecordForm } from './record-form.tsx'
import type { RecordActions } from './use-record-actions.ts'

interface ChangeAllProps {
  collection: RecordPlace['collection']
  references: References | undefined
  rows: readonly RecordRow[]
  actions: RecordActions
  onDone: () => void
}

/** One field of all the chosen rows, as one change. */
export function ChangeAll({ collection, references, rows, actions, onDone }: ChangeAllProps) {
  const { t } = useTranslation('kit')
  const [name, setName] = useState<string | null>(null)
  const fields = fieldsOf(collection).filter(
    (one) => !holdsFiles(one) && ((one.kind !== 'reference' && one.kind !== 'person') || references?.[one.name]),
  )
  const field = fields.find((one) => one.name === name)
  const schema = field && z.object({ [field.name]: collection.schema.shape[field.name] as z.ZodType })
  return (
    <>
      <Menu>
        <MenuTrigger>
          <Button size="sm">{t('records.change')}</Button>
        </MenuTrigger>
        <MenuContent>
          {fields.map((one) => (
            <MenuItem key={one.name} onSelect={() => setName(one.name)}>
              {fieldLabel(one)}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      <Dialog
        open={field !== undefined}
        onOpenChange={(next) => next || setName(null)}
        title={field ? t('records.changeField', { name: fieldLabel(field), count: rows.length }) : ''}
      >
        {schema && (
          <RecordForm
            collection={{ ...collection, schema }}
            references={references}
            submit={t('records.save')}
            onSubmit={async (value) => {
              await actions.changeAll(rows, value)
              setName(null)
              onDone()
            }}
          />
        )}
      </Dialog>
    </>
  )
}
