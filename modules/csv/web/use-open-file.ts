import type { ImportJob } from '@atrium/contract/module-files'
import { api, expectUpload, sentenceFor, toast, upload, useAction } from '@atrium/web/kit'
import { useQueryClient } from '@tanstack/react-query'
import type csv from '../module.ts'
import type { DatasetRow } from '../module.ts'
import { type Opening, openingNow, setOpening, useOpening } from './opening.ts'
import { useTexts } from './texts.ts'

interface OpenFile {
  /** What is under way; null when nothing is. */
  opening: Opening | null
  /** A file will be opened, once it has been found. */
  expect: () => void
  /** Opens files one after the other, and answers the last one's id. */
  open: (files: readonly Blob[], options?: { name?: string; format?: 'join' }) => Promise<string | null>
}

export function useOpenFile(): OpenFile {
  const { t } = useTexts()
  const client = useQueryClient()
  const opening = useOpening()
  const prepare = useAction<typeof csv, 'prepare'>('csv', 'prepare')
  const renew = () => client.invalidateQueries({ queryKey: ['module', 'csv'] })
  const list = async () =>
    (await api.post<{ output: { datasets: DatasetRow[] } }>('/api/m/csv/overview', {})).output.datasets

  const undo = async (change: string) => {
    try {
      await api.post(`/api/changes/${change}/undo`)
      await renew()
    } catch (error) {
      toast({ variant: 'destructive', title: t('open.failed', { name: '' }), description: sentenceFor(error) })
    }
  }

  const one = async (
    file: Blob,
    options: { name?: string; format?: 'join' },
    waiting: number,
    running: AbortController,
  ): Promise<string | null> => {
    const name = file instanceof File ? file.name : `${options.name ?? 'table'}.csv`
    const { signal } = running
    const now = (change: Partial<Opening>) => {
      const start: Opening = {
        name,
        step: 'sending',
        job: null,
        percent: 0,
        waiting,
        stop: () => running.abort(),
      }
      setOpening({ ...(openingNow() ?? start), ...change })
    }
    setOpening(null)
    now({})
    try {
      const before = new Set((await list()).map(({ id }) => id))
      const whole = file instanceof File ? file : new File([file], name, { type: 'text/csv' })
      const sent = await upload(whole, 'csv', signal, (percent) => signal.aborted || now({ percent }))
      now({ step: 'reading', percent: null })
      // A stop waits for its answer: only then is known what to call off.
      const begun = await api.post<ImportJob>('/api/m/csv/imports/table/job', { upload: sent.id, options })
      if (begun.result === null) {
        // It goes on without this page, and Activity tells of its end there and here.
        const { job } = begun
        const cancel = () => void api.post(`/api/activity/${job}/cancel`).catch(() => undefined) // it has ended meanwhile
        if (signal.aborted) cancel()
        const status = await new Promise<string>((ended) =>
          now({
            job,
            ended,
            stop: () => {
              running.abort()
              cancel()
            },
          }),
        )
        if (status === 'failed') return null
        if (status === 'cancelled') {
          toast({ title: t('open.stopped', { name }) })
          return null
        }
      }
      const after = await list()
      await renew()
      const added = after.filter(({ id }) => !before.has(id))
      // The same file again: the dataset that it is stands there already.
      const known =
        added.length === 0
          ? (after.find((row) => row.name === name) ?? after.find((row) => row.size === file.size))
          : null
      if (known) toast({ title: t('open.known', { name: known.name }) })
      else if (begun.result) {
        const { report, change } = begun.result
        toast({
          title: t('open.done', { count: report.added, name }),
          ...(change && {
            action: { label: t('undo'), altText: t('open.undoHelp'), onClick: () => void undo(change) },
          }),
        })
      }
      return (added[0] ?? known)?.id ?? null
    } catch (error) {
      if (signal.aborted) toast({ title: t('open.stopped', { name }) })
      else toast({ variant: 'destructive', title: t('open.failed', { name }), description: sentenceFor(error) })
      return null
    } finally {
      setOpening(null)
    }
  }

  return {
    opening,
    expect: () => expectUpload(client, 'csv'),
    async open(files, options = {}) {
      try {
        await prepare.mutateAsync({}) // a visitor becomes a guest with it
      } catch {
        return null // told already, by the action that failed
      }
      let last: string | null = null
      const running = new AbortController()
      for (const [at, file] of files.entries()) {
        if (running.signal.aborted) break
        last = (await one(file, options, files.length - at - 1, running)) ?? last
      }
      return last
    },
  }
}
