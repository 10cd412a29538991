import type { Allowances } from '@atrium/contract/spaces'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { said } from '../i18n/said.ts'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { MenuCheckboxItem, MenuLabel, MenuSeparator } from '../ui/menu.tsx'
import { toast } from '../ui/toast.tsx'

/** In a thread's menu: what the assistant may do there without asking, to be taken back one by one. */
export function ThreadAllowances({ threadId }: { threadId: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const path = `/api/threads/${encodeURIComponent(threadId)}/allowances`
  const queryKey = [path]
  const { data } = useQuery<Allowances>({ queryKey, staleTime: 0 })
  if (!data || data.actions.length === 0) return null
  const revoke = async (action: string) => {
    try {
      await api.delete(`${path}/${encodeURIComponent(action)}`)
      client.setQueryData<Allowances>(
        queryKey,
        (now) => now && { actions: now.actions.filter((one) => one.action !== action) },
      )
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('chat.tool.revokeFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    }
  }
  return (
    <>
      <MenuSeparator />
      <MenuLabel>{t('chat.tool.allowed')}</MenuLabel>
      {data.actions.map(({ action, summary }) => (
        <MenuCheckboxItem key={action} checked onCheckedChange={() => void revoke(action)}>
          {said(summary)}
        </MenuCheckboxItem>
      ))}
    </>
  )
}
