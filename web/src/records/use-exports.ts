import type { ExportJob } from '@atrium/contract/module-files'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { download } from '../platform/download.ts'
import { ACTIVITY } from '../platform/job-news.ts'
import { scopedUrl } from '../platform/scoped-url.ts'
import { lastRole } from '../platform/session.ts'
import { toast } from '../ui/toast.tsx'
import { collectionUrl, exportUrl, zone } from './export-urls.ts'

/**
 * Exports that go on when the page is left: what is made in a moment comes at once, the rest is told of when it is ready, and
 * found in Activity. A visitor has no Activity; their file comes as it is written.
 */
export function useExports(module: string) {
  const { t } = useTranslation('kit')
  const client = useQueryClient()
  const begin = async (path: string, body: object, direct: string) => {
    if (!lastRole(client)) return download(direct)
    try {
      const { link } = await api.post<ExportJob>(`/api/m/${module}/${path}/job`, { ...body, zone: zone() })
      if (link !== null) return download(scopedUrl(link))
      toast({ title: t('export.making') })
      void client.invalidateQueries({ queryKey: [ACTIVITY] })
    } catch (error) {
      toast({
        variant: 'destructive',
        title: t('errors.actionFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      })
    }
  }
  return {
    /** One of the module's own kinds of file. */
    make: (name: string, options: object = {}) =>
      void begin(`exports/${name}`, { options }, exportUrl(module, name, options)),
    /** All records of a collection. */
    makeOf: (collection: string, format: 'csv' | 'json') =>
      void begin(`collections/${collection}/export`, { format }, collectionUrl(module, collection, format)),
  }
}
