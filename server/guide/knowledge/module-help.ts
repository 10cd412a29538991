import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HelpArticle } from '@atrium/contract/help'
import type { Module } from '@atrium/contract/module'
import type { InstalledModule } from '../../records/installed.ts'
import { inLanguage } from '../../records/module-texts.ts'
import { frontMatter, listed } from './help.ts'

const SENTENCES = 12

/** No help of the core begins so: a module may be called as a page of the core is. */
export const helpKeyOf = (id: string): string => `module-${id}`

/** A module's help: what it declares, and its own `help.md`, or `help.<language>.md` where there is one. */
export function moduleHelp(
  { module, folder }: Pick<InstalledModule, 'module' | 'folder'>,
  language: string,
): HelpArticle {
  const shown = inLanguage(module, language)
  const own = language === 'en' ? null : textOf(folder, `help.${language}.md`)
  const { fields, body } = frontMatter(own ?? textOf(folder, 'help.md') ?? '')
  const asks = listed(fields.get('asks'))
  const headings = [...body.matchAll(/^## (.+)$/gmu)].map(([, heading]) => heading as string)
  return {
    key: helpKeyOf(module.id),
    topic: 'modules',
    title: shown.title,
    link: module.route ?? `/abilities/${module.id}`,
    asks: [...asks, `how do I use ${shown.title}`, `what is ${shown.title}`],
    words: [...listed(fields.get('words')), ...module.triggers, shown.summary, ...headings],
    body: [body.replace(/^# .+\n/u, '').trim() || shown.summary, sayings(module)].filter(Boolean).join('\n\n'),
    language: own === null ? 'en' : language,
  }
}

function textOf(folder: string | null, name: string): string | null {
  const file = folder === null ? null : join(folder, name)
  return file !== null && existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** A sentence that means an action, with a gap for each of its fields. */
const withGaps = (saying: string): string => saying.replace(/\{\w+\}/gu, '…')

/** What can be said or typed in the chat for it. */
function sayings({ actions, triggers }: Module): string {
  const said = Object.values(actions).flatMap(({ examples = [], summary, effect }) =>
    examples[0] && effect !== 'send' ? [`- “${withGaps(examples[0])}”: ${summary}`] : [],
  )
  const typed = triggers.map((trigger) => `\`${trigger}\``).join(' or ')
  if (said.length === 0 && !typed) return ''
  return [
    '## In the chat',
    [typed && `Type ${typed} in the message box`, said.length > 0 && (typed ? 'or say it:' : 'Say it:')]
      .filter(Boolean)
      .join(', ') + (said.length > 0 ? '' : '.'),
    said.slice(0, SENTENCES).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}
