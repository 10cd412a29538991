import { AppError } from '@atrium/contract/errors'
import { fileInput, type Job, lineInput, playbook, textInput } from '@atrium/contract/playbook'
import { addDays, daysBetween } from '@atrium/domain/dates/days'
import { dayAt, instantOf, localAt } from '@atrium/domain/dates/local-time'
import { z } from 'zod'
import { evidenceFor, sentences, tableBlock, textBlock } from '../kit/blocks.ts'
import { counted, doEach, doneBlock, notDone } from '../kit/doing.ts'
import { appointments } from '../kit/events.ts'
import { answerTo } from '../kit/telling.ts'
import { readAttendees } from './attendees.ts'
import { type Busy, readBusy } from './busy-times.ts'
import { type Attendee, findSlots, type Slot } from './finding.ts'
import { invitationText, inviteFile } from './invitation.ts'
import { bufferOf, hoursOf, SIGNED } from './questions.ts'
import { BUSY_SAMPLE, PEOPLE_SAMPLE } from './samples.ts'
import { saidTime } from './zoned-time.ts'

const criteria = [
  'Every proposed time is free for all whose calendar is known, with your buffer.',
  'Each person sees the time on their own clock.',
  'Times outside somebody’s hours say so.',
] as const

const MAILS_MAX = 20

const input = z.object({
  title: lineInput('What it is about', 200),
  people: textInput('Who takes part, one a line: name, e-mail, zone, hours', 8_000),
  minutes: z.number().int().min(5).max(600).meta({ title: 'Minutes' }).default(45),
  from: z.iso.date().meta({ title: 'Not before (empty: tomorrow)' }).optional(),
  to: z.iso.date().meta({ title: 'Not after (empty: two weeks later)' }).optional(),
  busy: fileInput('Calendar of the others, as .ics', '.ics,.ical,.ifb').optional(),
  place: lineInput('Where, or the link', 300).optional(),
  hold: z.boolean().meta({ title: 'Hold the best time on your calendar' }).default(false),
  send: z.boolean().meta({ title: 'Send the invitation for the best time, after you have read each' }).default(false),
})

