import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ToastAction, toast } from '../ui/toast-store.ts'
import { api, referenceFor, sentenceFor } from './api.ts'
import { renewModule } from './renew.ts'

type Undo = (change: string | null) => ToastAction | undefined

/** The Undo of a toast: takes back a change of a module by its id, and renews what is shown; none where nothing was written. */
export const useUndo = (module: string): Undo => useUndoOf()(module)

/** The same where the module is known only once something is done. */
export function useUndoOf(): (module: string) => Undo {
  const client = useQueryClient()
  const { t } = useTranslation()
  const undo = async (module: string, change: string) => {
    try {
      await api.post(`/api/changes/${change}/undo`)
      await renewModule(client, module)
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('errors.undoFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    }
  }
  return (module) => (change) =>
    change === null
      ? undefined
      : { label: t('common.undo'), altText: t('common.undoAlt'), onClick: () => void undo(module, change) }
}
