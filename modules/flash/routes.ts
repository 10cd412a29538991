import { answered } from '@atrium/contract/described-call'
import { defineRoutes } from '@atrium/contract/module-server'
import { z } from 'zod'

export default defineRoutes({
  medium: {
    method: 'PUT',
    path: '/media/:name',
    summary: 'A picture or a sound for a card: the raw bytes, at most 20 MB, its ending says what it is',
    takes: ['application/octet-stream'],
    answers: answered('Kept under this name', {
      'application/json': z.object({ name: z.string(), file: z.string(), mime: z.string() }),
    }),
    access: 'own',
    effect: 'write',
  },
  document: {
    method: 'PUT',
    path: '/documents/:name',
    summary:
      'The words of a PDF, a Word document or a text, for cards: the raw bytes, at most 20 MB; the file is not kept',
    takes: ['application/octet-stream'],
    answers: answered('Its words, as far as they are read', {
      'application/json': z.object({ text: z.string(), isCut: z.boolean() }),
    }),
    access: 'own',
    effect: 'write',
  },
})
