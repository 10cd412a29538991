import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { startFakeProvider } from '../../e2e/fake-provider/client.ts'
import { uuid } from '../platform/ids.ts'
import { TEST_AGENTS } from '../seats/test-seats.ts'
import { testApp } from '../test-app.ts'
import {
  belongings,
  type Caller,
  type CallerName,
  callers,
  cast,
  faceless,
  isList,
  isReference,
  type JsonSchema,
  letterOf,
  strangers,
} from './test-cast.ts'
import { type Kind, type Made, maker } from './test-objects.ts'

/**
 * Every place of a call that can name a stored object (in its path, its query or its body), what it names, and how it goes
 * with one's own and with another's: a letter each for anonymous, guest, member, administrator, a member by bearer token,
 * and one whose session is over. `y` done; `-` sent to sign in; `x` forbidden; `n` not found; `c` refused to oneself. With another's also: `i` is
 * done, and the object is not looked at (a message's id is the sender's to choose, and means theirs alone); `w` is done, as
 * an administrator's work on what another person sent them. A place without a line fails, and so does a line without a place. `word` names something out of a catalogue,
 * which is nobody's.
 */
const OBJECTS = `
GET    /api/chat/thread/:id                id            thread          yyyyy- nnnnn-
PATCH  /api/threads/:id                    id            thread          yyyyy- nnnnn-
PATCH  /api/threads/:id                    space         word
DELETE /api/threads/:id                    id            thread          yyyyy- nnnnn-
POST   /api/threads/:id/restore            id            trashed-thread  yyyyy- nnnnn-
POST   /api/threads                        space         word
GET    /api/threads                        space         word
GET    /api/threads/:id/allowances         id            thread          yyyyy- nnnnn-
DELETE /api/threads/:id/allowances/:action id            thread          yyyyy- nnnnn-
DELETE /api/threads/:id/allowances/:action action        word
GET    /api/spaces/:key                    key           word
GET    /api/help/:key                      key           word
PUT    /api/spaces/:key/instructions       key           word
POST   /api/spaces/:key/files              key           word
POST   /api/spaces/:key/files              ids           file            -yyyy- -nnnn-
DELETE /api/spaces/:key/files/:fileId      key           word
DELETE /api/spaces/:key/files/:fileId      fileId        space-file      -yyyy- -nnnn-
PUT    /api/spaces/:key/pins               key           word
GET    /api/admin/spaces/:key/models       key           word
PUT    /api/admin/spaces/:key/models       key           word
POST   /api/messages/:id/edit              id            question        yyyyy- nnnnn-
POST   /api/messages/:id/edit              attachments   file            yyyyy- nnnnn-
POST   /api/messages/:id/regenerate        id            reply           yyyyy- nnnnn-
POST   /api/messages/:id/continue          id            stopped-reply   yyyyy- nnnnn-
POST   /api/messages/:id/select            id            reply           yyyyy- nnnnn-
PUT    /api/messages/:id/feedback          id            reply           yyyyy- nnnnn-
GET    /api/runs/:id                       id            run             yyyyy- nnnnn-
GET    /api/runs/:id/events                id            run             yyyyy- nnnnn-
POST   /api/runs/:id/stop                  id            run             yyyyy- nnnnn-
GET    /api/approvals                      seat          seat            -xyyy- -xyyy-
GET    /api/approvals/:id                  id            call-approval   yyyyy- nnnnn-
POST   /api/approvals/:id/decide           id            call-approval   yyyyy- nnnnn-
DELETE /api/shares/:id                     id            word
GET /api/m/:module/collections/:collection/:id/shares module word
GET /api/m/:module/collections/:collection/:id/shares collection word
GET /api/m/:module/collections/:collection/:id/shares id record -xnnn- -xnnn-
POST /api/m/:module/collections/:collection/:id/shares module word
POST /api/m/:module/collections/:collection/:id/shares collection word
POST /api/m/:module/collections/:collection/:id/shares id record -xnnn- -xnnn-
PATCH /api/m/:module/collections/:collection/:id/shares/:share module word
PATCH /api/m/:module/collections/:collection/:id/shares/:share collection word
PATCH /api/m/:module/collections/:collection/:id/shares/:share id record -xnnn- -xnnn-
PATCH /api/m/:module/collections/:collection/:id/shares/:share share word
DELETE /api/m/:module/collections/:collection/:id/shares/:share module word
DELETE /api/m/:module/collections/:collection/:id/shares/:share collection word
DELETE /api/m/:module/collections/:collection/:id/shares/:share id record -xnnn- -xnnn-
DELETE /api/m/:module/collections/:collection/:id/shares/:share share word
PATCH  /api/pages/:id                      id            page            -xyyy- -xnnn-
DELETE /api/pages/:id                      id            page            -xyyy- -xnnn-
POST   /api/pages                          subject       word
GET    /p/:slug                            slug          word
POST   /p/:slug                            slug          word
GET    /p/:slug/files/:id                  slug          word
GET    /p/:slug/files/:id                  id            word
POST   /p/:slug/send/:action               slug          word
POST   /p/:slug/send/:action               action        word
GET    /p/:slug/download                   slug          word
GET    /p/l/:token                         token         word
POST   /p/l/:token/send/:action            token         word
POST   /p/l/:token/send/:action            action        word
POST   /p/:slug/copy                       slug          word
PATCH  /api/webhooks/:id                   id            webhook         -xyyy- -xnnn-
DELETE /api/webhooks/:id                   id            webhook         -xyyy- -xnnn-
POST   /api/webhooks/:id/secret            id            webhook         -xyyy- -xnnn-
POST   /api/webhooks/:id/test              id            webhook         -xyyy- -xnnn-
GET    /api/webhooks/:id/deliveries        id            webhook         -xyyy- -xnnn-
POST   /api/webhooks/:id/deliveries/:delivery/resend id  webhook         -xnnn- -xnnn-
POST   /api/webhooks/:id/deliveries/:delivery/resend delivery webhook-delivery -xyyy- -xnnn-
GET    /api/modules/:module/secrets        module        word
PUT    /api/modules/:module/secrets/:name  module        word
PUT    /api/modules/:module/secrets/:name  name          word
DELETE /api/modules/:module/secrets/:name  module        word
DELETE /api/modules/:module/secrets/:name  name          word
DELETE /api/notifications/:id              id            notification    -yyyy- -nnnn-
POST   /api/notifications/read             ids           notification    -yyyy- -yyyy-
PUT    /api/user/provider-keys/:provider   provider      word
DELETE /api/user/provider-keys/:provider   provider      word
PATCH  /api/memories/:id                   id            memory          yyyyy- nnnnn-
DELETE /api/memories/:id                   id            memory          yyyyy- nnnnn-
GET    /api/activity/:id                   id            failed-job      -yyyy- -nnnn-
DELETE /api/activity/:id                   id            failed-job      -yyyy- -nnnn-
POST   /api/activity/:id/cancel            id            job             -yyyy- -nnnn-
POST   /api/activity/:id/retry             id            failed-job      -yyyy- -nnnn-
POST   /api/activity/:id/pause             id            job             -yyyy- -nnnn-
POST   /api/activity/:id/resume            id            job             -cccc- -nnnn-
GET    /api/activity/:id/file              id            failed-job      -nnnn- -nnnn-
GET    /api/data/archives/:id/file         id            made-archive    -nnnn- -nnnn-
DELETE /api/data/archives/:id              id            made-archive    -yyyy- -nnnn-
POST   /api/data/uploads/:id/preview       id            sent-archive    -xnnn- -xnnn-
POST   /api/data/uploads/:id/restore       id            sent-archive    -xnnn- -xnnn-
DELETE /api/data/uploads/:id               id            sent-archive    -xyyy- -xnnn-
GET    /api/files/:id                      id            file            yyyyy- nnnnn-
DELETE /api/files/:id                      id            file            -yyyy- -nnnn-
POST   /api/changes/:id/undo               id            change          -yyyy- -nnnn-
DELETE /api/user/sessions/:id              id            session         -xyyy- -xnnn-
DELETE /api/user/keys/:id                  id            api-key         -xyyy- -xnnn-
DELETE /api/user/passkeys/:id              id            passkey         -xyyy- -xnnn-
POST   /api/user/two-factor/confirm        code          word
POST   /api/login/two-factor               code          word
GET    /api/users/:id/picture              id            person          -nnnn- -nnnn-
PATCH  /api/admin/users/:id                id            person          -xxyx- -xxix-
DELETE /api/admin/users/:id/two-factor     id            person          -xxcx- -xxix-
POST   /api/admin/users/:id/reset-link     id            person          -xxyx- -xxix-
POST   /api/user/providers/:id             id            word
DELETE /api/user/providers/:id             id            word
GET    /auth/oidc/:id                      id            word
GET    /auth/oidc/:id                      invitation    word
GET    /auth/invitations/:token            token         word
POST   /api/register                       invitation    word
DELETE /api/admin/invitations/:id          id            word
GET    /auth/oidc/:id/callback             id            word
GET    /api/teams/:id                      id            team            -xyyy- -xnnn-
PATCH  /api/teams/:id                      id            team            -xyyy- -xnnn-
DELETE /api/teams/:id                      id            team            -xyyy- -xnnn-
POST   /api/teams/:id/restore              id            closed-team     -xyyy- -xnnn-
POST   /api/teams/:id/leave                id            team            -xccc- -xnnn-
PATCH  /api/teams/:id/members/:userId      id            team            -xnnn- -xnnn-
PATCH  /api/teams/:id/members/:userId      userId        person          -xccc- -xnnn-
DELETE /api/teams/:id/members/:userId      id            team            -xnnn- -xnnn-
DELETE /api/teams/:id/members/:userId      userId        person          -xccc- -xnnn-
POST   /api/teams/:id/invitations          id            team            -xyyy- -xnnn-
DELETE /api/teams/:id/invitations/:invitationId id       team            -xnnn- -xnnn-
DELETE /api/teams/:id/invitations/:invitationId invitationId team-invitation -xyyy- -xnnn-
GET    /api/invitations/:token             token         word
POST   /api/invitations/:token/accept      token         word
POST   /api/invitations/:token/decline     token         word
PUT    /api/workforce/agents/:key/star     key           word
PUT    /api/workforce/agents/:key/interest key           word
GET    /api/workforce/orders/:id           id            order           -xyyy- -xnnn-
GET    /api/workforce/orders/:id/invoice.pdf id          order           -xyyy- -xnnn-
POST   /api/workforce/orders/:id/by-invoice id           order           -xyyy- -xnnn-
POST   /api/workforce/orders/:id/cancel    id            order           -xyyy- -xnnn-
POST   /api/workforce/orders/:id/pay       id            order           -xccc- -xnnn-
GET    /api/workforce/subscriptions/:id    id            subscription    -xyyy- -xnnn-
POST   /api/workforce/subscriptions/:id/preview id       subscription    -xyyy- -xnnn-
POST   /api/workforce/subscriptions/:id/change id        subscription    -xyyy- -xnnn-
PUT    /api/workforce/subscriptions/:id/cancel id        subscription    -xyyy- -xnnn-
POST   /api/admin/orders/:id/paid          id            paid-order      -xxyx- -xxix-
PUT    /api/admin/users/:id/trusted        id            person          -xxyx- -xxix-
GET    /api/workforce/agents/:key          key           word
GET    /api/workforce/seats/:id            id            seat            -xyyy- -xnnn-
PATCH  /api/workforce/seats/:id            id            seat            -xyyy- -xnnn-
PATCH  /api/workforce/seats/:id            teamId        team            -xyyy- -xnnn-
PUT    /api/workforce/seats/:id/onboarding id            seat            -xyyy- -xnnn-
PUT    /api/workforce/seats/:id/paused     id            seat            -xyyy- -xnnn-
PUT    /api/workforce/seats/:id/leaving    id            seat            -xyyy- -xnnn-
PUT    /api/workforce/seats/:id/leaving    handOverTo    seat            -xyyy- -xnnn-
PUT    /api/workforce/seats/:id/manager    id            seat            -xyyy- -xnnn-
PUT    /api/workforce/seats/:id/manager    userId        person          -xyyy- -xnnn-
PUT    /api/workforce/seats/:id/manager    seatId        seat            -xyyy- -xnnn-
POST   /api/workforce/seats/:id/memory     id            seat            -xyyy- -xnnn-
DELETE /api/workforce/seats/:id/memory/:memoryId id      seat            -xnnn- -xnnn-
DELETE /api/workforce/seats/:id/memory/:memoryId memoryId seat-memory    -xyyy- -xnnn-
POST   /api/workforce/seats/:id/try        id            seat            -xyyy- -xnnn-
PUT    /api/workforce/budgets              scopeId       seat            -xyyy- -xnnn-
POST   /api/workforce/schedules            seatId        seat            -xyyy- -xnnn-
PATCH  /api/workforce/schedules/:id        id            schedule        -xyyy- -xnnn-
PATCH  /api/workforce/schedules/:id        seatId        seat            -xyyy- -xnnn-
DELETE /api/workforce/schedules/:id        id            schedule        -xyyy- -xnnn-
GET    /api/workforce/tasks                seat          seat            -xyyy- -xyyy-
POST   /api/workforce/tasks                seatId        seat            -xyyy- -xnnn-
POST   /api/workforce/tasks                userId        person          -xyyy- -xnnn-
POST   /api/workforce/tasks                parentId      seat-task       -xyyy- -xnnn-
POST   /api/workforce/tasks                needs         seat-task       -xyyy- -xnnn-
GET    /api/workforce/tasks/:id            id            seat-task       -xyyy- -xnnn-
PATCH  /api/workforce/tasks/:id            id            seat-task       -xyyy- -xnnn-
PATCH  /api/workforce/tasks/:id            seatId        seat            -xyyy- -xnnn-
PATCH  /api/workforce/tasks/:id            userId        person          -xyyy- -xnnn-
PATCH  /api/workforce/tasks/:id            needs         seat-task       -xyyy- -xnnn-
POST   /api/workforce/tasks/:id/stop       id            seat-task       -xyyy- -xnnn-
POST   /api/workforce/tasks/:id/answer     id            seat-task       -xnnn- -xnnn-
POST   /api/workforce/tasks/:id/answer     runId         word
POST   /api/workforce/runs/:id/steps/:seq/settle id      unknown-step    -xyyy- -xnnn-
POST   /api/workforce/runs/:id/steps/:seq/settle seq     word
GET    /api/workforce/runs                 seat          seat            -xyyy- -xyyy-
GET    /api/workforce/deliverables         seat          seat            -xyyy- -xyyy-
GET    /api/workforce/deliverables/:id     id            deliverable     -xyyy- -xnnn-
POST   /api/workforce/deliverables/:id/accept id         deliverable     -xyyy- -xnnn-
POST   /api/workforce/deliverables/:id/send-back id      deliverable     -xyyy- -xnnn-
GET    /api/workforce/deliverables/:id/versions/:version/file id deliverable -xyyy- -xnnn-
GET    /api/workforce/deliverables/:id/versions/:version/file version word
POST   /api/workforce/support              runId         seat-run        -xyyy- -xnnn-
GET    /api/workforce/support/:id          id            ticket          -xyyy- -xnnn-
POST   /api/workforce/support/:id/replies  id            ticket          -xyyy- -xnnn-
PUT    /api/workforce/support/:id/closed   id            ticket          -xyyy- -xnnn-
GET    /api/admin/support/:id              id            ticket          -xxyx- -xxwx-
POST   /api/admin/support/:id/replies      id            ticket          -xxyx- -xxwx-
PUT    /api/admin/support/:id/closed       id            ticket          -xxyx- -xxwx-
GET    /api/converse/summary/:userId       userId        person          yyyyy- -xxxx-
DELETE /api/converse/memory/:userId        userId        person          yyyyy- -xxxx-
POST   /api/converse/stream                threadId      thread          yyyyy- nnnnn-
POST   /api/converse/stream                messageId     question        yyyyy- iiiii-
POST   /api/converse/stream                attachments   file            yyyyy- nnnnn-
POST   /api/converse/stream                userId        person          yyyyy- -iiii-
POST   /api/converse/stream                conversationId thread         yyyyy- iiiii-
POST   /api/converse/stream                spaceId       word
POST   /api/converse                       threadId      thread          yyyyy- nnnnn-
POST   /api/converse                       messageId     question        yyyyy- iiiii-
POST   /api/converse                       attachments   file            yyyyy- nnnnn-
POST   /api/converse                       userId        person          yyyyy- -iiii-
POST   /api/converse                       conversationId thread         yyyyy- iiiii-
POST   /api/converse                       spaceId       word
POST   /api/chat/send                      threadId      thread          yyyyy- nnnnn-
POST   /api/chat/send                      messageId     question        yyyyy- iiiii-
POST   /api/chat/send                      attachments   file            yyyyy- nnnnn-
POST   /api/chat/send                      userId        person          yyyyy- -iiii-
POST   /api/chat/send                      conversationId thread         yyyyy- iiiii-
POST   /api/chat/send                      spaceId       word
POST   /api/chat/complete                  threadId      thread          yyyyy- nnnnn-
POST   /api/chat/complete                  messageId     question        yyyyy- iiiii-
POST   /api/chat/complete                  attachments   file            yyyyy- nnnnn-
POST   /api/chat/complete                  userId        person          yyyyy- -iiii-
POST   /api/chat/complete                  conversationId thread         yyyyy- iiiii-
POST   /api/chat/complete                  spaceId       word
POST   /api/industry/:spaceId/chat         spaceId       word
POST   /api/industry/:spaceId/chat         threadId      thread          yyyyy- nnnnn-
POST   /api/industry/:spaceId/chat         messageId     question        yyyyy- iiiii-
POST   /api/industry/:spaceId/chat         attachments   file            yyyyy- nnnnn-
POST   /api/industry/:spaceId/chat         userId        person          yyyyy- -iiii-
POST   /api/industry/:spaceId/chat         conversationId thread         yyyyy- iiiii-
POST   /api/chat/message                   threadId      thread          yyyyy- nnnnn-
POST   /api/chat/message                   messageId     question        yyyyy- iiiii-
POST   /api/chat/message                   industry      word
POST   /api/chat/message                   mode          word
POST   /api/chat/stop                      messageId     question        yyyyy- nnnnn-
POST   /api/m/:module/:action              module        word
POST   /api/m/:module/:action              action        word
GET    /api/m/:module/links/:token         module        word
GET    /api/m/:module/links/:token         token         word
POST   /api/m/:module/links/:token/:action module        word
POST   /api/m/:module/links/:token/:action token         word
POST   /api/m/:module/links/:token/:action action        word
GET    /api/m/:module/collections/:collection/export module word
GET    /api/m/:module/collections/:collection/export zone word
GET    /api/m/:module/collections/:collection/export collection word
POST   /api/m/:module/collections/:collection/export/job module word
POST   /api/m/:module/collections/:collection/export/job collection word
POST   /api/m/:module/collections/:collection/export/job zone word
POST   /api/m/:module/exports/:name/job    module        word
POST   /api/m/:module/exports/:name/job    name          word
POST   /api/m/:module/exports/:name/job    zone          word
POST   /api/m/:module/imports/:name/job    module        word
POST   /api/m/:module/imports/:name/job    name          word
GET    /api/modules/:id id word
POST   /api/m/:module/files/:collection/:field module word
POST   /api/m/:module/files/:collection/:field collection word
POST   /api/m/:module/files/:collection/:field field word
DELETE /api/m/:module/files/:id            module        word
DELETE /api/m/:module/files/:id            id            waiting-file    -yyyy- -nnnn-
POST   /api/m/:module/files/:collection/:field/tus module word
POST   /api/m/:module/files/:collection/:field/tus collection word
POST   /api/m/:module/files/:collection/:field/tus field word
GET    /api/m/:module/unfinished/:id       module        word
GET    /api/m/:module/unfinished/:id       id            unfinished-file -nnnn- -nnnn-
PATCH  /api/m/:module/unfinished/:id       module        word
PATCH  /api/m/:module/unfinished/:id       id            unfinished-file -pppp- -nnnn-
DELETE /api/m/:module/unfinished/:id       module        word
DELETE /api/m/:module/unfinished/:id       id            unfinished-file -pppp- -nnnn-
GET    /api/m/:module/collections/:collection/trash module word
GET    /api/m/:module/collections/:collection/trash collection word
DELETE /api/m/:module/collections/:collection/trash module word
DELETE /api/m/:module/collections/:collection/trash collection word
POST   /api/m/:module/collections/:collection/:id/restore module word
POST   /api/m/:module/collections/:collection/:id/restore collection word
POST   /api/m/:module/collections/:collection/:id/restore id trashed-record -yyyy- -nnnn-
GET    /api/m/:module/collections/:collection/:id/history module word
GET    /api/m/:module/collections/:collection/:id/history collection word
GET    /api/m/:module/collections/:collection/:id/history id record yyyyy- nnnnn-
GET    /api/records/:module/:collection/:id/backlinks module word
GET    /api/records/:module/:collection/:id/backlinks collection word
GET    /api/records/:module/:collection/:id/backlinks id record yyyyy- nnnnn-
POST   /api/m/:module/collections/:collection/:id/revert module word
POST   /api/m/:module/collections/:collection/:id/revert collection word
POST   /api/m/:module/collections/:collection/:id/revert id record -yyyy- -nnnn-
GET    /api/m/:module/collections/:collection/:id/comments module word
GET    /api/m/:module/collections/:collection/:id/comments collection word
GET    /api/m/:module/collections/:collection/:id/comments before word
GET    /api/m/:module/collections/:collection/:id/comments id record yyyyy- nnnnn-
POST   /api/m/:module/collections/:collection/:id/comments module word
POST   /api/m/:module/collections/:collection/:id/comments collection word
POST   /api/m/:module/collections/:collection/:id/comments id record -yyyy- -nnnn-
PATCH  /api/m/:module/collections/:collection/:id/comments/:comment module word
PATCH  /api/m/:module/collections/:collection/:id/comments/:comment collection word
PATCH  /api/m/:module/collections/:collection/:id/comments/:comment id record -nnnn- -nnnn-
PATCH  /api/m/:module/collections/:collection/:id/comments/:comment comment word
DELETE /api/m/:module/collections/:collection/:id/comments/:comment module word
DELETE /api/m/:module/collections/:collection/:id/comments/:comment collection word
DELETE /api/m/:module/collections/:collection/:id/comments/:comment id record -nnnn- -nnnn-
DELETE /api/m/:module/collections/:collection/:id/comments/:comment comment word
`

