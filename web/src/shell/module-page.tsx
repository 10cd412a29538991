import { prefixed } from '@atrium/contract/brand'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { i18n } from '../i18n/index.ts'
import { MODULES } from '../i18n/module-files.ts'
import { said } from '../i18n/said.ts'
import { ApiError, sentenceFor } from '../platform/api.ts'
import { type Part, part } from '../platform/part.tsx'
import { useScope } from '../platform/scope.ts'
import { storage } from '../platform/storage.ts'
import { Button } from '../ui/button.tsx'
import { Instead } from './instead.tsx'
import { Loading } from './loading.tsx'
import { type InstalledModule, moduleAt, pageOf, useModules } from './modules.ts'
import { PageModuleContext, ScopedContext } from './page-frame.tsx'
import { usePageTitle } from './page-title.ts'

const CataloguePage = part(() => import('../catalogue/catalogue-page.tsx').then((file) => file.CataloguePage))

const pages = new Map<string, Part<object>>()

/** The kit's own strings and the module's come with the page, so that no part of a page waits for them. */
const loadTexts = (id: string) => i18n.loadNamespaces(['kit', 'sharing', `${MODULES}${id}`])

/** A module's own page, loaded with the first look at it. */
export function pageFor(module: InstalledModule): Part<object> | undefined {
  const load = pageOf(module.id)
  if (!load) return undefined
  const page =
    pages.get(module.id) ?? part(() => Promise.all([load(), loadTexts(module.id)]).then(([file]) => file.default))
  pages.set(module.id, page)
  return page
}

/** Any path that no route of the core has: an installed module's page, or what the catalogue has there. */
export function ModulePage() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const scope = useScope()
  const { data, error: failure, isPending, refetch } = useModules()
  const { module, error } = useKeptModule(data, failure, pathname)
  if (isPending) return <Loading />
  if (error) {
    return (
      <Instead
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
  const Page = module && pageFor(module)
  if (!module || !Page) {
    return <CataloguePage path={pathname} placeholder={<Loading />} />
  }
  return (
    <>
      <Titled title={said(module.title)} />
      {/* Begun anew in another scope: nothing of the old one stays on the page. */}
      <ScopedContext value>
        <PageModuleContext value={module}>
          <Page key={`${module.id} ${scope}`} placeholder={<Loading />} />
        </PageModuleContext>
      </ScopedContext>
    </>
  )
}

const keptAt = (pathname: string) => prefixed(`module-at:${pathname.split('/')[1] ?? ''}`)

/**
 * Which module's page this is. Without a network it is the one that was here last, so that a module which can work offline is
 * reached; one that cannot says so itself.
 */
function useKeptModule(modules: readonly InstalledModule[] | undefined, error: Error | null, pathname: string) {
  const module = modules === undefined ? undefined : moduleAt(modules, pathname)
  useEffect(() => {
    if (module) storage.writeJson(keptAt(pathname), module)
  }, [module, pathname])
  if (!(error instanceof ApiError) || error.status > 0) return { module, error }
  const kept = storage.readJson<InstalledModule | null>(keptAt(pathname), null)
  return kept && kept.route !== undefined ? { module: kept, error: null } : { module: undefined, error }
}

function Titled({ title }: { title: string }) {
  usePageTitle(title)
  return null
}
