import { type ComponentType, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Protected } from '../accounts/protected.tsx'
import { sentenceFor } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loading } from './loading.tsx'
import { type InstalledModule, moduleAt, pageOf, useModules } from './modules.ts'
import { NotFound } from './not-found.tsx'
import { usePageTitle } from './page-title.ts'

const loaded = new Map<string, ComponentType>()

function lazyPage(module: InstalledModule): ComponentType | undefined {
  const load = pageOf(module.id)
  if (!load) return undefined
  const page = loaded.get(module.id) ?? lazy(load)
  loaded.set(module.id, page)
  return page
}

/** Any path that no route of the core has: an installed module's page, or the 404 page (signed-in only, spec 2.1). */
export function ModulePage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const { data, error, isPending, refetch } = useModules()
  if (isPending) return <Loading />
  if (error) {
    return (
      <EmptyState
        level={1}
        title={t('errors.loadFailed')}
        text={sentenceFor(error)}
        action={
          <Button variant="primary" onClick={() => void refetch()}>
            {t('common.retry')}
          </Button>
        }
      />
    )
  }
  const module = moduleAt(data, pathname)
  const Page = module && lazyPage(module)
  if (!module || !Page) {
    return (
      <Protected>
        <NotFound />
      </Protected>
    )
  }
  return (
    <>
      <Titled title={module.title} />
      <Page key={module.id} />
    </>
  )
}

function Titled({ title }: { title: string }) {
  usePageTitle(title)
  return null
}