export const findTimes = playbook({
  id: 'findTimes',
  title: 'Find a time across zones',
  summary:
    'Finds the times at which all can meet, by their zones, hours and calendars and with your buffer, ranked so that nobody is hit hard; drafts the invitation, and holds the time or sends it when you say so.',
  examples: ['find a time', 'schedule a meeting', 'meeting across time zones', 'propose times', 'invite'],
  input,
  uses: ['content-calendar.occurrences', 'content-calendar.add', 'mail.send'],
  criteria,
  withoutModel: ['An invitation in your own tone; the draft states the facts.'],
  sample: {
    files: { 'others.ics': BUSY_SAMPLE },
    input: {
      title: 'Kick-off of the winter campaign',
      people: PEOPLE_SAMPLE,
      minutes: 60,
      busy: 'file:others.ics',
      place: 'Video call',
    },
  },
  async run(job, given) {
    const today = dayAt(job.now, job.timeZone)
    const from = given.from ?? addDays(today, 1)
    const to = given.to ?? addDays(from, 13)
    if (to < from || daysBetween(from, to) > 60)
      throw new AppError('bad_request', 'Choose at most 60 days, the last not before the first.')
    const { people, unread, assumed } = readAttendees(given.people, job.timeZone, hoursOf(job))
    if (people.length === 0 || people.length > 40)
      throw new AppError(
        'bad_request',
        'Name one to forty people, one a line: Ann, ann@example.org, America/New_York, 9-17.',
      )
    const events = await appointments(job, from, addDays(to, 1))
    const timed = events.filter(({ start, end }) => start.includes('T') && end.includes('T'))
    const mine = timed.map(
      ({ start, end }): Busy => ({
        from: instantOf(start, job.timeZone).getTime(),
        to: instantOf(end, job.timeZone).getTime(),
      }),
    )
    const theirs = given.busy
      ? await readBusy(
          (await job.file(given.busy)).text,
          job.timeZone,
          instantOf(from, job.timeZone).getTime(),
          instantOf(addDays(to, 1), job.timeZone).getTime(),
        )
      : null
    const buffer = bufferOf(job)
    // The calendar file is that of all the others together: it stands with the first of them.
    const attendees: Attendee[] = [
      { name: 'you', email: '', zone: job.timeZone, hours: hoursOf(job), busy: mine, bufferMinutes: buffer },
      ...people.map((one, at): Attendee => ({ ...one, busy: at === 0 ? (theirs?.busy ?? []) : [], bufferMinutes: 0 })),
    ]
    const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, at) => addDays(from, at))
    const slots = findSlots(attendees, days, job.timeZone, given.minutes, job.now.getTime()).slice(0, 8)
    const [best] = slots
    await job.note(
      `${counted(people.length, 'person', 'people')}, ${counted(mine.length, 'appointment')} of yours, ${theirs?.events ?? 0} of theirs: ${counted(slots.length, 'time')}.`,
    )
    const signed = answerTo(job, SIGNED)
    const facts = { title: given.title, place: given.place ?? '', minutes: given.minutes, signed }
    const drafts = people.map((one) => ({
      to: one.email,
      subject: `${given.title}${best ? `: ${saidTime(best.from, one.zone)}` : ''}`,
      text: best ? invitationText(facts, slots.slice(0, 3), one) : '',
    }))
    const held = best && given.hold ? await hold(job, best, facts) : null
    const sent = await doEach(
      job,
      'mail.send',
      best && given.send
        ? drafts
            .filter((one) => one.to !== '')
            .map((one) => ({
              name: one.to,
              input: one,
              why: `Invite ${one.to} to “${given.title}” on ${saidTime(best.from, job.timeZone)}, your time.`,
            }))
        : [],
      MAILS_MAX,
    )
    const fair = slots.filter(({ worst }) => worst === 0)
    await job.deliver({
      title: `Times for “${given.title}”`,
      summary: best
        ? `${counted(slots.length, 'time')} from ${from} to ${to}, ${fair.length} of them within everybody’s hours. Best: ${saidTime(best.from, job.timeZone)} (${job.timeZone})${
            best.outside.length > 0
              ? `, outside the hours of ${best.outside
                  .slice(0, 8)
                  .map(({ name, minutes }) => `${name} by ${minutes} min`)
                  .join(', ')}`
              : ''
          }.`
        : `From ${from} to ${to} there is no time of ${given.minutes} minutes that suits all without a night or a weekend. Choose more days, fewer people or a shorter meeting.`,
      blocks: [
        ...tableBlock(
          'Times',
          {
            no: 'No.',
            own: `You (${job.timeZone})`,
            ...Object.fromEntries(people.slice(0, 12).map(({ name, zone }, at) => [`p${at}`, `${name} (${zone})`])),
            outside: 'Outside hours',
          },
          slots.map((slot, at) => ({
            no: at + 1,
            own: saidTime(slot.from, job.timeZone),
            ...Object.fromEntries(
              people.slice(0, 12).map(({ zone }, index) => [`p${index}`, saidTime(slot.from, zone)]),
            ),
            outside: slot.outside.map(({ name, minutes }) => `${name} ${minutes} min`).join(', '),
          })),
        ),
        ...(best ? [{ kind: 'drafts' as const, title: 'Invitation', drafts }] : []),
        ...doneBlock('Sent', sent),
        ...(best
          ? [textBlock('For the calendar (.ics)', `\`\`\`\n${inviteFile(facts, best, people, job.now)}\n\`\`\``)]
          : []),
        textBlock(
          'How it was found',
          `Half-hour steps on your clock, Monday to Friday for each, no later than 21:00 and no earlier than 7:00 anywhere unless somebody works then; ${counted(buffer, 'minute')} free before and after for you. Ranked by the person whom it hits worst, then by all together, then by the day.${assumed.length > 0 ? ` Assumed: ${assumed.join('; ')}.` : ''}`,
        ),
      ],
      sources: [
        {
          kind: 'records',
          name: 'Content Calendar',
          place: `${counted(events.length, 'appointment')} from ${from} to ${to}`,
        },
        ...(theirs
          ? [
              {
                kind: 'file' as const,
                name: 'the calendar file',
                place: `${counted(theirs.events, 'event')}, ${counted(theirs.busy.length, 'busy time')} in these days`,
              },
            ]
          : []),
        { kind: 'answer', name: 'the people you named', place: counted(people.length, 'line') },
      ],
      evidence: evidenceFor(
        criteria,
        [
          slots.length,
          null,
          `Held against ${mine.length} appointments of yours with ${buffer} minutes, and ${theirs ? `${theirs.busy.length} busy times of the others` : 'no calendar of the others'}.`,
        ],
        [best ? people.length : 0, null, `${people.length} zones beside yours.`],
        [slots.length, null, `${slots.length - fair.length} of ${slots.length} are outside somebody’s hours.`],
      ),
      couldNot: sentences(
        !theirs && 'The others’ calendars are not known: their hours alone were kept.',
        theirs &&
          theirs.unknownRules.length > 0 &&
          `${counted(theirs.unknownRules.length, 'recurring event')} in the calendar file could not be followed; only the first time counts: ${theirs.unknownRules.slice(0, 3).join('; ')}.`,
        theirs &&
          theirs.broken > 0 &&
          `${counted(theirs.broken, 'event')} of the calendar file had no time that can be read.`,
        events.length > timed.length &&
          `${counted(events.length - timed.length, 'appointment')} that last all day were not counted as busy: ${events
            .filter((one) => !timed.includes(one))
            .map(({ title }) => title)
            .slice(0, 4)
            .join(', ')}.`,
        unread.length > 0 && `Left out: ${unread.map(({ line, reason }) => `line ${line} (${reason})`).join(', ')}.`,
        held && !held.done && `Nothing was put on the calendar: ${held.reason}`,
        given.send ? notDone('invitations', sent)[0] : best && 'No invitation was sent: they are drafts.',
        given.send &&
          drafts.some((one) => one.to === '') &&
          `No e-mail address: ${people
            .filter(({ email }) => email === '')
            .map(({ name }) => name)
            .join(', ')}.`,
        'Public holidays of the others are not known.',
      ),
    })
  },
})

async function hold(
  job: Job,
  slot: Slot,
  { title, place, minutes }: { title: string; place: string; minutes: number },
) {
  if (!(await job.can('content-calendar.add')))
    return { done: false as const, reason: 'this seat may not, or the calendar is not there.' }
  return job.act(
    'content-calendar.add',
    {
      title,
      start: localAt(new Date(slot.from), job.timeZone),
      zone: job.timeZone,
      minutes,
      place,
      status: 'tentative',
    },
    `Hold ${saidTime(slot.from, job.timeZone)} for “${title}” on your calendar, as tentative.`,
  )
}
