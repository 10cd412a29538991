import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { principalKinds } from '@atrium/contract/principal'
import { expect, test } from 'vitest'
import { visitor } from '../platform/http/test-server.ts'
import { allows, capabilities, ofEffect } from '../platform/policy.ts'
import { testApp } from '../test-app.ts'
import { cast } from './test-cast.ts'
import { tryDoors } from './test-doors.ts'

/**
 * Who gets past the door of each call: one letter each for anonymous, guest, member, administrator, a member by bearer
 * token, and one whose session is over. `y` in; `-` sent to sign in (401); `x` forbidden (403). A call that is not listed
 * fails the test, and so does a line without a call. The modules' own calls follow from their effects (test-doors.ts).
 */
const DOORS = `
yyyyyy GET /healthz
yyyyyy GET /readyz
yyyyyy GET /robots.txt
yyyyyy GET /.well-known/security.txt
yyyyyy GET /.well-known/change-password
-xxyx- GET /metrics
yyyyyy GET /api/models
yyyyyy GET /api/modules
yyyyyy GET /api/modules/:id
yyyyyy GET /api/catalogue
yyyyyy GET /api/tools-registry
yyyyyy GET /api/openapi.json
yyyyyy GET /api/docs
yyyyyy GET /api/help
yyyyyy GET /api/help/:key
yyyyyy GET /api/me
-yyyy- GET /api/user
-xyyy- PATCH /api/user
-xyyy- GET /api/user/account
-xyyy- GET /api/user/sessions
-xyyy- DELETE /api/user/sessions
-xyyy- DELETE /api/user/sessions/:id
-xyyy- GET /api/user/keys
-xyyy- POST /api/user/keys
-xyyy- DELETE /api/user/keys/:id
-xyyy- POST /api/user/two-factor
-xyyy- POST /api/user/two-factor/confirm
-xyyy- POST /api/user/two-factor/recovery-codes
-xyyy- DELETE /api/user/two-factor
-xyyy- GET /api/user/passkeys
-xyyy- POST /api/user/passkeys
-xyyy- POST /api/user/passkeys/options
-xyyy- DELETE /api/user/passkeys/:id
-xyyy- PUT /api/user/plan
-xyyy- PUT /api/user/picture
-xyyy- DELETE /api/user/picture
-yyyy- GET /api/users/:id/picture
-xyyy- PUT /api/user/password
-xyyy- POST /api/user/deletion
-xyyy- DELETE /api/user/deletion
-xxyx- GET /api/admin/users
-xxyx- GET /api/admin/invitations
-xxyx- POST /api/admin/invitations
-xxyx- DELETE /api/admin/invitations/:id
yyyyyy GET /auth/invitations/:token
yyyyyy POST /auth/invitations
-xxyx- GET /api/admin/spaces
-xxyx- GET /api/admin/spaces/:key/models
-xxyx- PUT /api/admin/spaces/:key/models
-xxyx- PATCH /api/admin/users/:id
-xxyx- DELETE /api/admin/users/:id/two-factor
-xxyx- POST /api/admin/users/:id/reset-link
yyyyyy GET /api/auth/options
-xyyy- POST /api/user/providers/:id
-xyyy- DELETE /api/user/providers/:id
yyyyyy GET /auth/oidc/:id
yyyyyy GET /auth/oidc/:id/callback
yyyyyy POST /auth/password/forgot
yyyyyy POST /auth/password/reset
-yyyy- GET /api/user/preferences/theme
-yyyy- PUT /api/user/preferences/theme
-yyyy- GET /api/user/preferences
-yyyy- PATCH /api/user/preferences
-xyyy- GET /api/webhooks
-xyyy- POST /api/webhooks
-xyyy- PATCH /api/webhooks/:id
-xyyy- DELETE /api/webhooks/:id
-xyyy- POST /api/webhooks/:id/secret
-xyyy- POST /api/webhooks/:id/test
-xyyy- GET /api/webhooks/:id/deliveries
-xyyy- POST /api/webhooks/:id/deliveries/:delivery/resend
-xyyy- GET /api/shares
-xyyy- DELETE /api/shares/:id
-xyyy- GET /api/m/:module/collections/:collection/:id/shares
-xyyy- POST /api/m/:module/collections/:collection/:id/shares
-xyyy- PATCH /api/m/:module/collections/:collection/:id/shares/:share
-xyyy- DELETE /api/m/:module/collections/:collection/:id/shares/:share
yyyyy- GET /api/people
-xyyy- GET /api/pages
-xyyy- POST /api/pages
-xyyy- PATCH /api/pages/:id
-xyyy- DELETE /api/pages/:id
yyyyyy GET /p/:slug
yyyyyy POST /p/:slug
yyyyyy GET /p/:slug/files/:id
yyyyyy POST /p/:slug/send/:action
yyyyyy GET /p/:slug/download
yyyyyy GET /p/l/:token
yyyyyy POST /p/l/:token/send/:action
-yyyy- POST /p/:slug/copy
yyyyy- GET /api/modules/:module/secrets
-yyyy- PUT /api/modules/:module/secrets/:name
-yyyy- DELETE /api/modules/:module/secrets/:name
-yyyy- GET /api/notifications
-yyyy- POST /api/notifications/read
-yyyy- DELETE /api/notifications/:id
-yyyy- GET /api/notifications/preferences
-yyyy- PATCH /api/notifications/preferences
-yyyy- POST /api/notifications/test
-xyyy- POST /api/push-subscriptions
-xyyy- DELETE /api/push-subscriptions
-yyyy- GET /api/user/model-use
-xyyy- GET /api/user/provider-keys
-xyyy- PUT /api/user/provider-keys/:provider
-xyyy- DELETE /api/user/provider-keys/:provider
yyyyy- GET /api/memories
yyyyy- POST /api/memories
yyyyy- PATCH /api/memories/:id
yyyyy- DELETE /api/memories/:id
-yyyy- GET /api/activity
-yyyy- GET /api/activity/:id
-yyyy- DELETE /api/activity/:id
-yyyy- POST /api/activity/:id/cancel
-yyyy- POST /api/activity/:id/pause
-yyyy- POST /api/activity/:id/resume
-yyyy- POST /api/activity/:id/retry
-yyyy- DELETE /api/activity
yyyyy- GET /api/spaces
yyyyy- GET /api/spaces/:key
-yyyy- PUT /api/spaces/:key/instructions
-yyyy- POST /api/spaces/:key/files
-yyyy- DELETE /api/spaces/:key/files/:fileId
-yyyy- PUT /api/spaces/:key/pins
-yyyy- POST /api/m/:module/files/:collection/:field
-yyyy- DELETE /api/m/:module/files/:id
-yyyy- POST /api/m/:module/files/:collection/:field/tus
-yyyy- GET /api/m/:module/unfinished/:id
-yyyy- PATCH /api/m/:module/unfinished/:id
-yyyy- DELETE /api/m/:module/unfinished/:id
-yyyy- GET /api/files
-yyyy- GET /api/room
-xyyy- GET /api/teams
-xyyy- POST /api/teams
-xyyy- GET /api/teams/:id
-xyyy- PATCH /api/teams/:id
-xyyy- DELETE /api/teams/:id
-xyyy- POST /api/teams/:id/restore
-xyyy- POST /api/teams/:id/leave
-xyyy- PATCH /api/teams/:id/members/:userId
-xyyy- DELETE /api/teams/:id/members/:userId
-xyyy- POST /api/teams/:id/invitations
-xyyy- DELETE /api/teams/:id/invitations/:invitationId
yyyyyy GET /api/invitations/:token
-xyyy- POST /api/invitations/:token/accept
-xyyy- POST /api/invitations/:token/decline
-yyyy- GET /api/workforce/catalogue
-yyyy- GET /api/workforce/cart
-yyyy- PUT /api/workforce/cart
-yyyy- PUT /api/workforce/agents/:key/star
-yyyy- PUT /api/workforce/agents/:key/interest
-xyyy- GET /api/workforce/orders
-xyyy- POST /api/workforce/orders
-xyyy- GET /api/workforce/orders/:id
-xyyy- GET /api/workforce/orders/:id/invoice.pdf
-xyyy- POST /api/workforce/orders/:id/by-invoice
-xyyy- POST /api/workforce/orders/:id/cancel
-xyyy- POST /api/workforce/orders/:id/pay
-xyyy- GET /api/workforce/card
-xyyy- POST /api/workforce/billing-portal
yyyyy- POST /api/workforce/stripe/webhook
-xyyy- GET /api/workforce/subscriptions
-xyyy- GET /api/workforce/subscriptions/:id
-xyyy- POST /api/workforce/subscriptions/:id/preview
-xyyy- POST /api/workforce/subscriptions/:id/change
-xyyy- PUT /api/workforce/subscriptions/:id/cancel
-xxyx- GET /api/admin/orders
-xxyx- POST /api/admin/orders/:id/paid
-xxyx- PUT /api/admin/users/:id/trusted
-yyyy- GET /api/workforce/agents
-yyyy- GET /api/workforce/agents/:key
-xyyy- GET /api/workforce/seats
-xyyy- GET /api/workforce/seats/:id
-xyyy- PATCH /api/workforce/seats/:id
-xyyy- PUT /api/workforce/seats/:id/onboarding
-xyyy- PUT /api/workforce/seats/:id/paused
-xyyy- PUT /api/workforce/seats/:id/leaving
-xyyy- PUT /api/workforce/seats/:id/manager
-xyyy- POST /api/workforce/seats/:id/memory
-xyyy- DELETE /api/workforce/seats/:id/memory/:memoryId
-xyyy- POST /api/workforce/seats/:id/try
-xyyy- PUT /api/workforce/paused
-xyyy- GET /api/workforce/org
-xyyy- GET /api/workforce/budgets
-xyyy- PUT /api/workforce/budgets
-xyyy- GET /api/workforce/schedules
-xyyy- POST /api/workforce/schedules
-xyyy- PATCH /api/workforce/schedules/:id
-xyyy- DELETE /api/workforce/schedules/:id
-xyyy- GET /api/workforce/analytics
-xyyy- GET /api/workforce/tasks
-xyyy- POST /api/workforce/tasks
-xyyy- GET /api/workforce/tasks/:id
-xyyy- PATCH /api/workforce/tasks/:id
-xyyy- POST /api/workforce/tasks/:id/stop
-xyyy- POST /api/workforce/tasks/:id/answer
-xyyy- POST /api/workforce/runs/:id/steps/:seq/settle
-xyyy- GET /api/workforce/runs
-xyyy- GET /api/workforce/deliverables
-xyyy- GET /api/workforce/deliverables/:id
-xyyy- POST /api/workforce/deliverables/:id/accept
-xyyy- POST /api/workforce/deliverables/:id/send-back
-xyyy- GET /api/workforce/deliverables/:id/versions/:version/file
-xyyy- GET /api/workforce/inbox
-xyyy- GET /api/workforce/support
-xyyy- GET /api/workforce/support/:id
-xyyy- POST /api/workforce/support
-xyyy- POST /api/workforce/support/:id/replies
-xyyy- PUT /api/workforce/support/:id/closed
-xxyx- GET /api/admin/support
-xxyx- GET /api/admin/support/:id
-xxyx- POST /api/admin/support/:id/replies
-xxyx- PUT /api/admin/support/:id/closed
-yyyy- GET /api/data/export
-xyyy- POST /api/data/import
-yyyy- GET /api/data/archives
-yyyy- POST /api/data/archives
-yyyy- GET /api/data/archives/:id/file
-yyyy- DELETE /api/data/archives/:id
-xyyy- POST /api/data/uploads
-xyyy- POST /api/data/uploads/:id/preview
-xyyy- POST /api/data/uploads/:id/restore
-xyyy- DELETE /api/data/uploads/:id
yyyyyy POST /api/register
yyyyyy POST /api/login
yyyyyy POST /api/login/two-factor
yyyyyy POST /api/login/passkey
yyyyyy POST /api/login/passkey/options
yyyyyy POST /auth/guest
yyyyyy POST /auth/logout
yyyyy- POST /api/converse/stream
yyyyy- POST /api/converse
yyyyy- POST /api/chat/send
yyyyy- POST /api/chat/complete
yyyyy- POST /api/chat/message
yyyyy- POST /api/chat/stop
yyyyy- POST /api/industry/:spaceId/chat
yyyyy- GET /api/converse/summary/:userId
yyyyy- DELETE /api/converse/memory/:userId
yyyyy- GET /api/threads
yyyyy- POST /api/threads
yyyyy- GET /api/threads/search
yyyyy- GET /api/chat/thread/:id
yyyyy- PATCH /api/threads/:id
yyyyy- DELETE /api/threads/:id
yyyyy- POST /api/threads/:id/restore
yyyyy- GET /api/threads/:id/allowances
yyyyy- DELETE /api/threads/:id/allowances/:action
yyyyy- POST /api/messages/:id/edit
yyyyy- POST /api/messages/:id/regenerate
yyyyy- POST /api/messages/:id/continue
yyyyy- POST /api/messages/:id/select
yyyyy- PUT /api/messages/:id/feedback
yyyyy- GET /api/runs/:id
yyyyy- GET /api/runs/:id/events
yyyyy- POST /api/runs/:id/stop
yyyyy- GET /api/approvals
yyyyy- GET /api/approvals/:id
yyyyy- POST /api/approvals/:id/decide
yyyyy- GET /api/events
-yyyy- POST /api/files
yyyyy- GET /api/files/:id
-yyyy- DELETE /api/files/:id
yyyyy- POST /api/m/:module/:action
yyyyyy GET /api/m/:module/links/:token
yyyyyy POST /api/m/:module/links/:token/:action
-yyyy- POST /api/changes/:id/undo
-yyyy- POST /api/uploads/expected
-yyyy- POST /api/uploads
yyyyy- GET /api/m/:module/collections/:collection/export
-yyyy- POST /api/m/:module/imports/:name/job
-yyyy- POST /api/m/:module/exports/:name/job
-yyyy- POST /api/m/:module/collections/:collection/export/job
-yyyy- GET /api/activity/:id/file
yyyyy- GET /api/m/:module/collections/:collection/trash
-yyyy- DELETE /api/m/:module/collections/:collection/trash
-yyyy- POST /api/m/:module/collections/:collection/:id/restore
yyyyy- GET /api/m/:module/collections/:collection/:id/history
yyyyy- GET /api/records/:module/:collection/:id/backlinks
-yyyy- POST /api/m/:module/collections/:collection/:id/revert
yyyyy- GET /api/m/:module/collections/:collection/:id/comments
-yyyy- POST /api/m/:module/collections/:collection/:id/comments
-yyyy- PATCH /api/m/:module/collections/:collection/:id/comments/:comment
-yyyy- DELETE /api/m/:module/collections/:collection/:id/comments/:comment
`