interface Row {
  call: string
  method: string
  path: string
  field: string
  kind: Kind | 'word'
  own: string
  foreign: string
}

const rows = OBJECTS.trim()
  .split('\n')
  .map((line): Row => {
    const [method = '', path = '', field = '', kind = '', own = '', foreign = ''] = line.split(/ +/)
    return { call: `${method} ${path}`, method, path, field, kind: kind as Row['kind'], own, foreign }
  })
const checked = rows.filter((row) => row.kind !== 'word')

/** The rest of what a call needs to be understood. */
function bodyOf(call: string): Record<string, unknown> | undefined {
  if (/^(GET|DELETE) /.test(call)) return undefined
  if (call.startsWith('PATCH /api/memories')) return { text: 'Changed by the test' }
  if (call === 'PATCH /api/teams/:id') return { name: 'Renamed by the test' }
  if (call.startsWith('PATCH /api/teams/')) return { role: 'editor' }
  if (call.startsWith('PATCH /api/threads')) return { title: 'Renamed by the test' }
  if (call.includes('/comments')) return { text: 'Said by the test' }
  if (call.endsWith('/revert')) return { version: 1 }
  if (call.endsWith('/shares/:share')) return { role: 'editor' }
  if (call.endsWith('/shares')) return { with: 'somebody' }
  if (call.endsWith('/trusted')) return { trusted: false }
  if (call.startsWith('PUT /api/workforce/subscriptions')) return { atPeriodEnd: true }
  if (call.startsWith('POST /api/workforce/subscriptions'))
    return { items: { sales: 1 }, billingPeriod: 'monthly', expectedTotalCents: 0, attempt: uuid() }
  if (call === 'PATCH /api/workforce/tasks/:id') return { rank: 2, version: 1 }
  if (/\/(workforce\/(tasks|runs|deliverables)|approvals)/.test(call)) return ofWork()
  if (/\/workforce\/(seats|budgets|schedules|support)|\/admin\/support/.test(call)) return ofWorkforce(call)
  if (call.endsWith('/feedback')) return { value: 'up' }
  return /chat|converse|edit/.test(call) ? { message: 'What is 6 × 7?' } : {}
}

