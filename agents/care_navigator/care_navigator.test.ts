import { describe, expect, test } from 'vitest'
import { testApp } from '../../server/test-app.ts'
import { tryPlaybook } from '../kit/test-job.ts'
import { clashes } from './appointments.ts'
import { fillForm } from './fill-form.ts'
import { factsIn, fieldsIn, fill } from './form-fields.ts'
import { medicinesIn } from './medicines.ts'
import { planAppointments } from './plan-appointments.ts'
import { prepareVisit } from './prepare-visit.ts'
import { ownFacts } from './samples.ts'
import { urgentIn } from './urgent-words.ts'

const app = await testApp()
const rowsOf = (product: { blocks: readonly unknown[] }, title: string) =>
  (product.blocks as { title: string; rows?: Record<string, unknown>[] }[]).find((block) =>
    block.title.startsWith(title),
  )?.rows ?? []

describe('a visit', () => {
  test('the diary is counted by day and words, numbers are given as numbers, and bad rows are named', async () => {
    const person = await app.member()
    const told = await tryPlaybook(prepareVisit, person)
    expect(rowsOf(told.product, 'What I noted').slice(0, 2)).toMatchObject([
      { what: 'Headache', times: 8, days: 7, first: '2026-02-02', last: '2026-03-09', middle: 5, strongest: 7 }, // of 4, 6, 5, 3, 7, 5
      { what: 'Dizzy', times: 2, middle: 2.5 },
    ])
    expect(rowsOf(told.product, 'What I measured')[0]).toEqual({
      name: 'blood pressure upper',
      count: 5,
      first: '128 (2026-02-09)',
      last: '127 (2026-03-12)',
      smallest: 126,
      middle: 128,
      largest: 131,
    })
    expect(told.product.couldNot.join(' ')).toMatch(/no day that can be read: line 10.*not from 0 to 10: lines 8, 12/)
    expect(told.product.couldNot[0]).toContain('no diagnosis and no medical advice')
    expect(
      rowsOf(told.product, 'Questions')
        .slice(0, 3)
        .map(({ question }) => question),
    ).toEqual([
      'Can I go on with running?',
      'Do I need glasses?',
      'I noted “Headache” 8 times from 2026-02-02 to 2026-03-09. What could it mean, and what should I watch for?',
    ])
    expect(told.product.blocks.map(({ title }) => title)).not.toContain('First of all')
    const { tasks } = (
      await person.call<{ output: { tasks: { due: string }[] } }>('POST', '/api/m/tasks/list', { project: 'health' })
    ).output
    expect(tasks.map(({ due }) => due)).toEqual(['2026-03-23', '2026-03-23', '2026-03-23'])
  })
  test('words that may be urgent stand first, with the number to call, whatever else is asked', async () => {
    const told = await tryPlaybook(prepareVisit, app.visitor(), {
      files: {},
      input: { reason: 'Since this morning chest pain and shortness of breath.' },
      answers: { emergency: '144' },
    })
    expect(told.product.blocks[0]).toMatchObject({ title: 'First of all' })
    expect(told.product.summary).toMatch(
      /^Your words name something that may be urgent \(chest pain, trouble breathing\).*call 144/,
    )
    expect(urgentIn('My chest of drawers, a stroke of luck and fresh breath')).toEqual([])
  })
  test('medicines: what is not said is asked, and the same name twice is told', () => {
    expect(
      medicinesIn('Ibuprofen 400 mg when needed\nTea\nibuprofen, 200 mg\n- Metoprolol 47.5 mg 1-0-0').map(
        ({ name, dose, often, missing, twice }) => [name, dose, often, missing, twice],
      ),
    ).toEqual([
      ['Ibuprofen', '400 mg', 'when needed', [], null],
      ['Tea', '', '', ['dose', 'how often'], null],
      ['ibuprofen', '200 mg', '', ['how often'], 1],
      ['Metoprolol', '47.5 mg', '1-0-0', [], null],
    ])
  })
  test('with nothing given it says what to give; the person’s no is said', async () => {
    await expect(tryPlaybook(prepareVisit, app.visitor(), { files: {}, input: {} })).rejects.toThrow('Say why you go')
    const no = await tryPlaybook(prepareVisit, app.visitor(), { decide: () => ({ done: false, reason: 'I know.' }) })
    expect(no.product.couldNot).toContain('No tasks were put into the Task Inbox: I know.')
  })
})

