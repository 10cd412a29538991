import { useTranslation } from 'react-i18next'
import { localeOf } from '../../i18n/locale.ts'
import { said } from '../../i18n/said.ts'
import { useMedia } from '../../shell/use-media.ts'
import { formatNumber } from '../../ui/formats.ts'
import { type Fact, type InputRow, type InputType, inputRows } from './input-rows.ts'

/** Here four columns leave no room for words. */
const NARROW = '(max-width: 1023px)'

interface InputTableProps {
  schema: Record<string, unknown>
  /** Whose input it is. */
  name: string
}

/** What goes in, field by field, as the schema has it. */
export function InputTable({ schema, name }: InputTableProps) {
  const { t } = useTranslation('seats')
  const typed = useTypeWords()
  const factWords = useFactWords()
  const isNarrow = useMedia(NARROW)
  const rows = inputRows(schema)
  if (rows.length === 0) return <p className="text-sm text-muted">{t('docs.noInputs')}</p>
  const label = t('docs.inputsOf', { name })
  const isNeeded = ({ isRequired }: InputRow) => t(isRequired ? 'docs.yes' : 'docs.no')
  const words = ({ about, facts }: InputRow) => (
    <>
      {about && <bdi className="block">{said(about)}</bdi>}
      {facts.length > 0 && (
        <span className="block text-xs text-muted">{facts.map((fact) => factWords(fact)).join(' · ')}</span>
      )}
    </>
  )
  const code = (path: string) => (
    <code dir="ltr" className="wrap-anywhere">
      {path}
    </code>
  )
  if (isNarrow)
    return (
      <div className="min-w-0">
        <p className="mb-1 text-xs font-medium text-muted">{t('docs.inputs')}</p>
        <dl aria-label={label} className="divide-y divide-line border-y border-line text-sm">
          {rows.map((row) => (
            <div key={row.path} className="py-2">
              <dt>{code(row.path)}</dt>
              <dd className="text-xs text-muted">
                {typed(row.type)}
                {row.isRequired && (
                  <>
                    {' · '}
                    <span className="font-medium text-ink">{t('docs.required')}</span>
                  </>
                )}
              </dd>
              <dd className="text-pretty wrap-anywhere">{words(row)}</dd>
            </div>
          ))}
        </dl>
      </div>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is too wide, by keyboard too
    <section tabIndex={0} aria-label={label} className="relative overflow-x-auto">
      <table className="w-full min-w-md table-fixed text-start text-sm">
        <colgroup>
          <col className="w-[24%]" />
          <col className="w-[20%]" />
          <col className="w-[14%]" />
          <col />
        </colgroup>
        <thead>
          <tr className="border-b border-line text-xs text-muted">
            {(['name', 'type', 'required', 'about'] as const).map((head) => (
              <th key={head} scope="col" className="py-1.5 pe-4 text-start font-medium">
                {t(`docs.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <tr key={row.path} className="align-top">
              <th scope="row" className="py-1.5 pe-4 text-start font-normal">
                {code(row.path)}
              </th>
              <td className="py-1.5 pe-4 text-muted wrap-anywhere">{typed(row.type)}</td>
              <td className="py-1.5 pe-4">{isNeeded(row)}</td>
              <td className="py-1.5 text-pretty wrap-anywhere">{words(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function useFactWords(): (fact: Fact) => string {
  const { t, i18n } = useTranslation('seats')
  const listed = (list: readonly string[]) =>
    new Intl.ListFormat(localeOf(i18n.language), { type: 'unit' }).format(list)
  return (fact) => {
    switch (fact.kind) {
      case 'choices':
      case 'accepts':
        return t(`docs.facts.${fact.kind}`, { list: listed(fact.list) })
      case 'standard':
        return t('docs.facts.standard', { value: fact.value })
      case 'atLeast':
      case 'atMost':
        return t(`docs.facts.${fact.kind}`, { number: formatNumber(fact.number, i18n.language) })
      default:
        return t(`docs.facts.${fact.kind}`, { count: fact.count })
    }
  }
}

function useTypeWords(): (type: InputType) => string {
  const { t, i18n } = useTranslation('seats')
  const words = (type: InputType): string => {
    switch (type.kind) {
      case 'listOf':
      case 'orNothing':
        return t(`docs.types.${type.kind}`, { type: words(type.of) })
      case 'either':
        return t('docs.types.either', {
          types: new Intl.ListFormat(localeOf(i18n.language), { type: 'disjunction' }).format(type.of.map(words)),
        })
      default:
        return t(`docs.types.${type.kind}`)
    }
  }
  return words
}
