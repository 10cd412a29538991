import { afterEach, expect, test, vi } from 'vitest'
import { answering, calls, page, told as toasts } from '../../../web/src/records/test-page.tsx'
import { CalendarEvent, type EventRow } from '../event.ts'
import { type Guest, type Guests, NO_GUESTS } from '../guest-fields.ts'
import { newDraft } from './draft.ts'
import { type Edited, Editor } from './editor.tsx'
import { peopleIn } from './use-guests.ts'

const ACTION = 'POST /api/m/content-calendar'
const row = { version: 3, createdAt: '2026-11-01T10:00:00.000Z', updatedAt: '2026-11-01T10:00:00.000Z' }
const made = { id: 'e1', ...row, title: 'Lunch' }
const guest = (address: string, more: Partial<Guest> = {}): Guest => ({
  ...{ address, name: '', role: 'required', status: 'open', answeredAt: '' },
  ...more,
})
const by = { address: 'me@example.org', name: 'Me' }
const sent = { by, at: '2026-11-02T09:00:00.000Z', to: ['b@example.org'], failed: ['c@example.org'] }
const told: Guests = {
  ...NO_GUESTS,
  attendees: [guest('b@example.org', { status: 'accepted', name: 'Ben' }), guest('c@example.org')],
  sent: { ...sent, print: '', time: '' },
}

function existing(guests: Guests | undefined, isUntold = false): Edited {
  const said = { title: 'Lunch', start: '2026-11-10T12:00', minutes: 60, zone: 'UTC', guests }
  const event = { ...CalendarEvent.parse(said), id: 'e1', ...row } as EventRow
  return { event, rrule: null, occurrence: null, series: { id: 'e1', start: event.start }, isUntold }
}

const edit = (edited: Edited, { canMail = true, closed = vi.fn() } = {}) =>
  page(
    <Editor
      edited={edited}
      zone="UTC"
      channels={[]}
      calendars={[]}
      canMail={canMail}
      canInvite
      onChannels={() => undefined}
      mayDiscard={async () => true}
      onClose={closed}
    />,
  )
const called = (action: string) => calls.filter(([call]) => call === `${ACTION}/${action}`).map(([, body]) => body)
const done = (output: unknown): [number, unknown] => [200, { output, change: null }]
afterEach(() => void vi.restoreAllMocks())

test('people are read as mail programs write them', () => {
  expect(peopleIn('Ann <Ann@Example.org>, "Doe, B" <b@example.org>; c@example.org')).toEqual([
    { address: 'ann@example.org', name: 'Ann' },
    { address: 'b@example.org', name: 'Doe, B' },
    { address: 'c@example.org', name: '' },
  ])
  expect(peopleIn('Ann')).toBeNull()
  expect(peopleIn(' ,')).toEqual([])
})

test('a new event’s guests are added, also those still in the field, and invited after a question; who was not reached is told', async () => {
  answering({
    [`${ACTION}/add`]: done(made),
    [`${ACTION}/setGuests`]: done({ event: made }),
    [`${ACTION}/invite`]: done({ sent: 1, failed: ['ben@example.org'] }),
  })
  const closed = vi.fn()
  const screen = await edit({ draft: newDraft('event', '2026-11-10T12:00', 60, 'UTC') }, { closed })
  await screen.getByLabelText('Title').fill('Lunch')
  const field = screen.getByLabelText('Add guests')
  await field.fill('nobody')
  await screen.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(screen.getByText('That is no e-mail address.', { exact: false })).toBeVisible()
  await field.fill('Ann <ann@example.org>')
  const { userEvent } = await import('vitest/browser')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Not invited yet')).toBeVisible()
  expect(called('add')).toEqual([])
  await screen.getByLabelText('Part of Ann').selectOptions('optional')
  await field.fill('ben@example.org')
  await screen.getByRole('button', { name: 'Add event' }).click()
  await screen.getByRole('button', { name: 'Save and send' }).click()
  await expect.poll(() => called('invite')).toEqual([{ id: 'e1' }])
  expect(called('setGuests')).toEqual([
    {
      id: 'e1',
      attendees: [
        { address: 'ann@example.org', name: 'Ann', role: 'optional' },
        { address: 'ben@example.org', name: '', role: 'required' },
      ],
    },
  ])
  expect(closed).toHaveBeenCalledOnce()
  await expect.poll(toasts).toContainEqual(['1 person was not reached', 'ben@example.org'])
})

