import { rowOf } from '@atrium/contract/module'
import { expect, test } from 'vitest'
import wallet from './module.ts'
import { Schedule } from './records.ts'
import reminders from './reminders.ts'

const core = { id: 's', version: 1, createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
const remind = (fields: object) =>
  reminders.schedules?.(
    rowOf(Schedule).parse({ ...core, payee: 'Rent', account: 'a', amount: -90000, start: '2026-01-31', ...fields }),
    {
      settings: wallet.settings.parse({}),
      timeZone: 'UTC',
      now: new Date('2026-01-01T00:00:00Z'),
      said: ({ english }) => english,
    },
  )

test('a bill reminds on the morning of the day before it is due; its next one when it was entered', () => {
  expect(remind({})).toMatchObject([{ at: '2026-01-30T09:00', title: 'Rent', body: 'Due on 2026-01-31' }])
  expect(remind({ past: 1 })).toMatchObject([{ at: '2026-02-27T09:00' }])
})

test('what comes in and what is over remind of nothing', () => {
  expect(remind({ amount: 90000 })).toEqual([])
  expect(remind({ unit: 'once', past: 1 })).toEqual([])
})
