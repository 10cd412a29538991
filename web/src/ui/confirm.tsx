import { createContext, type ReactNode, use, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface Question {
  title: string
  text?: ReactNode
  /** What happens, as a verb: "Delete conversation". */
  confirm: string
  cancel?: string
  danger?: boolean
}

type Ask = (question: Question) => Promise<boolean>

/** For what can do without asking where nobody can be asked; else `useConfirm`. */
export const ConfirmContext = createContext<Ask | null>(null)

/** Asks before something that cannot be undone: `if (await confirm({ title, confirm: t('…') })) …`. Prefer an undo in a toast where there can be one. */
export function useConfirm(): Ask {
  const ask = use(ConfirmContext)
  if (!ask) throw new Error('useConfirm must be used inside a ConfirmProvider.')
  return ask
}

export function ConfirmProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const [question, setQuestion] = useState<Question>()
  const [open, setOpen] = useState(false)
  const answer = useRef<(yes: boolean) => void>(undefined)

  const ask = useCallback<Ask>((next) => {
    answer.current?.(false)
    setQuestion(next)
    setOpen(true)
    return new Promise((resolve) => {
      answer.current = resolve
    })
  }, [])

  const settle = useCallback((yes: boolean) => {
    setOpen(false)
    answer.current?.(yes)
    answer.current = undefined
  }, [])

  const footer = useMemo(
    () =>
      question && (
        <>
          <Button data-autofocus={question.danger || undefined} onClick={() => settle(false)}>
            {question.cancel ?? t('common.cancel')}
          </Button>
          <Button
            data-autofocus={!question.danger || undefined}
            variant={question.danger ? 'danger' : 'primary'}
            onClick={() => settle(true)}
          >
            {question.confirm}
          </Button>
        </>
      ),
    [question, settle, t],
  )

  return (
    <ConfirmContext value={ask}>
      {children}
      {question && (
        <Dialog
          alert
          size="sm"
          open={open}
          onOpenChange={(next) => next || settle(false)}
          title={question.title}
          description={question.text}
          footer={footer}
        />
      )}
    </ConfirmContext>
  )
}
