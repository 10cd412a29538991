import type { ModuleInfo } from '@atrium/contract/module'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { hasPage } from '../shell/modules.ts'
import type { SlashEntry } from './slash-score.ts'

/** The word behind the slash at the start of a text, or null when the text is no command, or its command is complete. */
export function slashQuery(text: string, caret: number): string | null {
  const word = /^\/(\S*)$/.exec(text.slice(0, caret))
  return word && /^\S*$/.test(text.slice(caret).split('\n', 1)[0] ?? '') ? (word[1] as string) : null
}

/** Everything of the installed modules that a slash can reach: their actions, then their pages. */
export function entriesOf(modules: readonly ModuleInfo[], pages: (module: ModuleInfo) => boolean): SlashEntry[] {
  const actions = modules.flatMap((module) =>
    Object.entries(module.actions ?? {}).flatMap(([name, action]) =>
      (action.triggers ?? []).map((trigger): SlashEntry => {
        const fields = (action.input as { properties?: object }).properties
        return {
          id: `${module.id}.${name}${trigger}`,
          trigger,
          title: action.summary,
          label: `${trigger.slice(1)} ${action.summary}`,
          description: module.title,
          kind: 'action',
          takesText: fields !== undefined && Object.keys(fields).length > 0,
          icon: module.icon,
        }
      }),
    ),
  )
  const places = modules.filter(pages).flatMap((module) => {
    const trigger = module.triggers[0] ?? `/${module.id}`
    return {
      id: `page.${module.id}`,
      trigger,
      title: module.title,
      label: [...module.triggers.map((one) => one.slice(1)), module.title].join(' '),
      description: module.summary,
      kind: 'page' as const,
      route: module.route,
      takesText: false,
      icon: module.icon,
    }
  })
  return [...actions, ...places]
}

export function useSlashEntries(): readonly SlashEntry[] {
  const { data } = useQuery<{ modules: ModuleInfo[] }>({ queryKey: ['/api/modules'] })
  return useMemo(() => entriesOf(data?.modules ?? [], hasPage), [data])
}
