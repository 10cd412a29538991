import { lazy, Suspense } from 'react'
import { Route, Routes } from 'react-router'
import { Loading } from '../shell/loading.tsx'
import { ModulePage } from '../shell/module-page.tsx'
import { AgentPage } from './agent-page.tsx'
import { BrowsePage } from './browse-page.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { DirectoryPage } from './directory-page.tsx'
import { FavoritesPage } from './favorites-page.tsx'
import { QuickStartPage } from './quick-start-page.tsx'
import { WorkforceFrame } from './workforce-frame.tsx'

const CheckoutPage = lazy(async () => ({ default: (await import('./checkout-page.tsx')).CheckoutPage }))
const OrdersPage = lazy(async () => ({ default: (await import('./orders-page.tsx')).OrdersPage }))
const OrderPage = lazy(async () => ({ default: (await import('./order-page.tsx')).OrderPage }))
const SubscriptionPage = lazy(async () => ({ default: (await import('./subscription-page.tsx')).SubscriptionPage }))
const SubscriptionsPage = lazy(async () => ({ default: (await import('./subscriptions-page.tsx')).SubscriptionsPage }))

/** Everything below /workforce (spec 2.6). What is not here is the catalogue's, or the 404 page. */
export function WorkforcePages() {
  return (
    <WorkforceFrame>
      <Suspense fallback={<Loading />}>
        <Routes>
          <Route index element={<DashboardPage />} />
          <Route path="directory" element={<DirectoryPage />} />
          <Route path="browse" element={<BrowsePage />} />
          <Route path="favorites" element={<FavoritesPage />} />
          {['startup', 'smb', 'enterprise', 'custom'].map((preset) => (
            <Route key={preset} path={preset} element={<QuickStartPage key={preset} preset={preset} />} />
          ))}
          {['cfo', 'coo', 'cmo', 'sales', 'support', 'sdr'].map((agent) => (
            <Route key={agent} path={agent} element={<AgentPage keys={[agent]} page={agent} />} />
          ))}
          <Route path="account-manager" element={<AgentPage keys={['account_manager']} page="account-manager" />} />
          <Route path="security" element={<AgentPage keys={['security_analyst', 'soc_analyst']} page="security" />} />
          <Route path="agents/:key" element={<AgentPage />} />
          <Route path="checkout" element={<CheckoutPage />} />
          <Route path="orders" element={<OrdersPage />} />
          <Route path="orders/:id" element={<OrderPage />} />
          <Route path="subscriptions/:id" element={<SubscriptionPage />} />
          <Route path="subscriptions" element={<SubscriptionsPage />} />
          <Route path="*" element={<ModulePage />} />
        </Routes>
      </Suspense>
    </WorkforceFrame>
  )
}
