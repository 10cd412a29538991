import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import '../i18n/test-i18n.ts'
import '../ui/styles.css'
import './chat.css'
import { CommandsProvider } from '../commands/commands.tsx'
import { useFocus } from '../commands/focus.ts'
import { ToolsProvider } from '../commands/tools.tsx'
import { queryClient } from '../platform/query.ts'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { ToastProvider } from '../ui/toast.tsx'

/** A page around a component under test, at an address, with the height of a screen. */
export function TestScreen({ at = '/', children }: { at?: string; children: ReactNode }) {
  return (
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[at]}>
        <div style={{ height: 600, width: 800, display: 'flex', flexDirection: 'column' }}>
          <Commanding>
            <Routes>
              <Route path="/" element={children} />
              <Route path="/c/:threadId" element={children} />
              <Route path="/spaces/:slug" element={children} />
              <Route path="*" element={<p>another page</p>} />
            </Routes>
          </Commanding>
        </div>
        <Address />
      </MemoryRouter>
      <ToastProvider label="Notifications" />
    </QueryClientProvider>
  )
}

/** The surroundings that the shell gives; what a command opens is written where a test can read it. */
function Commanding({ children }: { children: ReactNode }) {
  const focus = useFocus()
  const [opened, setOpened] = useState('')
  const [frame] = useState(() => ({
    newChat: () => setOpened('new-chat'),
    toggleSidebar: () => setOpened('sidebar'),
    openPalette: (group = '') => setOpened(`palette ${group}`),
    openModal: (name: string, words: string) => setOpened(`${name} ${words}`),
  }))
  return (
    <ConfirmProvider>
      <ToolsProvider {...focus}>
        <CommandsProvider {...focus} frame={frame}>
          {children}
        </CommandsProvider>
      </ToolsProvider>
      <output data-testid="opened">{opened.trim()}</output>
    </ConfirmProvider>
  )
}

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}
