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

const AnalyticsPage = lazy(async () => ({ default: (await import('./insight/analytics-page.tsx')).AnalyticsPage }))
const ActivePage = lazy(async () => ({ default: (await import('./work/active-page.tsx')).ActivePage }))
const ApprovalsPage = lazy(async () => ({ default: (await import('./work/approvals-page.tsx')).ApprovalsPage }))
const CheckoutPage = lazy(async () => ({ default: (await import('./checkout-page.tsx')).CheckoutPage }))
const DeliverablePage = lazy(async () => ({ default: (await import('./work/deliverable-page.tsx')).DeliverablePage }))
const DeliverablesPage = lazy(async () => ({
  default: (await import('./work/deliverables-page.tsx')).DeliverablesPage,
}))
const DocsPage = lazy(async () => ({ default: (await import('./resources/docs-page.tsx')).DocsPage }))
const OrdersPage = lazy(async () => ({ default: (await import('./orders-page.tsx')).OrdersPage }))
const OrderPage = lazy(async () => ({ default: (await import('./order-page.tsx')).OrderPage }))
const PracticesPage = lazy(async () => ({ default: (await import('./resources/practices-page.tsx')).PracticesPage }))
const SeatsPage = lazy(async () => ({ default: (await import('./seats/seats-page.tsx')).SeatsPage }))
const SeatPage = lazy(async () => ({ default: (await import('./seats/seat-page.tsx')).SeatPage }))
const SettingsPage = lazy(async () => ({
  default: (await import('./settings/settings-page.tsx')).WorkforceSettingsPage,
}))
const SupportPage = lazy(async () => ({ default: (await import('./resources/support-page.tsx')).SupportPage }))
const SubscriptionPage = lazy(async () => ({ default: (await import('./subscription-page.tsx')).SubscriptionPage }))
const SubscriptionsPage = lazy(async () => ({ default: (await import('./subscriptions-page.tsx')).SubscriptionsPage }))
const TaskPage = lazy(async () => ({ default: (await import('./work/task-page.tsx')).TaskPage }))

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
          <Route path="active" element={<ActivePage />} />
          <Route path="tasks/:id" element={<TaskPage />} />
          <Route path="approvals" element={<ApprovalsPage />} />
          <Route path="deliverables" element={<DeliverablesPage />} />
          <Route path="deliverables/:id" element={<DeliverablePage />} />
          <Route path="checkout" element={<CheckoutPage />} />
          <Route path="orders" element={<OrdersPage />} />
          <Route path="orders/:id" element={<OrderPage />} />
          <Route path="seats" element={<SeatsPage />} />
          <Route path="seats/:id" element={<SeatPage />} />
          <Route path="subscriptions/:id" element={<SubscriptionPage />} />
          <Route path="subscriptions" element={<SubscriptionsPage />} />
          <Route path="analytics" element={<AnalyticsPage />} />
          <Route path="settings" element={<SettingsPage />} />
          <Route path="best-practices" element={<PracticesPage />} />
          <Route path="docs" element={<DocsPage />} />
          <Route path="support-help" element={<SupportPage />} />
          <Route path="*" element={<ModulePage />} />
        </Routes>
      </Suspense>
    </WorkforceFrame>
  )
}
