import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { lastRole, startGuestSession } from './session.ts'

/** Does what needs somebody to keep it for. A visitor's first such thing begins a guest session by itself (spec-notes, "Guests"). */
export async function asSomebody<T>(client: QueryClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || lastRole(client)) throw error
    await startGuestSession(client)
    return await act()
  }
}
