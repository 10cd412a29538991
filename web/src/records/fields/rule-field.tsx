import { useTranslation } from 'react-i18next'
import { Select, type SelectProps } from '../../ui/field.tsx'

const RULES = ['daily', 'weekly', 'monthly', 'yearly'] as const

/** How often: the usual rules by their names, and a rule with more as it is, which stays unless another is chosen. */
export function RuleField({
  value,
  isRequired,
  ...select
}: Omit<SelectProps, 'options'> & { value: string; isRequired: boolean }) {
  const { t } = useTranslation('kit')
  const usual = RULES.map((rule) => ({ value: `FREQ=${rule.toUpperCase()}`, label: t(`records.${rule}`) }))
  const own = value !== '' && !usual.some((option) => option.value === value) ? [{ value, label: value }] : []
  const none = { value: '', label: t(isRequired ? 'form.choose' : 'records.never'), disabled: isRequired }
  return <Select {...select} value={value} options={[none, ...usual, ...own]} />
}
