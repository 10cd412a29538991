import { answered } from '@atrium/contract/described-call'
import { defineRoutes } from '@atrium/contract/module-server'
import { z } from 'zod'

export default defineRoutes({
  feed: {
    method: 'GET',
    path: '/feed/:token/calendar.ics',
    summary: 'The calendar as other programs subscribe to it, by a secret address',
    answers: answered('The calendar', { 'text/calendar': z.string() }),
    access: 'link',
    effect: 'read',
  },
})
