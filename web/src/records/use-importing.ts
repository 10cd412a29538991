import { isOver } from '@atrium/contract/activity'
import type { ImportAnswer, ImportJob, ImportReport } from '@atrium/contract/module-files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActivityItem } from '../activity/activity.ts'
import { follow } from '../activity/endings.ts'
import { api, sentenceFor } from '../platform/api.ts'
import { ACTIVITY } from '../platform/job-news.ts'
import { useNews } from '../platform/live.ts'
import { renewModule } from '../platform/renew.ts'
import { asSomebody } from '../platform/somebody.ts'
import { toast } from '../ui/toast.tsx'
import { upload } from './upload.ts'

/** Where an import stands. What failed keeps the file, so that it can go again. */
export type ImportState =
  | { step: 'empty'; error?: unknown; isStopped?: boolean }
  | { step: 'uploading'; name: string; percent: number }
  | { step: 'format'; name: string; upload: string }
  | { step: 'reading'; name: string; upload: string; format: string }
  | {
      step: 'shown'
      name: string
      upload: string
      format: string
      report?: ImportReport
      error?: unknown
      isStopped?: boolean
    }
  | {
      step: 'importing'
      name: string
      upload: string
      format: string
      report: ImportReport
      /** Its id in Activity, once it takes longer than a moment. */
      job: string | null
      /** It is to end, as soon as the server has heard of it. */
      isStopping?: boolean
    }

/** How far the server is with the file: what of it has been read, from 0 to 1, and the rows so far. */
export interface Reached {
  read: number
  rows: number
}

const PAUSE = 400 // ms without a change of the options before the file is looked at again

const rowsOf = ({ added, changed, same, duplicate, refused }: ImportReport): number =>
  added + changed + same + duplicate + refused

/**
 * Uploads a file once, shows what it would do as often as the options change, and takes it in, as a job: it goes on when the page is
 * left. Closing ends whatever is under way before that. `onDone` is told of an import that has ended, and whether it is still looked at.
 */
export function useImporting(
  module: string,
  optionValues: object | undefined,
  onDone: (answer: ImportAnswer, isLookedAt: boolean) => void,
) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'empty' })
  const [reached, setReached] = useState<Reached | null>(null)
  const running = useRef<AbortController>(null)
  const isStopping = useRef(false)
  const { t } = useTranslation()
  const options = JSON.stringify(optionValues ?? {})
  const job = state.step === 'importing' ? state.job : null
  const { data: going } = useActivityItem(job)

  useNews((news) => {
    const isOurs = state.step === 'reading' && 'id' in news && news.id === state.upload
    if (news.topic === 'import' && 'rows' in news && isOurs) setReached({ read: news.read, rows: news.rows })
  })

  const begin = () => {
    setReached(null)
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const given = (id: string) => ({ upload: id, options: JSON.parse(options) as object })
  const look = (format: string, id: string, signal: AbortSignal) =>
    api.post<ImportAnswer>(`/api/m/${module}/imports/${format}`, { ...given(id), preview: true }, { signal })

  const show = async (name: string, id: string, format: string) => {
    const signal = begin()
    setState({ step: 'reading', name, upload: id, format })
    try {
      const { report } = await look(format, id, signal)
      if (!signal.aborted) setState({ step: 'shown', name, upload: id, format, report })
    } catch (error) {
      if (!signal.aborted) setState({ step: 'shown', name, upload: id, format, error })
    }
  }
  /** `formats`: the imports that take a file with this ending; with several the person says which. */
  const choose = async (file: File, formats: readonly string[]) => {
    const signal = begin()
    const { name } = file
    setState({ step: 'uploading', name, percent: 0 })
    try {
      const { id } = await asSomebody(client, () =>
        upload(file, module, signal, (percent) => !signal.aborted && setState({ step: 'uploading', name, percent })),
      )
      if (signal.aborted) return
      const [only] = formats
      if (only !== undefined && formats.length === 1) await show(name, id, only)
      else setState({ step: 'format', name, upload: id })
    } catch (error) {
      if (!signal.aborted) setState({ step: 'empty', error })
    }
  }
  const end = async (answer: ImportAnswer, isLookedAt: boolean) => {
    await renewModule(client, module)
    onDone(answer, isLookedAt)
  }
  const cancel = (job: string) => api.post(`${ACTIVITY}/${job}/cancel`).catch(() => undefined) // it has ended meanwhile, which is shown
  const take = async () => {
    if (state.step !== 'shown' || !state.report) return
    const { name, upload: id, format, report } = state
    const importing = { step: 'importing', name, upload: id, format, report } as const
    const signal = begin() // of the dialog: what the server does goes on without it
    setState({ ...importing, job: null })
    isStopping.current = false
    try {
      const wanted = { ...given(id), rows: rowsOf(report) }
      const { job, result } = await api.post<ImportJob>(`/api/m/${module}/imports/${format}/job`, wanted)
      if (result) return await end(result, !signal.aborted)
      if (signal.aborted) return void client.invalidateQueries({ queryKey: [ACTIVITY] })
      if (isStopping.current) await cancel(job)
      setState({ ...importing, job, isStopping: isStopping.current })
    } catch (error) {
      if (!signal.aborted) setState({ ...importing, step: 'shown', error })
      else toast({ variant: 'destructive', title: t('errors.actionFailed'), description: sentenceFor(error) })
    }
  }
  const reset = () => {
    running.current?.abort()
    setState({ step: 'empty' })
  }
  /** Ends what is under way. What an import would do stays to be seen, so that it can go again. */
  const stop = () => {
    if (state.step !== 'importing') {
      running.current?.abort()
      return setState({ step: 'empty', isStopped: true })
    }
    isStopping.current = true
    setState({ ...state, isStopping: true })
    if (state.job !== null) void cancel(state.job)
  }
  const refuse = (error: Error) => {
    running.current?.abort()
    setState({ step: 'empty', error })
  }

  const again = useEffectEvent(() => {
    if (state.step === 'shown' || state.step === 'reading') void show(state.name, state.upload, state.format)
  })
  const seen = useRef(options)
  useEffect(() => {
    if (seen.current === options) return
    const timer = setTimeout(() => {
      seen.current = options
      again()
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [options])
  useEffect(() => () => running.current?.abort(), [])

  useEffect(() => (job === null ? undefined : follow(job)), [job])
  const ended = useEffectEvent(() => {
    if (!going || !isOver(going) || state.step !== 'importing' || going.id !== state.job) return
    const { name, upload: id, format, report } = state
    const shown = { step: 'shown', name, upload: id, format, report } as const
    if (going.status === 'succeeded') void end(going.result as ImportAnswer, true)
    else if (going.status === 'cancelled') setState({ ...shown, isStopped: true })
    else setState({ ...shown, error: new Error(going.error ?? '') })
  })
  useEffect(() => {
    if (going) ended()
  }, [going])

  return {
    state,
    reached: going ?? reached,
    choose,
    show,
    take,
    stop,
    reset,
    refuse,
    isStale: seen.current !== options,
  }
}
