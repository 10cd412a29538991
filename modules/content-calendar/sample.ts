import { addDays, type Day, isoWeekday } from '@atrium/domain/dates/days'
import type { Network, Slot } from './channels.ts'
import type { Status } from './event.ts'

const weekly = (days: readonly number[], times: readonly string[]): Slot[] =>
  days.flatMap((day) => times.map((time) => ({ day, time })))

/** The channels of a small studio. */
export const sampleChannels: readonly { network: Network; name: string; slots: Slot[]; needsApproval: boolean }[] = [
  { network: 'linkedin', name: 'Studio on LinkedIn', slots: weekly([2, 4], ['09:00']), needsApproval: true },
  { network: 'x', name: '@studio', slots: weekly([1, 2, 3, 4, 5], ['08:30', '16:00']), needsApproval: false },
  { network: 'instagram', name: 'Studio on Instagram', slots: weekly([3, 6], ['18:00']), needsApproval: false },
]

interface Sample {
  title: string
  /** Days from this week's Monday. */
  day: number
  time?: string
  minutes?: number
  zone?: string
  rrule?: string
  place?: string
  notes?: string
  tags?: string[]
  post?: { text: string; on: number[]; status: Status; variants?: Record<number, string> }
}

const samples: readonly Sample[] = [
  {
    title: 'Stand-up with New York',
    day: 0,
    time: '09:00',
    minutes: 30,
    zone: 'America/New_York',
    rrule: 'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    place: 'Video call',
  },
  {
    title: 'Editorial meeting',
    day: 1,
    time: '10:00',
    minutes: 60,
    rrule: 'FREQ=WEEKLY;BYDAY=TU',
    place: 'Room 2',
    notes: 'What goes out next week, and who writes it.',
  },
  { title: 'Invoices', day: 4, time: '15:00', minutes: 60, rrule: 'FREQ=MONTHLY', tags: ['money'] },
  { title: 'Photo shoot', day: 8, time: '13:00', minutes: 180, place: 'Harbour', tags: ['winter campaign'] },
  { title: 'Design fair', day: 15, minutes: 3 * 1440, place: 'Berlin' },
  {
    title: 'Winter campaign: teaser',
    day: 2,
    time: '16:00',
    tags: ['winter campaign'],
    post: {
      text: 'Something warm is coming. See the first picture: https://example.org/winter',
      on: [1],
      status: 'scheduled',
    },
  },
  {
    title: 'Winter campaign: launch',
    day: 9,
    time: '18:00',
    tags: ['winter campaign'],
    post: {
      text: 'Our winter collection is here: forty pieces, all made within an hour of our workshop. https://example.org/winter',
      on: [1, 2],
      status: 'draft',
      variants: {
        2: 'Our winter collection is here ❄️\n\nForty pieces, all made within an hour of our workshop.\n\n#winter #handmade #studio',
      },
    },
  },
  {
    title: 'What we learned from 100 interviews',
    day: 3,
    time: '09:00',
    post: {
      text: 'We asked 100 customers why they left. The three answers that changed how we work:\n\n1. Nobody read our e-mails.\n2. Delivery dates mattered more than prices.\n3. They wanted to talk to a person.',
      on: [0],
      status: 'review',
    },
  },
  {
    title: 'Behind the scenes',
    day: 5,
    time: '18:00',
    post: { text: 'Saturday in the workshop. #handmade #behindthescenes', on: [2], status: 'draft' },
  },
]

/** What happens in the weeks around a day. */
export function sampleEvents(today: Day, zone: string) {
  const monday = addDays(today, 1 - isoWeekday(today))
  return samples.map(({ day, time, zone: own = zone, minutes, post, ...rest }) => ({
    ...rest,
    start: time ? `${addDays(monday, day)}T${time}` : addDays(monday, day),
    zone: own,
    minutes: minutes ?? 0,
    post,
  }))
}
