import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import '../i18n/test-i18n.ts'
import '../ui/styles.css'
import './chat.css'
import { queryClient } from '../platform/query.ts'
import { ToastProvider } from '../ui/toast.tsx'

/** A page around a component under test, at an address, with the height of a screen. */
export function TestScreen({ at = '/', children }: { at?: string; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <div style={{ height: 600, width: 800, display: 'flex', flexDirection: 'column' }}>
          <Routes>
            <Route path="/" element={children} />
            <Route path="/c/:threadId" element={children} />
            <Route path="*" element={<p>another page</p>} />
          </Routes>
        </div>
        <Address />
      </MemoryRouter>
      <ToastProvider label="Notifications" />
    </QueryClientProvider>
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
