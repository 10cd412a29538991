import { Button, Dialog, toast, useAction } from '@atrium/web/kit'
import { useRef, useState } from 'react'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'

const ID = 'content-calendar'

/** Sent by mail, taken as a file to be sent by hand, or neither. */
export type Telling = 'mail' | 'file' | 'none'

function saveFile({ name, mime, text }: { name: string; mime: string; text: string }): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: mime }))
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/**
 * What goes to guests: `await ask('invite')` says whether something is to be sent and how (null: do not save after all), the rest sends
 * it and tells who was not reached. Nothing here rejects: what fails has been told.
 */
export function useInvitations(canMail: boolean) {
  const { t } = useTexts()
  const [about, setAbout] = useState<'invite' | 'end'>('invite')
  const [open, setOpen] = useState(false)
  const settled = useRef<(telling: Telling | null) => void>(undefined)
  const invite = useAction<typeof calendar, 'invite'>(ID, 'invite')
  const callOff = useAction<typeof calendar, 'callOff'>(ID, 'callOff')
  const sendAnswer = useAction<typeof calendar, 'sendAnswer'>(ID, 'sendAnswer')
  const messageFile = useAction<typeof calendar, 'messageFile'>(ID, 'messageFile')

  const settle = (telling: Telling | null) => {
    setOpen(false)
    settled.current?.(telling)
    settled.current = undefined
  }
  const ask = (what: typeof about) => {
    setAbout(what)
    setOpen(true)
    return new Promise<Telling | null>((resolve) => {
      settled.current = resolve
    })
  }
  /** Whether all were reached. */
  const told = async (sending: Promise<{ output: { sent: number; failed: string[] } }>): Promise<boolean> => {
    try {
      const { sent, failed } = (await sending).output
      if (failed.length === 0) toast({ title: t('guests.sent', { count: sent }) })
      else
        toast({
          variant: 'destructive',
          title: t('guests.notReached', { count: failed.length }),
          description: failed.join(', '),
        })
      return failed.length === 0
    } catch {
      return false
    }
  }
  const hand = async (id: string, method: 'REQUEST' | 'CANCEL' | 'REPLY'): Promise<boolean> => {
    try {
      saveFile((await messageFile.mutateAsync({ id, method })).output)
      return true
    } catch {
      return false
    }
  }
  const how = canMail ? 'mail' : 'file'
  const question = (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && settle(null)}
      size="sm"
      title={t(`guests.ask.${about}`)}
      description={t(`guests.ask.${how}`)}
    >
      <div className="flex flex-col gap-2">
        <Button variant="primary" autoFocus onClick={() => settle(how)}>
          {t(`guests.do.${about}.${how}`)}
        </Button>
        <Button onClick={() => settle('none')}>{t(`guests.do.${about}.none`)}</Button>
        <Button variant="ghost" onClick={() => settle(null)}>
          {t('cancel')}
        </Button>
      </div>
    </Dialog>
  )
  return {
    ask,
    question,
    hand,
    invite: (id: string) => told(invite.mutateAsync({ id })),
    callOff: (id: string) => told(callOff.mutateAsync({ id })),
    answer: (id: string) => told(sendAnswer.mutateAsync({ id })),
    isBusy: invite.isPending || callOff.isPending || sendAnswer.isPending || messageFile.isPending,
  }
}
