import { Button, useAction } from '@atrium/web/kit'
import type { Answer, Guests } from '../guest-fields.ts'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'
import type { useInvitations } from './use-invitations.tsx'

interface InvitedProps {
  id: string
  known: Guests
  canMail: boolean
  invitations: ReturnType<typeof useInvitations>
}

/** An invitation of somebody else: yes, maybe or no, and the answer's way to them. */
export function Invited({ id, known, canMail, invitations }: InvitedProps) {
  const { t } = useTexts()
  const answer = useAction<typeof calendar, 'answer'>('content-calendar', 'answer', { done: t('guests.answerKept') })
  const own = known.attendees.find(({ address }) => address === known.me)?.status
  const name = known.organizer?.name || known.organizer?.address || ''
  const choices: Exclude<Answer, 'open'>[] = ['accepted', 'tentative', 'declined']
  return (
    <section aria-label={t('guests.invited')} className="flex flex-col gap-3 rounded-md bg-surface p-3">
      <p dir="auto" className="wrap-anywhere text-sm">
        {t('guests.by', { name })}
      </p>
      {own === undefined ? (
        <p className="text-muted text-sm">{t('guests.notYou')}</p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          {choices.map((status) => (
            <Button
              key={status}
              size="sm"
              variant={status === own ? 'primary' : undefined}
              aria-pressed={status === own}
              disabled={answer.isPending}
              onClick={() => answer.mutate({ id, status })}
            >
              {t(`guests.say.${status}`)}
            </Button>
          ))}
          {own !== 'open' && (
            <Button
              size="sm"
              variant="ghost"
              loading={invitations.isBusy}
              onClick={() => void (canMail ? invitations.answer(id) : invitations.hand(id, 'REPLY'))}
            >
              {t(canMail ? 'guests.sendAnswer' : 'guests.takeAnswer')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