/** One body that any of these calls understands. */
const ofWork = (): Record<string, unknown> => ({
  title: 'Made by the test',
  attempt: uuid(),
  runId: uuid(),
  seq: 1,
  answers: {},
  happened: true,
  decision: 'reject',
  argsHash: '0'.repeat(64),
  version: 1,
  note: 'Anew.',
})

/** One body that any of these calls understands. */
const ofWorkforce = (call: string): Record<string, unknown> => ({
  ...(call.startsWith('PATCH') ? { name: 'Renamed' } : {}),
  title: 'Made by the test',
  subject: 'Made by the test',
  text: 'Made by the test',
  answers: {},
  on: true,
  playbook: call.endsWith('/try') ? 'readLeads' : null,
  trigger: { kind: 'event', event: 'task.done' },
  scope: 'seat',
  limitMicros: 1,
  attempt: uuid(),
})

/** A task without a playbook wants a model. */
const fake = await startFakeProvider()
afterAll(() => fake.stop())
const model = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${fake.url}/v1`, MODELS: 'gpt-4o-mini' }
const app = await testApp(model, { agentsFolder: TEST_AGENTS })

const jsonOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

/** Every place of every mounted call that could name an object; the modules' actions have a test of their own. */
function places(): string[] {
  return app.routes().flatMap((route) => {
    if (route.path.startsWith('/api/m/') && !route.path.startsWith('/api/m/:')) return []
    const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
    const inInput = [route.query, route.body].flatMap((schema) =>
      Object.entries((schema ? jsonOf(schema).properties : undefined) ?? {}).flatMap(([name, value]) =>
        isReference(name, value) ? [name] : [],
      ),
    )
    return [...new Set([...inPath, ...inInput])].map((name) => `${route.method} ${route.path} ${name}`)
  })
}

test('every place that can name an object is listed, and every listed place exists', () => {
  expect(places().sort()).toEqual(rows.map((row) => `${row.call} ${row.field}`).sort())
})

describe('with what is another’s, a call goes as with what does not exist', () => {
  let people: Record<CallerName, Caller>
  let make: (kind: Kind, owner: string) => Promise<Made>
  let look: (owner: string) => Promise<string>
  beforeAll(async () => {
    people = await cast(app)
    make = await maker(app)
    look = await belongings(app)
  })

  /** Calls with `target` in the place of the row, and with own things in the others. */
  async function attempt(row: Row, who: Caller, target: Made) {
    const placeholders = checked.filter((one) => one.call === row.call && one.path.includes(`:${one.field}`))
    const rest = placeholders.find((one) => one.field === 'id' && one !== row)
    const around = /^(team-invitation|seat-memory|webhook-delivery)$/.test(row.kind) && target.run ? target.run : null
    const own = rest && !around ? await make(rest.kind as Kind, who.owner) : null
    // Nothing works on it: it can be changed.
    if (row.call === 'PATCH /api/workforce/tasks/:id' && own)
      await app.db.execute(sql`update seat_tasks set status = 'backlog', next_for = null where id = ${own.value}`)
    const path = row.path.replace(/:(\w+)/g, (_, name: string) => {
      if (name === row.field) return encodeURIComponent(target.value)
      if (name === 'spaceId' || name === 'key') return 'legal'
      if (name === 'module' || name === 'collection') return 'tasks'
      if (name === 'seq') return '3'
      if (name === 'version') return '1'
      return around ?? own?.value ?? uuid()
    })
    const body = bodyOf(row.call)
    const route = app.routes().find((one) => `${one.method} ${one.path}` === row.call)
    const field = route?.body ? jsonOf(route.body).properties?.[row.field] : undefined
    if (body && field && !row.path.includes(`:${row.field}`))
      body[row.field] = isList(field) ? [target.value] : target.value
    const isAsked = route?.query && jsonOf(route.query).properties?.[row.field] !== undefined
    const query = isAsked ? `?${row.field}=${encodeURIComponent(target.value)}` : ''
    return who.call(row.method, path + query, body)
  }

  async function check(row: Row, at: number): Promise<void> {
    const name = callers[at] as CallerName
    const who = people[name]
    const kind = row.kind as Kind
    const mine = await make(kind, who.owner)
    if (kind === 'person') mine.value = who.userId ?? 'anon' // the name that visitors have in calls
    const own = await attempt(row, who, mine)
    expect(`own as ${name}: ${letterOf(own)}`, own.body).toBe(`own as ${name}: ${row.own[at]}`)

    const meant = /[iw]/.exec(row.foreign[at] ?? '')?.[0]
    const ignored = meant !== undefined
    const unknown = ignored ? null : await attempt(row, who, { value: uuid() })
    for (const stranger of await strangers(app)) {
      const { run: _, ...theirs } = await make(kind, stranger)
      const before = await look(stranger)
      expect(before).toContain(stranger)
      const got = await attempt(row, who, theirs)
      const letter = meant && letterOf(got) === 'y' ? meant : letterOf(got)
      expect(`another’s as ${name}: ${letter}`, got.body).toBe(`another’s as ${name}: ${row.foreign[at]}`)
      if (unknown) expect(faceless(got), `another’s and unknown as ${name}`).toEqual(faceless(unknown))
      if (meant !== 'w') expect(await look(stranger), `another’s things after ${name}`).toBe(before)
      if (ignored) break
    }
  }

  test.each(checked.map((row) => [`${row.call} (${row.field})`, row] as const))('%s', async (_, row) => {
    await Promise.all(callers.map((_, at) => check(row, at)))
  })

  describe('also to a colleague to whom all tasks were given, but that they open and do these', () => {
    const OF_TASK: Record<string, string> = {
      'GET /api/workforce/tasks/:id id': 'y',
      'PATCH /api/workforce/tasks/:id id': 'x',
    }
    const ofWork = checked.filter(({ kind }) => /^(seat.*|approval|deliverable|unknown-step|schedule)$/.test(kind))
    test.each(ofWork.map((row) => [`${row.call} (${row.field})`, row] as const))('%s', async (_, row) => {
      const [[giver = ''], team] = [await strangers(app), uuid()]
      const [colleague, other] = [people.member, people.bearer]
      const target = await make(row.kind as Kind, giver)
      await app.db.execute(sql`insert into teams (id, name) values (${team}, 'Common')`)
      for (const { owner } of [colleague, { owner: giver }])
        await app.db.execute(
          sql`insert into team_members (team_id, user_id, role) values (${team}, ${owner}, 'editor')`,
        )
      await app.db.execute(
        sql`update seat_tasks set seat_id = null, user_id = ${colleague.owner}, status = 'todo' where owner_id = ${giver}`,
      )
      const before = await look(giver)
      const foreign = (who: CallerName) => row.foreign[callers.indexOf(who)]
      expect(letterOf(await attempt(row, colleague, target))).toBe(
        OF_TASK[`${row.call} ${row.field}`] ?? foreign('member'),
      )
      expect(letterOf(await attempt(row, other, target))).toBe(foreign('bearer'))
      expect(await look(giver)).toBe(before)
    })
  })
})
