import type { Budget } from '@atrium/contract/workforce-seats'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { api } from '../../platform/api.ts'
import { FormError, SaveBar } from '../../settings/form-parts.tsx'
import { useSettingsForm } from '../../settings/use-settings-form.ts'
import { TextField } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { amountOf, writtenAmount } from '../seats/amounts.ts'
import { renewWorkforce } from '../use-workforce-news.ts'

const MICROS = 1_000_000

interface LimitsFormProps {
  scope: 'seat' | 'team' | 'workspace' | 'person'
  /** Null for the workspace and the person. */
  scopeId: string | null
  limits: Pick<Budget, 'limitMicros' | 'limitTokens'> | null
  /** Given by a dialog, which lets go of what is typed when it closes. */
  onSaved?: () => void
}

/** What may be spent in a month, in dollars and in tokens. */
export function LimitsForm({ scope, scopeId, limits, onSaved }: LimitsFormProps) {
  const { t, i18n } = useTranslation('seats')
  const client = useQueryClient()
  const amount = (decimals: number, wrong: string) =>
    z.string().refine((text) => amountOf(text, decimals) !== undefined, wrong)
  const { form, field, formProps, isSubmitting, isDirty, rootError } = useSettingsForm({
    schema: z.object({ dollars: amount(2, t('budget.dollarsWrong')), tokens: amount(0, t('budget.tokensWrong')) }),
    values: {
      dollars: writtenAmount(limits?.limitMicros == null ? null : limits.limitMicros / MICROS, i18n.language),
      tokens: writtenAmount(limits?.limitTokens ?? null, i18n.language),
    },
    guarded: !onSaved,
    save: async (values) => {
      const dollars = amountOf(values.dollars, 2) ?? null
      await api.put('/api/workforce/budgets', {
        scope,
        scopeId,
        limitMicros: dollars === null ? null : Math.round(dollars * MICROS),
        limitTokens: amountOf(values.tokens, 0) ?? null,
      })
      form.reset(values)
      onSaved?.()
      await renewWorkforce(client)
      toast({ title: t('budget.saved') })
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('budget.dollars')}
          help={t('budget.empty')}
          inputMode="decimal"
          autoComplete="off"
          {...field('dollars')}
        />
        <TextField
          label={t('budget.tokens')}
          help={t('budget.tokensText')}
          inputMode="numeric"
          autoComplete="off"
          {...field('tokens')}
        />
      </div>
      <FormError>{rootError}</FormError>
      <SaveBar busy={isSubmitting} disabled={!isDirty}>
        {t('budget.save')}
      </SaveBar>
    </form>
  )
}
