import { brand } from '@atrium/contract/brand'
import { spaces } from '@atrium/contract/catalogue/spaces'
import type { Module } from '@atrium/contract/module'
import { example } from '../actions/patterns.ts'
import { linkTo } from '../actions/targets.ts'
import type { GuideContext } from '../guide.ts'
import type { SkillName } from '../skill.ts'
import { howToConnect } from './connect.ts'

/** What the Guide can do by itself; each example is answered by its skill, which a test asks. */
export const abilities: readonly { skill: SkillName; title: string; examples: readonly string[] }[] = [
  {
    skill: 'arithmetic',
    title: 'Calculate',
    examples: ['17% of 2,340', 'square root of 144', 'average of 3, 4 and 8'],
  },
  {
    skill: 'own',
    title: 'Reckon with money: tips, VAT, loans, interest',
    examples: ['15% tip on 64.20', '119 including 19% VAT', '20% off 85'],
  },
  { skill: 'units', title: 'Convert units', examples: ['5 ft 11 in to cm', '72 °F in °C', '30 mpg in L/100 km'] },
  {
    skill: 'own',
    title: 'Work with dates and time zones',
    examples: ['days until 1 March', 'what day was 4 July 1999?', '3pm New York in London'],
  },
  {
    skill: 'summary',
    title: 'Summarise and analyse attached text, PDF, DOCX and CSV files',
    examples: ['summarise this', 'key points', 'average of amount by region'],
  },
  {
    skill: 'draft',
    title: 'Draft e-mails, plans, checklists, agendas and comparisons',
    examples: [
      'write an e-mail to Sam about the delay',
      'make a packing checklist for Rome',
      'compare renting and buying',
    ],
  },
  {
    skill: 'thread',
    title: 'Answer about this conversation',
    examples: ['what did I ask first?', 'summarise this conversation'],
  },
  {
    skill: 'find',
    title: `Find things in ${brand.name}`,
    examples: ['where is the Legal space?', 'list the modules'],
  },
  {
    skill: 'own',
    title: 'Explain how things are done here',
    examples: ['how do I attach a file?', 'how do I change my password?'],
  },
]

const quoted = (examples: readonly string[]): string => examples.map((text) => `“${text}”`).join(', ')

const sayings = (module: Module): string[] =>
  Object.values(module.actions).flatMap((action) =>
    action.effect === 'send' ? [] : (action.examples ?? []).slice(0, 1).map(example),
  )

/** "What can you help me with?" */
export function overview(context: GuideContext): string {
  const { modules, personName, spaceTitle } = context
  const lines = abilities.map(({ title, examples }) => `- **${title}**: “${examples[0]}”`)
  const able = modules.filter((module) => sayings(module).length > 0)
  const doing = able.slice(0, 8).map((module) => `- ${linkTo(module)}: ${quoted(sayings(module).slice(0, 2))}`)
  const more = able.length > 8 ? `\n- and ${able.length - 8} more: say “show me your capabilities”` : ''
  return [
    `${personName ? `${personName}, ` : ''}${personName ? 'here' : 'Here'} is what I can help with${spaceTitle ? ` (this conversation is in the ${spaceTitle} Space)` : ''}:`,
    lines.join('\n'),
    doing.length > 0
      ? `I also do things in the modules of ${brand.name} when you say so:\n\n${doing.join('\n')}${more}`
      : '',
    `I am the built-in assistant: exact where I answer, and I say so when a question is beyond me. Open questions, writing and advice need a language model. ${howToConnect(context)}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** "Show me your capabilities": the whole list, as tables. */
export function capabilities(context: GuideContext): string {
  const { modules } = context
  const table = [
    '| I can | For example |',
    '| --- | --- |',
    ...abilities.map(({ title, examples }) => `| ${title} | ${quoted(examples)} |`),
  ].join('\n')
  const rows = modules.flatMap((module) =>
    Object.values(module.actions).map((action) => {
      const ways = [
        ...(action.triggers ?? []),
        ...(action.examples ?? []).slice(0, 2).map((saying) => `“${example(saying)}”`),
      ].slice(0, 3)
      return `| ${linkTo(module)} | ${action.summary} | ${action.effect === 'send' ? 'on its page' : ways.join(', ') || 'on its page'} |`
    }),
  )
  const actions =
    rows.length > 0
      ? `In the modules I can do this:\n\n${['| Module | Action | Say or type |', '| --- | --- | --- |', ...rows.slice(0, 60)].join('\n')}${rows.length > 60 ? `\n\nand ${rows.length - 60} more: type **/** to see them.` : ''}`
      : 'No modules are installed here yet.'
  return [
    'By myself, without a language model:',
    table,
    actions,
    `There are ${spaces.length} [Spaces](/spaces) to focus a conversation. ${howToConnect(context)}`,
  ].join('\n\n')
}

/** "How does this work?" */
export function howItWorks(context: GuideContext): string {
  const { modules } = context
  const command = modules[0]?.triggers[0]
  return [
    `You write, and ${brand.name} answers. While no language model is connected, that is me, the built-in assistant: I calculate, look things up in this product, read your attachments, draft from templates and run actions. With a model connected, it answers instead and can use the same actions.`,
    [
      '1. **Ask or tell.** Write a question, or what should be done. Nothing that leaves the workspace is sent from a sentence.',
      '2. **Look at what was saved.** A change shows what was saved and, where it can be taken back, an Undo button.',
      `3. **Type /** to see the commands${command ? `, such as **${command}**` : ''}. Each opens a page or does one thing.`,
      '4. **Edit or ask again.** Earlier versions stay as branches; nothing is overwritten.',
      '5. **Focus.** A [Space](/spaces) sets the field, a persona sets the tone.',
    ].join('\n'),
    `Your conversations are kept, and a reply goes on if you reload or lose the connection. ${howToConnect(context)}`,
  ].join('\n\n')
}
