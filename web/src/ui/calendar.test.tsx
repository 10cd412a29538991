import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Calendar, type CalendarItem } from './calendar.tsx'

const items: CalendarItem[] = [
  {
    id: 'a',
    title: 'Standup',
    start: '2026-11-18T09:00',
    end: '2026-11-18T09:30',
    ink: 'var(--accent-ink)',
    soft: 'var(--accent-soft)',
    isMovable: true,
    isResizable: true,
  },
  {
    id: 'b',
    title: 'Holiday',
    start: '2026-11-20',
    ink: 'var(--ink)',
    soft: 'var(--active)',
    isMovable: false,
    isResizable: false,
  },
]

function Page({ view, said }: { view: 'month' | 'week' | 'list'; said: (what: unknown) => void }) {
  const [title, setTitle] = useState('')
  return (
    <>
      <h1>{title}</h1>
      <Calendar
        view={view}
        day="2026-11-18"
        now={() => '2026-11-18T08:00'}
        items={items}
        language="en"
        texts={{ allDay: 'all day', none: 'Nothing here', more: (count) => `${count} more` }}
        onRange={(range, day) => {
          setTitle(range.title)
          said([range.from, range.to, day])
        }}
        onOpen={said}
        onNew={(start, minutes) => said([start, minutes])}
      />
    </>
  )
}

test('what has its time stands on its day, and is opened by a click or a key', async () => {
  const heard: unknown[] = []
  const screen = await render(<Page view="month" said={(what) => heard.push(what)} />)
  await expect.element(screen.getByRole('heading', { name: 'November 2026' })).toBeVisible()
  expect(heard).toContainEqual(['2026-10-26', '2026-12-07', '2026-11-18'])
  await screen.getByText('Standup').click()
  expect(heard.at(-1)).toBe('a')
  await expect.element(screen.getByText('Holiday')).toBeVisible()
  await screen.rerender(<Page view="list" said={(what) => heard.push(what)} />)
  await expect.element(screen.getByText('all day')).toBeVisible()
})
