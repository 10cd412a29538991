import { api, formatSize, toast, useAction, useModuleQuery } from '@atrium/web/kit'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type sync from '../module.ts'
import type { Picked } from './dropped.ts'
import { useTexts } from './texts.ts'
import { enqueue, onUploaded, useUploads } from './upload-queue.ts'

/** bytes */
interface Room {
  usedBytes: number
  quotaBytes: number
}

/** What all files of the person, or of the team they work in, take and may take. Renewed with the module's own queries. */
export const useRoom = (): Room | undefined =>
  useQuery({ queryKey: ['module', 'sync', 'room'], queryFn: () => api.get<Room>('/api/room') }).data

/** Uploads that were begun and are not under way here. */
export function useWaiting() {
  const items = useUploads()
  const { data } = useModuleQuery<typeof sync, 'uploads'>('sync', 'uploads', {})
  const under = new Set(items.map(({ url }) => url && new URL(url, location.href).pathname))
  return (data?.uploads ?? []).filter(({ url }) => !under.has(url))
}

/** Sends files and folders into a folder; what was begun before goes on. */
export function useUpload(parent: string): (files: readonly Picked[]) => Promise<void> {
  const { t, language } = useTexts()
  const room = useRoom()
  const waiting = useWaiting()
  const prepare = useAction<typeof sync, 'prepare'>('sync', 'prepare')
  const makeFolder = useAction<typeof sync, 'makeFolder'>('sync', 'makeFolder')
  const { mutate: renew } = prepare
  useEffect(() => onUploaded(() => renew({})), [renew])

  return async (files) => {
    if (files.length === 0) return
    const bytes = files.reduce((sum, { file }) => sum + file.size, 0)
    if (room && room.usedBytes + bytes > room.quotaBytes) {
      const [size, used, quota] = [bytes, room.usedBytes, room.quotaBytes].map((n) => formatSize(n, language))
      toast({ variant: 'destructive', title: t('full', { size, used, quota }) })
      return
    }
    try {
      await prepare.mutateAsync({}) // a visitor becomes a guest with it
      const folders = new Map([['', parent]])
      for (const path of new Set(files.map(({ path }) => path)))
        if (path) folders.set(path, (await makeFolder.mutateAsync({ name: path, parent })).output.id)
      enqueue(
        files.map(({ file, path }) => {
          const into = folders.get(path) ?? parent
          const begun = waiting.find((one) => one.parent === into && isSame(one, file))
          return { file, parent: into, url: begun?.url }
        }),
      )
    } catch {
      // told already, by the action that failed
    }
  }
}

/** Whether this is the file whose upload was begun. */
export const isSame = (begun: { name: string; size: number; modifiedAt: string }, file: File): boolean =>
  begun.name === file.name.normalize('NFC') &&
  begun.size === file.size &&
  Date.parse(begun.modifiedAt) === file.lastModified
