import { personas } from '@atrium/contract/catalogue/personas'
import { describe, expect, test } from 'vitest'
import { converse, world } from './test-context.ts'

const { ask } = world()

describe('drafts', () => {
  test.each([
    [
      'write an e-mail to Sam about the delay',
      'e-mail',
      ['Hi Sam,', '**Subject:** The delay', 'What should the reader do?'],
    ],
    [
      'Could you draft an email to my landlord asking for a new heater by Friday?',
      'e-mail',
      ['[landlord’s name]', 'a new heater', 'by Friday'],
    ],
    [
      'compose a thank-you note to Ana for the lovely dinner',
      'e-mail',
      ['Hi Ana,', 'Thank you so much for the lovely dinner'],
    ],
    ['apology email to Tom for being late', 'e-mail', ['Hi Tom,', 'I am sorry about being late']],
    ['email asking for a refund', 'e-mail', ['a refund', 'Who is it to?']],
    ['write a message for Ann about lunch', 'e-mail', ['Hi Ann,', 'Lunch']],
    ['draft an email to the team announcing the new office', 'e-mail', ['Hi [team’s name],', 'The new office']],
    ['write an email to Sam saying that I will be late on Friday', 'e-mail', ['\n\nI will be late on Friday.\n\n']],
    ['write a complaint to the airline about lost luggage', 'e-mail', ['[airline’s name]', 'Complaint: lost luggage']],
    ['write an invitation to my wedding', 'e-mail', ['Hi [name],', 'have you at my wedding']],
    ['write a cover letter for a marketing job', 'e-mail', ['I am applying for a marketing job']],
    ['write a follow up email after a job interview', 'e-mail', ['following up on a job interview']],
    ['write an out of office message until 12 May', 'e-mail', ['Hello,', 'out of the office until 12 May']],
    ['draft a meeting agenda for monday', 'agenda', ['**When:** monday', 'What must be decided']],
    ['agenda for a 30 minute 1:1 with Ana', 'agenda', ['Agenda: 1:1', '30 minutes', '**With:** Ana']],
    ['plan for learning spanish in 3 months', 'plan', ['### Plan: Learning spanish']],
    ['make a 4 week plan to run 10k', 'plan', ['### Plan: Run 10k', '**By:** 4 weeks', 'Thursday, February 12, 2026']],
    ['business plan for a bakery', 'plan', ['### Plan: A bakery']],
    ['write an e-mail', 'e-mail', ['Hi [name],', 'Who is it to?', 'What is it about?']],
    ['plan a trip to Rome by 1 May', 'plan', ['A trip to Rome', 'Friday, May 1, 2026', 'visa']],
    ['make a study plan for my maths exam', 'plan', ['maths exam', 'past questions']],
    ['create a project plan for the new website with a budget of $5,000', 'plan', ['$5,000', 'By when?']],
    ["Let's start a project", 'plan', ['[goal]', 'What should be true when it is done?']],
    ['make a packing checklist for Rome', 'checklist', ['- [ ] Passport', 'Rome']],
    ['checklist for moving house', 'checklist', ['- [ ] Book movers']],
    ['make a to-do list with eggs, milk and bread', 'checklist', ['- [ ] Eggs\n- [ ] Milk\n- [ ] Bread']],
    [
      'agenda for a 45 minute team meeting on Friday at 10:00 about hiring with Ana and Bo: budget, candidates',
      'agenda',
      ['45 minutes', 'Ana and Bo', '| 10:05 AM | Budget |', '| 10:40 AM |'],
    ],
    ['compare renting and buying', 'comparison', ['| | Renting | Buying |', 'I do not know the options']],
    ['Postgres vs MySQL', 'comparison', ['| | Postgres | MySQL |']],
    ['compare Rome, Paris and Lisbon', 'comparison', ['| | Rome | Paris | Lisbon |']],
    ['pros and cons of remote work', 'comparison', ['| For | Against |', 'Remote work']],
  ])('%s', async (question, kind, expected) => {
    const { skill, markdown } = await ask(question)
    expect(skill).toBe('draft')
    expect(markdown).toContain(`**Draft: ${kind}**`)
    for (const part of expected) expect(markdown).toContain(part)
  })

  test('who says send is told that nothing went out', async () => {
    const answers = await converse(['send an email to bob@example.com saying hi', 'send it', 'to: Alex'])
    expect(answers[0]?.markdown).toContain('I cannot send e-mail; nothing has gone out.')
    expect(answers[0]?.markdown).toContain('**To:** bob@example.com')
    expect(answers[1]?.markdown).toContain('I cannot send e-mail')
    expect(answers[1]?.skill).toBe('draft')
    const next = await converse(['send an email to bob@example.com saying hi', 'about: lunch'])
    expect(next[1]?.markdown).toContain('**Subject:** Lunch')
  })

  test('a wish for another language is no fact of the letter', async () => {
    const answers = await converse(['write an e-mail to Sam about the delay', 'in german please'])
    expect(answers[1]?.markdown).toContain('cannot translate')
    expect(answers[1]?.markdown).not.toContain('german')
  })

  test('asks for what is missing, and the answers fill the draft in', async () => {
    const answers = await converse(
      [
        'write an e-mail to Sam',
        'about: the delay; ask: confirm the new date; by when: Friday',
        'make it shorter',
        'more formal please',
        'add the invoice number',
        'to: Alex',
      ],
      { personName: 'Eva' },
    )
    const [first, filled, short, formal, added, renamed] = answers.map(({ markdown }) => markdown)
    expect(first).toContain('1. What is it about? (*about*)')
    expect(filled).toContain('I am writing about the delay.')
    expect(filled).toContain('Confirm the new date. It would be great to know by Friday.')
    expect(filled).not.toContain('[')
    expect(short?.length).toBeLessThan(filled?.length ?? 0)
    expect(formal).toContain('Dear Sam,')
    expect(added).toContain('- Invoice number')
    expect(renamed).toContain('Dear Alex,')
    expect(renamed).toContain('- Invoice number')
    expect(answers.every(({ skill }) => skill === 'draft')).toBe(true)
  })

  test('takes answers one by one, numbered, or in lines', async () => {
    const single = await converse(['write an e-mail', 'Sam', 'the delay', 'confirm the date', 'Friday'])
    for (const part of ['Hi Sam,', 'the delay', 'Confirm the date', 'by Friday'])
      expect(single.at(-1)?.markdown).toContain(part)
    const numbered = await converse(["Let's start a project", '1. A shop for plants 2. 1 May 3. Eva and Bo 4. $2,000'])
    for (const part of ['A shop for plants', '**By:** 1 May', 'Eva and Bo', '$2,000', 'Friday, May 1, 2026'])
      expect(numbered.at(-1)?.markdown).toContain(part)
    const lines = await converse(['write an e-mail', 'Sam\nthe delay\nconfirm it\nFriday'])
    expect(lines.at(-1)?.markdown).toContain('by Friday')
  })

  test('a question in between is no answer, and a new draft begins anew', async () => {
    const answers = await converse(['write an e-mail to Sam', '17% of 50', 'write an e-mail to Ann about lunch'])
    expect(answers.map(({ skill }) => skill)).toEqual(['draft', 'arithmetic', 'draft'])
    expect(answers[2]?.markdown).not.toContain('Sam')
    const asked = await converse(['write an e-mail to Sam', 'why is the sky blue?'])
    expect(asked[1]?.skill).toBe('beyond')
  })

  test('items are added and removed', async () => {
    const answers = await converse(['checklist for moving house', 'add return the library books', 'remove meters'])
    expect(answers[1]?.markdown).toContain('- [ ] Return the library books')
    expect(answers[2]?.markdown).toContain('- [ ] Return the library books')
    expect(answers[2]?.markdown).not.toContain('Read the meters')
  })

  test('every persona drafts in its own tone', async () => {
    for (const question of [
      'write an e-mail to Sam about the delay',
      'plan a trip to Rome',
      'checklist for a party',
      'agenda for the team meeting',
      'compare tea and coffee',
    ]) {
      const drafts = await Promise.all(personas.map(({ key }) => ask(question, { persona: key })))
      expect(new Set(drafts.map(({ markdown }) => markdown)).size).toBe(personas.length)
      for (const [index, { markdown }] of drafts.entries()) expect(markdown).toContain(`(${personas[index]?.tone})`)
    }
    expect((await ask('write an e-mail to Sam about the delay', { persona: 'enterprise' })).markdown).toContain(
      '**Decision or action requested:**',
    )
    expect((await ask('write an e-mail to Sam about the delay', { persona: 'hustler' })).markdown).toContain(
      '**Next step:**',
    )
    expect((await ask('plan the move of the office', { persona: 'smb' })).markdown).toContain('Expected return a year')
  })

  test('the minutes of an agenda add up to the meeting', async () => {
    for (const minutes of [15, 30, 45, 50, 60, 90, 120]) {
      const { markdown } = await ask(`agenda for a ${minutes} minute meeting about the budget`, {
        persona: 'enterprise',
      })
      const sum = [...markdown.matchAll(/\| (\d+) min \|/gu)].reduce((total, match) => total + Number(match[1]), 0)
      expect(sum).toBe(minutes)
    }
  })

  test.each([
    'plan B',
    'compare',
    'write a poem about rain',
    'the plan failed',
    'we compared notes',
    'I wrote a letter',
    'checklists are boring',
    'what is an agenda?',
  ])('drafts nothing for “%s” but asks or says so', async (question) => {
    const { skill, markdown } = await ask(question)
    if (question === 'compare') return expect(markdown).toContain('What is the first option?')
    expect(skill).not.toBe('draft')
  })
})
