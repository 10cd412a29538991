import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useTranslation } from 'react-i18next'
import { i18n } from '../i18n/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { labelOf } from './field-label.ts'
import { differences, shown } from './record-values.ts'

type Data = Record<string, unknown>

export interface Conflict {
  /** What the person wanted to save. */
  mine: Data
  /** The record as it is now. */
  theirs: Data
  labels?: Readonly<Record<string, string>>
  show?: ((name: string, value: unknown) => string | undefined) | undefined
}

/**
 * Two saved the same thing: both versions side by side, and the person says which stays; null when they close it.
 * Where both want the same there is nothing to ask.
 * It stands beside the page, in a root of its own, since any call may end so, wherever it is made.
 */
export async function askConflict(conflict: Conflict): Promise<'mine' | 'theirs' | null> {
  if (differences(conflict.theirs, { ...conflict.theirs, ...conflict.mine }).length === 0) return 'mine'
  await i18n.loadNamespaces('kit')
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const answer = await new Promise<'mine' | 'theirs' | null>((settle) => {
    root.render(<ConflictDialog {...conflict} onAnswer={settle} />)
  })
  // The dialog has given the focus back by then.
  setTimeout(() => {
    root.unmount()
    place.remove()
  }, 500)
  return answer
}

export function ConflictDialog({
  mine,
  theirs,
  labels,
  show,
  onAnswer,
}: Conflict & { onAnswer: (answer: 'mine' | 'theirs' | null) => void }) {
  const { t, i18n } = useTranslation('kit')
  const [open, setOpen] = useState(true)
  const settle = (answer: 'mine' | 'theirs' | null) => {
    setOpen(false)
    onAnswer(answer)
  }
  // What was not sent stays as it is there.
  const fields = differences(theirs, { ...theirs, ...mine }, labels)
  const cell = (name: string, value: unknown) =>
    (show?.(name, value) ?? shown(value, i18n.language)) || <span className="text-faint">{t('history.nothing')}</span>
  return (
    <Dialog
      alert
      size="lg"
      open={open}
      onOpenChange={(next) => next || settle(null)}
      title={t('conflict.title')}
      description={t('conflict.text')}
      footer={
        <>
          <Button onClick={() => settle('theirs')}>{t('conflict.takeTheirs')}</Button>
          <Button data-autofocus variant="primary" onClick={() => settle('mine')}>
            {t('conflict.keepMine')}
          </Button>
        </>
      }
    >
      <table className="w-full table-fixed text-sm">
        <thead className="text-xs text-muted">
          <tr>
            <th scope="col" className="w-1/4 py-1.5 text-start font-medium">
              {t('conflict.field')}
            </th>
            <th scope="col" className="px-2 py-1.5 text-start font-medium">
              {t('conflict.mine')}
            </th>
            <th scope="col" className="px-2 py-1.5 text-start font-medium">
              {t('conflict.theirs')}
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((name) => (
            <tr key={name} className="border-t border-line align-top">
              <th scope="row" className="py-2 pe-2 text-start font-normal text-muted">
                {labels?.[name] ?? labelOf(name)}
              </th>
              <td className="bg-accent-soft/50 p-2 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {cell(name, mine[name])}
              </td>
              <td className="p-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{cell(name, theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
