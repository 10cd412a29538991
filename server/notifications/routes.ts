import { AppError } from '@atrium/contract/errors'
import {
  GonePushSubscription,
  NewPushSubscription,
  NotificationPage,
  NotificationPreferences,
  NotificationPreferencesChange,
  NotificationQuery,
  NotificationsRead,
  NotificationTest,
} from '@atrium/contract/notifications'
import { z } from 'zod'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { languageOf } from '../platform/language.ts'
import { listNotifications, markRead, removeNotification } from './inbox.ts'
import { changeNotificationPreferences, type PreferenceSettings, readNotificationPreferences } from './preferences.ts'
import type { Push } from './push.ts'
import { sendTest, type TestSettings } from './testing.ts'

interface RouteSettings extends PreferenceSettings, TestSettings {
  db: Database
  push: Push
  /** Tells the tabs of somebody how many are unread. */
  tellUnread(owner: string): Promise<void>
}

const TAG = 'Notifications'
const Done = z.object({ ok: z.literal(true) })
const done = { ok: true } as const

export function notificationRoutes(settings: RouteSettings): Route[] {
  const { db, push, tellUnread } = settings
  const own = { tag: TAG, access: 'notification.own' } as const
  const browser = {
    tag: TAG,
    access: 'push.own',
    path: '/api/push-subscriptions',
    limit: 'write',
    answer: Done,
  } as const
  return [
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/notifications',
        summary: 'What came for you, the newest first',
        limit: 'read',
        query: NotificationQuery,
        answer: NotificationPage,
      },
      ({ principal, query: { before, unread } }) =>
        listNotifications(db, principal.owner, { before, unread: unread === 'true' }),
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/notifications/read',
        summary: 'Marks some of your notifications as read, or all',
        limit: 'write',
        body: NotificationsRead,
        answer: Done,
      },
      async ({ principal, body }) => {
        await markRead(db, principal.owner, body.ids, new Date())
        await tellUnread(principal.owner)
        return done
      },
    ),
    route(
      {
        ...own,
        method: 'DELETE',
        path: '/api/notifications/:id',
        summary: 'Removes a notification',
        limit: 'write',
        params: z.object({ id: z.string().max(64) }),
        answer: Done,
      },
      async ({ principal, params }) => {
        await removeNotification(db, principal.owner, params.id)
        await tellUnread(principal.owner)
        return done
      },
    ),
    route(
      {
        ...own,
        method: 'GET',
        path: '/api/notifications/preferences',
        summary: 'By which ways notifications come to you',
        limit: 'read',
        answer: NotificationPreferences,
      },
      ({ principal, request }) => readNotificationPreferences(settings, principal, languageOf(request)),
    ),
    route(
      {
        ...own,
        method: 'PATCH',
        path: '/api/notifications/preferences',
        summary: 'Changes what is given of the ways by which notifications come to you',
        limit: 'write',
        body: NotificationPreferencesChange,
        answer: NotificationPreferences,
      },
      async ({ principal, body, request }) => {
        await changeNotificationPreferences(settings, principal.owner, body, new Date())
        return readNotificationPreferences(settings, principal, languageOf(request))
      },
    ),
    route(
      {
        ...own,
        method: 'POST',
        path: '/api/notifications/test',
        summary: 'Sends a notification to yourself by every way, and says what happened',
        limit: 'send',
        answer: NotificationTest,
      },
      async ({ principal }) => {
        const outcomes = await sendTest(settings, principal, new Date())
        await tellUnread(principal.owner)
        return { outcomes }
      },
    ),
    route(
      {
        ...browser,
        method: 'POST',
        summary: 'Has this browser pushed to, for as long as you are signed in',
        body: NewPushSubscription,
      },
      async ({ principal: { owner, sessionId }, body }) => {
        if (sessionId === null) throw new AppError('unauthenticated', 'Please sign in first.')
        await push.subscribe(owner, sessionId, body)
        return done
      },
    ),
    route(
      { ...browser, method: 'DELETE', summary: 'Pushes nothing more to a browser', body: GonePushSubscription },
      async ({ principal, body }) => {
        await push.unsubscribe(principal.owner, body.endpoint)
        return done
      },
    ),
  ]
}
