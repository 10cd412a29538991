import type { KeyEntry, MadeKey } from '@atrium/contract/account-security'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CopyButton } from './copy-button.tsx'
import { useFormats } from './format.ts'
import { KEYS, NewKeyDialog } from './new-key-dialog.tsx'
import { Loaded, Nothing, Panel, Row, Rows } from './panel.tsx'
import { useChange } from './use-change.ts'

export function ApiKeys() {
  const { t } = useTranslation('settings')
  const { day } = useFormats()
  const confirm = useConfirm()
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<MadeKey>()
  const query = useQuery<{ keys: KeyEntry[] }>({ queryKey: [KEYS] })
  const remove = useChange({ act: (id: string) => api.delete(`${KEYS}/${id}`), done: 'deleted', renew: [KEYS] })
  const ask = async ({ id, name }: KeyEntry) => {
    const question = {
      title: t('keys.deleteTitle', { name }),
      text: t('keys.deleteText'),
      confirm: t('common.delete'),
      danger: true,
    }
    if (await confirm(question)) remove.mutate(id)
  }
  const facts = ({ createdAt, lastUsedAt, expiresAt }: KeyEntry) =>
    [
      t('made', { day: day(createdAt) }),
      lastUsedAt ? t('keys.used', { day: day(lastUsedAt) }) : t('keys.neverUsed'),
      expiresAt ? t('keys.expires', { day: day(expiresAt) }) : t('keys.neverExpires'),
    ].join(' · ')
  return (
    <Panel title={t('keys.title')} text={t('keys.text')}>
      <Loaded query={query} lines={1}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Nothing>{t('keys.none')}</Nothing>
          ) : (
            <Rows label={t('keys.title')}>
              {keys.map((key) => (
                <Row
                  key={key.id}
                  title={
                    <>
                      <span className="min-w-0 break-words">{key.name}</span>
                      <code dir="ltr" className="font-mono text-xs text-muted">
                        {key.start}…
                      </code>
                      {key.scopes.map((scope) => (
                        <Badge key={scope}>{t(`keys.scopes.${scope}`)}</Badge>
                      ))}
                    </>
                  }
                  text={facts(key)}
                >
                  <IconButton
                    label={t('deleteNamed', { name: key.name })}
                    icon={<Trash2 />}
                    onClick={() => void ask(key)}
                  />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <div>
        <Button icon={<KeyRound aria-hidden className="size-4" />} onClick={() => setMaking(true)}>
          {t('keys.make')}
        </Button>
      </div>
      {making && (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false)
            setMade(key)
          }}
        />
      )}
      {made && (
        <Dialog
          open
          alert
          onOpenChange={(open) => open || setMade(undefined)}
          title={t('keys.madeTitle')}
          description={t('keys.madeText')}
          footer={
            <Button variant="primary" onClick={() => setMade(undefined)}>
              {t('twoFactor.kept')}
            </Button>
          }
        >
          <div className="flex flex-col items-start gap-3 pt-2">
            <code dir="ltr" className="w-full select-all break-all rounded-md bg-surface px-3 py-2 font-mono">
              {made.key}
            </code>
            <CopyButton text={made.key} />
          </div>
        </Dialog>
      )}
    </Panel>
  )
}
