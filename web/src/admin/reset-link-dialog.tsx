import type { ResetLink } from '@atrium/contract/profile'
import { useTranslation } from 'react-i18next'
import { LinkDialog } from './link-dialog.tsx'

interface ResetLinkDialogProps {
  name: string
  link: ResetLink | undefined
  onClose: () => void
}

/** The link with which somebody sets a new password. */
export function ResetLinkDialog({ name, link, onClose }: ResetLinkDialogProps) {
  const { t } = useTranslation('admin')
  if (!link) return null
  return (
    <LinkDialog
      title={t('linkTitle', { name })}
      text={(date) => t('linkText', { date })}
      link={link}
      onClose={onClose}
    />
  )
}
