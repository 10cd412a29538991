import './ui/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchSession } from './accounts/sign-in-request.ts'
import { startI18n } from './i18n/index.ts'
import { startTheme } from './platform/theme.ts'
import { startTraversals } from './platform/traversals.ts'
import { App } from './shell/app.tsx'
import { loadOverlays, whenIdle } from './ui/load-overlays.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root to render into.')

startTheme()
startTraversals()
watchSession()
// Not awaited up here: the strings' files import from this chunk, and would wait for it as it waits for them.
void startI18n().then(() => {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  loadOverlays()
  whenIdle(async () => (await import('./platform/service-worker.ts')).startServiceWorker())
})
