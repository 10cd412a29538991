import type { SeatDetails } from '@atrium/contract/workforce-seats'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../../platform/api.ts'
import { FormError, SaveBar } from '../../settings/form-parts.tsx'
import { useUnsaved } from '../../settings/unsaved.tsx'
import { toast } from '../../ui/toast.tsx'
import { renewWorkforce } from '../use-workforce-news.ts'
import { QuestionFields } from '../work/question-fields.tsx'

/** What the seat was told when it began; the answers can be changed at any time. */
export function SeatContext({ seat }: { seat: SeatDetails }) {
  const { t } = useTranslation('seats')
  const client = useQueryClient()
  // Until something is changed here, what another tab answered is shown.
  const [typed, setTyped] = useState<Record<string, string> | null>(null)
  const [state, setState] = useState<{ isBusy: boolean; refusal?: string }>({ isBusy: false })
  const answers = typed ?? seat.answers
  const { isOnboarded } = seat
  useUnsaved(typed !== null && !state.isBusy)
  const submit = async (event: FormEvent | KeyboardEvent) => {
    event.preventDefault()
    if (state.isBusy) return
    setState({ isBusy: true })
    try {
      await api.put(`/api/workforce/seats/${seat.id}/onboarding`, { answers })
      await renewWorkforce(client)
      setTyped(null)
      setState({ isBusy: false })
      toast({ title: t(isOnboarded ? 'context.saved' : 'context.ready', { name: seat.name }) })
    } catch (error) {
      setState({ isBusy: false, refusal: sentenceFor(error) })
    }
  }
  if (seat.agent.onboarding.length === 0) return <p className="text-muted">{t('context.none', { name: seat.name })}</p>
  return (
    <form
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit(event)
      }}
      className="flex max-w-prose flex-col gap-5"
    >
      <p className="text-pretty text-muted">{t(isOnboarded ? 'context.text' : 'context.first', { name: seat.name })}</p>
      <QuestionFields questions={seat.agent.onboarding} answers={answers} onChange={setTyped} />
      <FormError>{state.refusal}</FormError>
      <SaveBar busy={state.isBusy} disabled={isOnboarded && typed === null}>
        {t(isOnboarded ? 'context.save' : 'context.begin')}
      </SaveBar>
    </form>
  )
}
