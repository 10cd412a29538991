import type { PageCopy } from '@atrium/contract/public-pages'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CopyPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { renewModule } from '../platform/renew.ts'
import { useSession } from '../platform/session.ts'
import { useUndoOf } from '../platform/undo.ts'
import { Instead } from '../shell/instead.tsx'
import { Loading } from '../shell/loading.tsx'
import { useModules } from '../shell/modules.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

/** /copy/:slug: takes what a public page shows into one's own workspace, by the module's own import. */
export function CopyPage() {
  const { t } = useTranslation('sharing')
  const { slug = '' } = useParams()
  const { pathname } = useLocation()
  const session = useSession()
  if (session.status === 'loading') return <Loading />
  return (
    <Instead
      icon={<CopyPlus aria-hidden />}
      title={t('copy.title', { name: slug })}
      text={t(session.role === null ? 'copy.signIn' : 'copy.text')}
      action={
        session.role === null ? (
          <Link to={`/auth?${new URLSearchParams({ next: pathname })}`} className={buttonClass('primary')}>
            {t('core:shell.signIn')}
          </Link>
        ) : (
          <Copy slug={slug} />
        )
      }
    />
  )
}

function Copy({ slug }: { slug: string }) {
  const { t } = useTranslation('sharing')
  const navigate = useNavigate()
  const client = useQueryClient()
  const { data: modules } = useModules()
  const undoOf = useUndoOf()
  const copy = useMutation({
    mutationFn: async () => {
      const copied = await api.post<PageCopy>(`/p/${encodeURIComponent(slug)}/copy`)
      const { upload, module } = copied
      const path = `/api/m/${module}/imports/${copied.import}`
      const { change } = await api.post<{ change: string | null }>(path, { upload })
      return { module, change }
    },
    onSuccess: async ({ module, change }) => {
      toast({ title: t('copy.done'), action: undoOf(module)(change) })
      await renewModule(client, module)
      await navigate(modules?.find(({ id }) => id === module)?.route ?? '/')
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t('errors.actionFailed'),
        description: sentenceFor(error),
        reference: referenceFor(error),
      }),
  })
  return (
    <Button variant="primary" loading={copy.isPending} onClick={() => copy.mutate()}>
      {t('copy.confirm')}
    </Button>
  )
}
