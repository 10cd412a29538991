import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BrowserRouter } from 'react-router'
import { queryClient } from '../platform/query.ts'
import { AppRoutes } from '../routes.tsx'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { ToastProvider } from '../ui/toast.tsx'
import { CrashBoundary } from './crash-boundary.tsx'
import { Loading } from './loading.tsx'

/** What every page stands in. Without transitions a page that is not loaded yet shows the fallback, as spec 2.1 has it. */
export function App() {
  const { t } = useTranslation()
  return (
    <CrashBoundary>
      <QueryClientProvider client={queryClient}>
        <ConfirmProvider>
          <BrowserRouter useTransitions={false}>
            <Suspense fallback={<Loading />}>
              <AppRoutes />
            </Suspense>
          </BrowserRouter>
        </ConfirmProvider>
        <ToastProvider label={t('common.notifications')} />
      </QueryClientProvider>
    </CrashBoundary>
  )
}
