import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { CalendarPage } from './web/calendar-page.tsx'

const ConnectPage = lazy(() => import('./web/connect-page.tsx').then((file) => ({ default: file.ConnectPage })))

/** The calendar, or how a device's own calendar gets at it (`/content-calendar/connect`). */
export default function ContentCalendarPage() {
  const { pathname } = useLocation()
  if (!/^\/content-calendar\/connect\/?$/.test(pathname)) return <CalendarPage />
  return (
    <Suspense>
      <ConnectPage />
    </Suspense>
  )
}
