import { ApiError, Button, EmptyState, TextField } from '@atrium/web/kit'
import { Lock } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTexts } from './texts.ts'

export const headersFor = (password: string): Record<string, string> =>
  password ? { 'x-link-password': encodeURIComponent(password) } : {}

/** Whether a link asks for a password (`missing`), or for another one (`wrong`). */
export const asksFor = (error: unknown): string | undefined =>
  error instanceof ApiError && typeof error.details?.password === 'string' ? error.details.password : undefined

interface PasswordFormProps {
  isWrong: boolean
  isBusy: boolean
  onPassword: (password: string) => void
}

export function PasswordForm({ isWrong, isBusy, onPassword }: PasswordFormProps) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    onPassword(text)
  }
  return (
    <EmptyState
      level={1}
      icon={<Lock aria-hidden />}
      title={t('visitor.asks')}
      action={
        <form onSubmit={send} className="flex w-64 flex-col gap-3 text-start">
          <TextField
            label={t('visitor.password')}
            type="password"
            required
            value={text}
            error={isWrong ? t('visitor.wrong') : undefined}
            onChange={({ target }) => setText(target.value)}
          />
          <Button variant="primary" type="submit" loading={isBusy}>
            {t('visitor.open')}
          </Button>
        </form>
      }
    />
  )
}
