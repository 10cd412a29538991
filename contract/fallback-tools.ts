import type { Tool } from './commands.ts'

/** What stands until the registry has answered, and when it does not (spec 4.3). */
export const fallbackTools: readonly Tool[] = [
  {
    key: 'csv',
    title: 'CSV Analyzer',
    summary: 'Open a table, see its columns, clean it, chart it and ask about it.',
    industries: ['all'],
    action: { type: 'route', value: '/tools/csv' },
    aliases: ['/csv'],
  },
  {
    key: 'finance-dashboard',
    title: 'Finance Dashboard',
    summary: 'Returns, loans, ratios and scenarios with the formula beside the figure.',
    industries: ['all', 'finance'],
    action: { type: 'route', value: '/tools/finance' },
    aliases: ['/finance'],
  },
  {
    key: 'dev-tools',
    title: 'Developer Tools',
    summary: 'Formats, encodes, compares and checks: JSON, dates, hashes, patterns and more.',
    industries: ['all', 'developer'],
    action: { type: 'route', value: '/tools/dev' },
    aliases: ['/dev'],
  },
  {
    key: 'prompt-genie',
    title: 'Prompt Genie',
    summary: 'Keep, test and improve your prompts: variables, versions, checks over saved outputs.',
    industries: ['all'],
    action: { type: 'modal', value: 'prompt-genie' },
    aliases: ['/prompts', '/genie', '/polish'],
  },
]
