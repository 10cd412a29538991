import type { ImportAnswer, ImportReport } from '@atrium/contract/module-files'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from '../platform/api.ts'
import { useNews } from '../platform/live.ts'
import { renewModule } from '../platform/renew.ts'
import { asSomebody } from '../platform/somebody.ts'
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
  | { step: 'importing'; name: string; upload: string; format: string; report: ImportReport }

/** How far the server is with the file: what of it has been read, from 0 to 1, and the rows so far. */
export interface Reached {
  read: number
  rows: number
}

const PAUSE = 400 // ms without a change of the options before the file is looked at again

/** Uploads a file once, shows what it would do as often as the options change, and takes it in. Closing ends whatever is under way. */
export function useImporting(module: string, optionValues: object | undefined) {
  const client = useQueryClient()
  const [state, setState] = useState<ImportState>({ step: 'empty' })
  const [reached, setReached] = useState<Reached | null>(null)
  const running = useRef<AbortController>(null)
  const options = JSON.stringify(optionValues ?? {})

  useNews((news) => {
    const isOurs = (state.step === 'reading' || state.step === 'importing') && 'id' in news && news.id === state.upload
    if (news.topic === 'import' && 'rows' in news && isOurs) setReached({ read: news.read, rows: news.rows })
  })

  const begin = () => {
    setReached(null)
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const ask = (format: string, id: string, preview: boolean, signal: AbortSignal) =>
    api.post<ImportAnswer>(
      `/api/m/${module}/imports/${format}`,
      { upload: id, preview, options: JSON.parse(options) as object },
      { signal },
    )

  const show = async (name: string, id: string, format: string) => {
    const signal = begin()
    setState({ step: 'reading', name, upload: id, format })
    try {
      const { report } = await ask(format, id, true, signal)
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
  const take = async (): Promise<ImportAnswer | null> => {
    if (state.step !== 'shown' || !state.report) return null
    const { name, upload: id, format, report } = state
    const signal = begin()
    setState({ step: 'importing', name, upload: id, format, report })
    try {
      const answer = await ask(format, id, false, signal)
      await renewModule(client, module)
      return answer
    } catch (error) {
      if (!signal.aborted) setState({ step: 'shown', name, upload: id, format, report, error })
      return null
    }
  }
  const reset = () => {
    running.current?.abort()
    setState({ step: 'empty' })
  }
  /** Ends what is under way. What an import would do stays to be seen, so that it can go again. */
  const stop = () => {
    running.current?.abort()
    if (state.step !== 'importing') return setState({ step: 'empty', isStopped: true })
    const { name, upload: id, format, report } = state
    setState({ step: 'shown', name, upload: id, format, report, isStopped: true })
    void renewModule(client, module) // the word may have come too late
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

  return { state, reached, choose, show, take, stop, reset, refuse, isStale: seen.current !== options }
}
