import { useEffect } from 'react'
import { useSession } from '../platform/session.ts'
import { loadServerTheme } from '../platform/theme.ts'

/** Once it is known who is here, that person's theme from the server wins (spec 4.2). */
export function useServerTheme(): void {
  const { status, user, role } = useSession()
  const who = status === 'authenticated' ? (user?.id ?? role) : null
  useEffect(() => {
    if (who) void loadServerTheme()
  }, [who])
}
