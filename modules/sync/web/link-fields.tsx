import { CopyField, TextField } from '@atrium/web/kit'
import { useTexts } from './texts.ts'

interface NewPasswordProps {
  /** Whether it is said how to tell it to people. */
  hasHelp?: boolean
  value: string
  onValue: (value: string) => void
}

/** The password that a new link asks for; none where it is empty. */
export function NewPassword({ hasHelp = false, value, onValue }: NewPasswordProps) {
  const { t } = useTexts()
  return (
    <TextField
      label={t('sharing.password')}
      {...(hasHelp && { help: t('sharing.passwordHelp') })}
      type="password"
      autoComplete="new-password"
      maxLength={200}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    />
  )
}

/** A link that was made, to be copied: it is not shown again. `forFiles` is one by which people send files. */
export function MadeLink({ url, forFiles = false }: { url: string; forFiles?: boolean }) {
  const { t } = useTexts()
  return (
    <CopyField
      t={t}
      label={t('sharing.link')}
      help={t(forFiles ? 'requests.linkHelp' : 'sharing.linkHelp')}
      value={new URL(url, location.origin).href}
    />
  )
}
