import type { ImportAnswer, Upload } from '@atrium/contract/module-files'
import { api, expectUpload, sentenceFor, toast, useAction } from '@atrium/web/kit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type csv from '../module.ts'
import type { DatasetRow } from '../module.ts'
import { useTexts } from './texts.ts'

interface Opening {
  /** What is under way; null when nothing is. */
  opening: string | null
  /** A file will be opened, once it has been found. */
  expect: () => void
  /** Opens files one after the other, and answers the last one's id. */
  open: (files: readonly Blob[], options?: { name?: string; format?: 'join' }) => Promise<string | null>
}

export function useOpenFile(): Opening {
  const { t } = useTexts()
  const client = useQueryClient()
  const [opening, setOpening] = useState<string | null>(null)
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

  const one = async (file: Blob, options: { name?: string; format?: 'join' }): Promise<string | null> => {
    const name = file instanceof File ? file.name : `${options.name ?? 'table'}.csv`
    setOpening(name)
    try {
      const before = new Set((await list()).map(({ id }) => id))
      const upload = await api.post<Upload>(`/api/uploads?name=${encodeURIComponent(name)}&module=csv`, file)
      const { report, change } = await api.post<ImportAnswer>('/api/m/csv/imports/table', {
        upload: upload.id,
        options,
      })
      const after = await list()
      await renew()
      const added = after.filter(({ id }) => !before.has(id))
      // The same file again: the dataset that it is stands there already.
      const known =
        added.length === 0
          ? (after.find((row) => row.name === name) ?? after.find((row) => row.size === file.size))
          : null
      if (known) toast({ title: t('open.known', { name: known.name }) })
      else
        toast({
          title: t('open.done', { count: report.added, name }),
          ...(change && {
            action: { label: t('undo'), altText: t('open.undoHelp'), onClick: () => void undo(change) },
          }),
        })
      return (added[0] ?? known)?.id ?? null
    } catch (error) {
      toast({ variant: 'destructive', title: t('open.failed', { name }), description: sentenceFor(error) })
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
      for (const file of files) last = (await one(file, options)) ?? last
      return last
    },
  }
}
