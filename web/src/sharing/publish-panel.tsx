import type { PublicPage } from '@atrium/contract/public-pages'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PageForm } from './page-form.tsx'
import type { PublishProps } from './publish.tsx'
import { usePages } from './use-pages.ts'

export function PublishPanel(props: PublishProps) {
  const { module, kind, subject = '', title, open, onOpenChange } = props
  const { t } = useTranslation('sharing')
  const { query } = usePages()
  const known = query.data?.pages.find(
    (page) => page.module === module && page.kind === kind && page.subject === subject,
  )
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('pages.publishName', { name: title })}>
      {query.error && !query.data ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger-ink">
          {sentenceFor(query.error)}
          <Button size="sm" onClick={() => void query.refetch()}>
            {t('common.retry')}
          </Button>
        </div>
      ) : query.data ? (
        <Opened key={String(open)} {...props} page={known} />
      ) : (
        <Skeleton className="h-60 w-full" />
      )}
    </Dialog>
  )
}

/** As it was when the dialog opened, until it is kept: what is fetched anew writes over nothing that is being typed. */
function Opened({ page, ...props }: PublishProps & { page: PublicPage | undefined }) {
  const [shown, setShown] = useState(page)
  return (
    <PageForm
      {...props}
      key={shown?.id ?? 'new'}
      page={shown}
      onKept={setShown}
      onGone={() => props.onOpenChange(false)}
    />
  )
}
