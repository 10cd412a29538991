import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { i18n } from '../i18n/index.ts'
import { createQueryClient } from '../platform/query.ts'
import { answering } from '../records/test-page.tsx'
import { ConfirmProvider } from '../ui/confirm.tsx'
import { DataSection } from './data-section.tsx'

await i18n.loadNamespaces(['settings', 'activity'])

const show = (role: 'guest' | 'user') => {
  const client = createQueryClient()
  const me = { role, userId: 'u1' }
  client.setQueryData(['/api/me'], me)
  answering({
    'GET /api/me': [200, me],
    'GET /api/data/archives': [200, { archives: [], making: null, restoring: null }],
  })
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <ConfirmProvider>
          <DataSection />
        </ConfirmProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a guest takes their data along, and is not offered the import that is for members', async () => {
  const screen = await show('guest')
  await expect.element(screen.getByRole('button', { name: 'Download everything' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Choose a file' }).query()).toBeNull()
})

test('a member is offered both', async () => {
  const screen = await show('user')
  await expect.element(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})