const app = await testApp()
const listed = new Map(
  DOORS.trim()
    .split('\n')
    .map((line) => {
      const [doors = '', method = '', path = ''] = line.split(' ')
      return [`${method} ${path}`, doors] as const
    }),
)

test('every call is listed, and every listed call exists; a module’s own are held by its access.test.ts', () => {
  const core = app.routes().filter(({ path }) => !/^\/api\/m\/(?!:)/.test(path))
  expect(core.map((route) => `${route.method} ${route.path}`).sort()).toEqual([...listed.keys()].sort())
  const folder = new URL('../../modules/', import.meta.url)
  const modules = readdirSync(folder).filter((id) => existsSync(new URL(`${id}/module.ts`, folder)))
  expect(modules.length).toBeGreaterThan(0)
  for (const id of modules) {
    const proof = new URL(`${id}/access.test.ts`, folder)
    expect(existsSync(proof) && readFileSync(proof, 'utf8'), `modules/${id}/access.test.ts`).toContain(
      `await proveAccess('${id}')`,
    )
  }
})

test('every door opens for whom it says, and for nobody else', async () => {
  await tryDoors(await cast(app), listed)
})

test('what nobody listed is denied', () => {
  for (const kind of principalKinds) expect(allows({ ...visitor, kind }, 'no.such' as never)).toBe(false)
  expect(allows({ ...visitor, kind: 'stranger' as never }, 'public.read')).toBe(false)
  for (const capability of capabilities)
    if (capability.endsWith('.own'))
      expect(allows({ ...visitor, kind: 'administrator' }, capability, 'somebody else'), capability).toBe(false)
})

test('what changes or leaves the workspace needs a session, and is counted as a write at least', () => {
  for (const effect of ['write', 'send'] as const) {
    expect(allows(visitor, ofEffect[effect].access)).toBe(false)
    expect(ofEffect[effect].limit).not.toBe('read')
  }
})
