import { principalKinds } from '@atrium/contract/principal'
import { expect, test } from 'vitest'
import { visitor } from './platform/http/test-server.ts'
import { allows, capabilities } from './platform/policy.ts'
import { type Client, testApp } from './test-app.ts'

/**
 * Who gets past the door of each call: one letter each for anonymous, guest, member, administrator.
 * `y` in; `-` sent to sign in (401); `x` forbidden (403). A call that is not listed fails the test, and so does a line
 * without a call.
 */
const DOORS = `
yyyy GET /healthz
yyyy GET /api/models
yyyy GET /api/modules
yyyy GET /api/openapi.json
yyyy GET /api/docs
yyyy GET /api/me
-yyy GET /api/user
-yyy GET /api/user/preferences/theme
-yyy PUT /api/user/preferences/theme
yyyy POST /api/register
yyyy POST /api/login
yyyy POST /auth/guest
yyyy POST /auth/logout
yyyy POST /api/converse/stream
yyyy POST /api/converse
yyyy POST /api/chat/send
yyyy POST /api/chat/complete
yyyy POST /api/chat/message
yyyy POST /api/industry/:spaceId/chat
yyyy GET /api/converse/summary/:userId
yyyy DELETE /api/converse/memory/:userId
yyyy GET /api/threads
yyyy POST /api/threads
yyyy GET /api/threads/search
yyyy GET /api/chat/thread/:id
yyyy PATCH /api/threads/:id
yyyy DELETE /api/threads/:id
yyyy POST /api/threads/:id/restore
yyyy POST /api/messages/:id/edit
yyyy POST /api/messages/:id/regenerate
yyyy POST /api/messages/:id/continue
yyyy POST /api/messages/:id/select
yyyy PUT /api/messages/:id/feedback
yyyy GET /api/runs/:id
yyyy GET /api/runs/:id/events
yyyy POST /api/runs/:id/stop
yyyy POST /api/runs/:id/tool-calls/:callId
yyyy GET /api/events
-yyy POST /api/files
yyyy GET /api/files/:id
-yyy DELETE /api/files/:id
yyyy POST /api/m/:module/:action
-yyy POST /api/changes/:id/undo
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

test('every call is listed, and every listed call exists', () => {
  expect(
    app
      .routes()
      .map((route) => `${route.method} ${route.path}`)
      .sort(),
  ).toEqual([...listed.keys()].sort())
})

test('every door opens for whom it says, and for nobody else', async () => {
  const visitors: Client[] = [app.visitor(), await app.guest(), await app.member(), await app.administrator()]
  for (const [call, doors] of listed) {
    const [method = '', path = ''] = call.split(' ')
    for (const [at, door] of [...doors].entries()) {
      // A call that ends a session would change who is calling.
      if (/logout|register|login|guest/.test(path)) continue
      const leave = new AbortController()
      const answer = await (visitors[at] as Client).send(
        method,
        path.replace(/:\w+/g, 'none'),
        method === 'GET' || method === 'DELETE' ? undefined : {},
        {},
        leave.signal,
      )
      leave.abort()
      const got = answer.status === 401 ? '-' : answer.status === 403 ? 'x' : 'y'
      // Own things only: a stranger's id is refused after the door.
      if (path.includes(':userId') && door === 'y' && answer.status !== 200) continue
      expect(`${call} as ${principalKinds[at]}: ${got}`).toBe(`${call} as ${principalKinds[at]}: ${door}`)
      expect(answer.status, `${call} as ${principalKinds[at]}`).toBeLessThan(500)
    }
  }
})

test('what nobody listed is denied', () => {
  for (const kind of principalKinds) expect(allows({ ...visitor, kind }, 'no.such' as never)).toBe(false)
  expect(allows({ ...visitor, kind: 'stranger' as never }, 'public.read')).toBe(false)
  for (const capability of capabilities)
    if (capability.endsWith('.own'))
      expect(allows({ ...visitor, kind: 'administrator' }, capability, 'somebody else'), capability).toBe(false)
})
