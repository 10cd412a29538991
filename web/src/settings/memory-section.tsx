import { type MemoryItem, MemoryText } from '@atrium/contract/profile'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../platform/api.ts'
import { usePagePreferences } from '../platform/preferences.ts'
import { useSession } from '../platform/session.ts'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Switch, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { changePreferences } from './change-preferences.ts'
import { FormError } from './form-parts.tsx'
import { MemoryRow } from './memory-row.tsx'
import { Loaded, Nothing, Panel, Rows } from './panel.tsx'
import { useChange } from './use-change.ts'
import { useSettingsForm } from './use-settings-form.ts'

const PATH = '/api/memories'
interface Memories {
  memories: MemoryItem[]
}

export function MemorySection() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const { soulMode } = usePagePreferences()
  const query = useQuery<Memories>({ queryKey: [PATH] })
  const setSoul = useChange({ act: (soul: boolean) => changePreferences(client, { soulMode: soul }) })
  return (
    <>
      <Panel title={t('memory.title')}>
        <Switch
          label={t('memory.soul')}
          help={t('memory.soulHelp')}
          checked={soulMode}
          onChange={(next) => setSoul.mutate(next)}
        />
      </Panel>
      <Panel title={t('memory.list')} text={t('memory.listText')}>
        <AddMemory />
        <Loaded query={query}>{({ memories }) => <MemoryList memories={memories} />}</Loaded>
      </Panel>
    </>
  )
}

function AddMemory() {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const { form, field, formProps, isSubmitting, rootError } = useSettingsForm({
    schema: MemoryText,
    values: { text: '' },
    save: async ({ text }) => {
      const added = await api.post<MemoryItem>(PATH, { text })
      form.reset({ text: '' })
      client.setQueryData<Memories>([PATH], (now) => now && { memories: [added, ...now.memories] })
      toast({ title: t('done.saved') })
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        <TextField className="min-w-0 flex-1" label={t('memory.add')} autoComplete="off" {...field('text')} />
        <Button type="submit" loading={isSubmitting} className="h-10!">
          {t('memory.addButton')}
        </Button>
      </div>
      <FormError>{rootError}</FormError>
    </form>
  )
}

function MemoryList({ memories }: { memories: readonly MemoryItem[] }) {
  const { userId } = useSession()
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const confirm = useConfirm()
  const write = (change: (now: MemoryItem[]) => MemoryItem[]) =>
    client.setQueryData<Memories>([PATH], (now) => now && { memories: change(now.memories) })
  const failed = (error: unknown) => {
    void client.invalidateQueries({ queryKey: [PATH] })
    toast({ variant: 'destructive', title: t('errors.actionFailed'), description: sentenceFor(error) })
  }

  const edit = async (item: MemoryItem, text: string) => {
    const saved = await api.patch<MemoryItem>(`${PATH}/${item.id}`, { text })
    write((now) => now.map((one) => (one.id === item.id ? saved : one)))
    toast({ title: t('done.updated') })
  }
  const putBack = async (text: string) => {
    try {
      const restored = await api.post<MemoryItem>(PATH, { text })
      write((now) => [restored, ...now])
    } catch (error) {
      failed(error)
    }
  }
  const remove = async (item: MemoryItem) => {
    // It is gone from the list at once; the refusal brings it back.
    write((now) => now.filter(({ id }) => id !== item.id))
    try {
      await api.delete(`${PATH}/${item.id}`)
      toast({
        title: t('done.deleted'),
        action: { label: t('common.undo'), altText: t('memory.undoAlt'), onClick: () => void putBack(item.text) },
      })
    } catch (error) {
      failed(error)
    }
  }
  const clear = useChange({
    act: () => api.delete(`/api/converse/memory/${userId}`),
    done: 'deleted',
  })
  const askClear = async () => {
    const question = {
      title: t('memory.clearTitle'),
      text: t('memory.clearText', { count: memories.length }),
      confirm: t('memory.clear'),
      danger: true,
    }
    if (await confirm(question))
      clear.mutate(undefined, { onSettled: () => void client.invalidateQueries({ queryKey: [PATH] }) })
  }
  if (memories.length === 0) return <Nothing>{t('memory.none')}</Nothing>
  return (
    <>
      <Rows label={t('memory.list')}>
        {memories.map((item) => (
          <MemoryRow key={item.id} item={item} onEdit={(text) => edit(item, text)} onDelete={() => void remove(item)} />
        ))}
      </Rows>
      <div>
        <Button loading={clear.isPending} onClick={() => void askClear()}>
          {t('memory.clear')}
        </Button>
      </div>
    </>
  )
}
