import { Button, Dialog } from '@atrium/web/kit'
import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import { useTexts } from './texts.ts'

interface FormDialogProps {
  title: string
  description?: ReactNode
  submit?: string
  /** Buttons before Cancel: Delete and the like. */
  more?: ReactNode
  isPending: boolean
  size?: 'sm' | 'md' | 'lg'
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form in it: Ctrl/Cmd+Enter saves. */
export function FormDialog({
  title,
  description,
  submit,
  more,
  isPending,
  size,
  onSubmit,
  onClose,
  children,
}: FormDialogProps) {
  const { t } = useTexts()
  const id = useId()
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isPending) onSubmit()
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      {...(size && { size })}
      footer={
        <>
          {more}
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={id} variant="primary" loading={isPending}>
            {submit ?? t('save')}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={send} onKeyDown={onKey} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  )
}