test('what guests said and who was not reached is seen; saving without sending sends nothing, and going back saves nothing', async () => {
  answering({ [`${ACTION}/change`]: done({ event: made }) })
  const screen = await edit(existing(told))
  await expect.element(screen.getByText('Comes')).toBeVisible()
  await expect.element(screen.getByText('Not reached')).toBeVisible()
  await screen.getByLabelText('Place').fill('Mensa')
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await screen.getByRole('dialog', { name: 'Send invitations?' }).getByRole('button', { name: 'Cancel' }).click()
  expect(called('change')).toEqual([])
  await screen.getByRole('button', { name: 'Save', exact: true }).click()
  await screen.getByRole('button', { name: 'Save without sending' }).click()
  await expect.poll(() => called('change')).toMatchObject([{ id: 'e1', version: 3, change: { place: 'Mensa' } }])
  expect([called('invite'), called('setGuests')]).toEqual([[], []])
})

test('without mail it says so and gives a file to be sent by hand', async () => {
  answering({ [`${ACTION}/messageFile`]: done({ name: 'invite.ics', mime: 'text/calendar', text: 'BEGIN' }) })
  const files: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download)
  })
  const screen = await edit(existing(told, true), { canMail: false })
  await expect.element(screen.getByText('No mail is set up here', { exact: false })).toBeVisible()
  await screen.getByRole('button', { name: 'Take the invitation as a file' }).click()
  await expect.poll(() => files).toEqual(['invite.ics'])
  expect(called('messageFile')).toEqual([{ id: 'e1', method: 'REQUEST' }])
})

test('an event that guests know of is called off before it is deleted, and stays where somebody was not reached', async () => {
  answering({
    [`${ACTION}/callOff`]: done({ sent: 0, failed: ['b@example.org'] }),
    [`${ACTION}/remove`]: done({ event: made }),
  })
  const screen = await edit(existing(told))
  const end = async () => {
    await screen.getByRole('button', { name: 'Delete', exact: true }).click()
    await screen.getByRole('button', { name: 'Send and delete' }).click()
  }
  await end()
  await expect.poll(() => called('callOff')).toHaveLength(1)
  await expect.poll(() => toasts().map(([title]) => title)).toContain('1 person was not reached')
  expect(called('remove')).toEqual([])
  answering({ [`${ACTION}/callOff`]: done({ sent: 1, failed: [] }) })
  await end()
  await expect.poll(() => called('remove')).toEqual([{ id: 'e1', occurrence: null }])
})

test('an invitation of somebody else is answered, and the answer sent', async () => {
  answering({
    [`${ACTION}/answer`]: done({ event: made }),
    [`${ACTION}/sendAnswer`]: done({ sent: 1, failed: [] }),
  })
  const organizer = { address: 'ann@example.org', name: 'Ann' }
  const me = guest('me@example.org', { status: 'tentative' })
  const screen = await edit(existing({ ...NO_GUESTS, attendees: [me], organizer, me: me.address }))
  await expect.element(screen.getByText('Ann invites you.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Maybe' })).toHaveAttribute('aria-pressed', 'true')
  expect(screen.getByLabelText('Add guests').query()).toBeNull()
  await screen.getByRole('button', { name: 'Yes' }).click()
  await expect.poll(() => called('answer')).toEqual([{ id: 'e1', status: 'accepted' }])
  await screen.getByRole('button', { name: 'Send the answer by mail' }).click()
  await expect.poll(() => called('sendAnswer')).toEqual([{ id: 'e1' }])
})
