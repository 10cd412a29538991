import type { Editor } from '@tiptap/core'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'

/** What can be done to the table in which one writes. */
export function TableRow({ editor }: { editor: Editor }) {
  const { t } = useTranslation('kit')
  const run = () => editor.chain().focus()
  const acts: [name: string, act: () => void][] = [
    ['addRow', () => run().addRowAfter().run()],
    ['addColumn', () => run().addColumnAfter().run()],
    ['removeRow', () => run().deleteRow().run()],
    ['removeColumn', () => run().deleteColumn().run()],
    ['removeTable', () => run().deleteTable().run()],
  ]
  return (
    <div className="flex flex-wrap gap-1 border-t border-line p-1">
      {acts.map(([name, act]) => (
        <Button key={name} size="sm" variant="ghost" onClick={act}>
          {t(`editor.${name}`)}
        </Button>
      ))}
    </div>
  )
}