describe('appointments', () => {
  const event = (id: string, start: string, end: string) => ({
    id,
    title: id,
    kind: 'event',
    status: 'confirmed',
    start,
    end,
    place: '',
    tags: [],
  })
  test('the way there has to fit between', () => {
    const visit = event('visit', '2026-03-20T10:00', '2026-03-20T10:30')
    const others = [
      event('before', '2026-03-20T09:00', '2026-03-20T09:40'),
      event('during', '2026-03-20T10:15', '2026-03-20T11:00'),
      event('after', '2026-03-20T11:00', '2026-03-20T12:00'),
      event('trip', '2026-03-19', '2026-03-22'),
      event('gone', '2026-03-18', '2026-03-20'),
    ]
    expect(clashes(visit, others, 30).map(({ other, why }) => [other.id, why])).toEqual([
      ['before', 'only 20 minutes between'],
      ['during', 'at the same time'],
      ['trip', 'all that day'],
    ])
  })
  test('from the calendar alone: visits, clashes and steps before and after, put there once', async () => {
    const person = await app.member()
    const add = (title: string, start: string, minutes = 60) =>
      person.call('POST', '/api/m/content-calendar/add', { title, start, minutes, zone: 'UTC' })
    await add('Dentist', '2026-03-20T10:00', 30)
    await add('Planning', '2026-03-20T10:15')
    await add('Sales review', '2026-03-23T09:00')
    await person.call('POST', '/api/m/tasks/add', { title: 'Book the eye test', project: 'health' })
    const told = await tryPlaybook(planAppointments, person)
    expect(rowsOf(told.product, 'Appointments')).toMatchObject([
      { title: 'Dentist', day: '2026-03-20', leave: '09:30', clash: 'Planning (at the same time)' },
    ])
    expect(told.product.summary).toContain('1 thing to book')
    expect(told.acted[0]?.input.text).toBe(
      'Get ready for Dentist (visit on 2026-03-20) +health due:2026-03-19\nWrite down what was agreed at Dentist (visit on 2026-03-20) +health due:2026-03-20',
    )
    expect((await tryPlaybook(planAppointments, person)).product.evidence[2]?.note).toContain('0 new, 2 there already')
  })
})

describe('a form', () => {
  test('is filled word for word by labels that mean the same; signatures, consents and conflicts never are', async () => {
    const told = await tryPlaybook(fillForm, app.visitor())
    expect(rowsOf(told.product, 'The form').map(({ label, value, state }) => `${label} | ${value} | ${state}`)).toEqual(
      [
        'Last name | Ruiz | filled',
        'First name | Ana | filled',
        'Date of birth | 4 May 1980 | filled',
        'Address |  | missing',
        'Phone number |  | missing', // two were given
        'E-mail | ana@northwind.example | filled',
        'Insurance company | Northern Health | filled',
        'Member number | NH-4471 | filled',
        'Known allergies | penicillin | filled',
        'Current medications (with dose) |  | missing',
        'Do you smoke? |  | missing',
        'Who is your family doctor? |  | missing',
        'Occupation |  | missing',
        'I agree that my data are shared with the laboratory. |  | yours alone',
        'Signature |  | yours alone',
        'Date |  | yours alone', // it stands by the signature
      ],
    )
    expect(told.product.couldNot.join(' ')).toMatch(/two values: Telephone.*no “label: value”: line 11/)
  })
  test('a likeness of words is not enough, and a file without fields is refused', async () => {
    const [one] = fill(fieldsIn('Name of your mother: ____'), factsIn(ownFacts))
    expect(one).toMatchObject({ state: 'missing', value: '' })
    await expect(
      tryPlaybook(fillForm, app.visitor(), { files: { a: 'A letter.' }, input: { form: 'file:a' } }),
    ).rejects.toThrow('“a” has no fields')
  })
})
