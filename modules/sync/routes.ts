import { ANY_FILE, answered, fileAnswers } from '@atrium/contract/described-call'
import { defineRoutes } from '@atrium/contract/module-server'
import { tusCalls } from '@atrium/contract/tus-described'
import { z } from 'zod'
import { RequestView, SharedView } from './rows.ts'

const { beginning, givingUp, going, progress } = tusCalls({ became: 'X-Entry', mayBeOfUnknownSize: true })
const own = { access: 'own', effect: 'read' } as const
const linked = { access: 'link', effect: 'read' } as const
const where = { description: 'An address of this server.', schema: z.string(), always: true }
/** `SENDING` of requests.ts, whose code comes with the first call. */
const sending = { access: 'link', effect: 'write', allowedBy: 'sending' } as const
const asDownload = z.object({ download: z.string().max(10).optional() })

export default defineRoutes({
  begin: {
    ...own,
    ...beginning,
    method: 'POST',
    path: '/tus',
    summary: 'Begins an upload (tus 1.0.0)',
    effect: 'write',
  },
  progress: { ...own, ...progress, method: 'GET', path: '/tus/:id', summary: 'How far an upload has come (tus 1.0.0)' },
  go: {
    ...own,
    ...going,
    method: 'PATCH',
    path: '/tus/:id',
    summary: 'More of an upload (tus 1.0.0)',
    effect: 'write',
  },
  giveUp: {
    ...own,
    ...givingUp,
    method: 'DELETE',
    path: '/tus/:id',
    summary: 'Gives an upload up (tus 1.0.0)',
    effect: 'write',
  },
  content: {
    ...own,
    method: 'GET',
    path: '/content/:id',
    summary: 'The bytes of a version',
    query: asDownload.extend({
      thumbnail: z.enum(['small', 'large'], 'A small picture is small or large.').optional(),
    }),
    answers: {
      ...fileAnswers('The bytes', ANY_FILE),
      302: { description: 'Where the small picture is, for thumbnail', headers: { Location: where } },
    },
  },
  zip: {
    ...own,
    method: 'GET',
    path: '/zip',
    summary: 'Files and folders as a zip: ?ids=a,b, everything without',
    query: z.object({ ids: z.string().max(12_000).optional() }),
    answers: answered('The zip', { 'application/zip': null }),
  },
  shared: {
    ...linked,
    method: 'GET',
    path: '/shared/:token',
    summary: 'What a link shares: ?entry= for a folder in it',
    query: z.object({ entry: z.string().max(64).optional(), after: z.string().max(2000).optional() }),
    answers: answered('What it shares', { 'application/json': SharedView }),
  },
  sharedContent: {
    ...linked,
    method: 'GET',
    path: '/shared/:token/content/:id',
    summary: 'The bytes of a shared file, a shared folder as a zip',
    query: asDownload,
    answers: fileAnswers('The bytes', ANY_FILE),
  },
  sharedByForm: {
    ...linked,
    method: 'POST',
    path: '/shared/:token/content/:id',
    summary: 'The same, with the password in a form',
    query: asDownload,
    takes: ['application/x-www-form-urlencoded'],
    takesSchema: z.object({ password: z.string().max(1000) }),
    bodyOptional: true,
    answers: fileAnswers('The bytes', ANY_FILE),
  },
  requested: {
    ...linked,
    method: 'GET',
    path: '/requests/:token',
    summary: 'What an upload link asks for',
    answers: answered('What it asks for', { 'application/json': RequestView }),
  },
  sendBegin: {
    ...sending,
    ...beginning,
    method: 'POST',
    path: '/requests/:token/tus',
    summary: 'Begins an upload by a link (tus 1.0.0): `sender` in Upload-Metadata says who sends it',
  },
  sendProgress: {
    ...linked,
    ...progress,
    method: 'GET',
    path: '/requests/:token/tus/:id',
    summary: 'How far an upload by a link has come (tus 1.0.0)',
  },
  sendGo: {
    ...sending,
    ...going,
    method: 'PATCH',
    path: '/requests/:token/tus/:id',
    summary: 'More of an upload by a link (tus 1.0.0)',
  },
  sendGiveUp: {
    ...sending,
    ...givingUp,
    method: 'DELETE',
    path: '/requests/:token/tus/:id',
    summary: 'Gives an upload by a link up (tus 1.0.0)',
  },
})
