import type { Step } from '../cleaning/step-schema.ts'
import type { Texts } from './texts.ts'

/** What a step does, in a sentence. */
export function stepText(step: Step, { t, language }: Texts): string {
  const list = (names: readonly string[]) =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(
      names.length > 3 ? [...names.slice(0, 3), '…'] : names,
    )
  switch (step.kind) {
    case 'trim':
    case 'collapse':
      return step.columns.length > 0
        ? t(`step.${step.kind}`, { columns: list(step.columns) })
        : t(`step.all.${step.kind}`)
    case 'fillDown':
    case 'remove':
      return t(`step.${step.kind}`, { columns: list(step.columns) })
    case 'case':
      return t(`step.case.${step.to}`, { columns: list(step.columns) })
    case 'replace':
      return t('step.replace', { columns: list(step.columns), find: step.find, with: step.with })
    case 'split':
      return t('step.split', { column: step.column, by: step.by })
    case 'join':
      return t('step.join', { columns: list(step.columns), name: step.name })
    case 'rename':
      return t('step.rename', { column: step.column, to: step.to })
    case 'move':
      return t('step.move', { column: step.column })
    case 'type':
      return t('step.type', { column: step.column, type: t(`types.${step.to}`) })
    case 'formula':
      return t('step.formula', { name: step.name, formula: step.formula })
    case 'dedupe':
      return step.columns.length > 0 ? t('step.dedupeBy', { columns: list(step.columns) }) : t('step.dedupe')
    case 'dropBlank':
      return step.columns.length > 0 ? t('step.dropBlankIn', { columns: list(step.columns) }) : t('step.dropBlank')
    case 'filter':
      return t(step.not ? 'step.filterOut' : 'step.filter', { column: step.column })
    case 'merge':
      return t('step.merge', { column: step.column, count: step.pairs.length })
    case 'sort':
      return t('step.sort', { columns: list(step.by.map(({ column }) => column)) })
  }
}
