import type { SignInOptions } from '@atrium/contract/account-security'
import { useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { api } from '../platform/api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { FormError } from './form-parts.tsx'
import { Loaded, Panel, Row, Rows } from './panel.tsx'
import { ProveDialog } from './prove-dialog.tsx'
import { ACCOUNT, useAccount } from './use-account.ts'
import { useChange } from './use-change.ts'

const pathOf = (id: string) => `/api/user/providers/${encodeURIComponent(id)}`

/** Providers of OpenID Connect, where the installation has any: tied to this account, they sign in to it. */
export function Connections() {
  const { t } = useTranslation('settings')
  const account = useAccount()
  const { data: options } = useQuery<SignInOptions>({ queryKey: ['/api/auth/options'] })
  const confirm = useConfirm()
  const [connecting, setConnecting] = useState<{ id: string; name: string }>()
  const disconnect = useChange({ act: (id: string) => api.delete(pathOf(id)), done: 'updated', renew: [ACCOUNT] })
  if (!options?.providers.length) return null
  const askToDisconnect = async (id: string, provider: string) => {
    const question = {
      title: t('connections.disconnectTitle', { provider }),
      text: t('passkeys.removeText'),
      confirm: t('connections.disconnect'),
      danger: true,
    }
    if (await confirm(question)) disconnect.mutate(id)
  }
  return (
    <Panel title={t('connections.title')} text={t('connections.text')}>
      <Refusal />
      <Loaded query={account} lines={1}>
        {({ providers }) => (
          <Rows label={t('connections.title')}>
            {options.providers.map(({ id, name }) => (
              <Row key={id} title={<span className="min-w-0 break-words">{name}</span>}>
                {providers.includes(name) ? (
                  <>
                    <Badge tone="success">{t('connections.connected')}</Badge>
                    <IconButton
                      label={t('connections.disconnectNamed', { provider: name })}
                      icon={<Unplug />}
                      onClick={() => void askToDisconnect(id, name)}
                    />
                  </>
                ) : (
                  <Button
                    size="sm"
                    aria-label={t('connections.connectNamed', { provider: name })}
                    onClick={() => setConnecting({ id, name })}
                  >
                    {t('connections.connect')}
                  </Button>
                )}
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
      {connecting && (
        <ProveDialog
          title={t('connections.connectNamed', { provider: connecting.name })}
          text={t('connections.text')}
          confirm={t('twoFactor.continue')}
          onClose={() => setConnecting(undefined)}
          act={async (proof) => {
            const wanted = { ...proof, next: '/settings/security' }
            const { location } = await api.post<{ location: string }>(pathOf(connecting.id), wanted)
            window.location.assign(location)
          }}
        />
      )}
    </Panel>
  )
}

/** Why a provider could not be connected: /auth hands it on to who is signed in. */
function Refusal() {
  const { t } = useTranslation('auth')
  const [params] = useSearchParams()
  const error = params.get('error')
  return <FormError>{error ? t([`errors.${error}`, 'errors.other']) : undefined}</FormError>
}
