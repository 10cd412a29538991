import type { SessionEntry } from '@atrium/contract/account-security'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { useFormats } from './format.ts'
import { Loaded, Panel, Row, Rows } from './panel.tsx'
import { useChange } from './use-change.ts'

export const SESSIONS = '/api/user/sessions'

export function Sessions() {
  const { t } = useTranslation('settings')
  const { moment } = useFormats()
  const confirm = useConfirm()
  const query = useQuery<{ sessions: SessionEntry[] }>({ queryKey: [SESSIONS] })
  const end = useChange({ act: (id: string) => api.delete(`${SESSIONS}/${id}`), done: 'deleted', renew: [SESSIONS] })
  const endOthers = useChange({ act: () => api.delete(SESSIONS), done: 'deleted', renew: [SESSIONS] })
  const askAll = async () => {
    const question = {
      title: t('sessions.allTitle'),
      text: t('sessions.allText'),
      confirm: t('sessions.endOthers'),
      danger: true,
    }
    if (await confirm(question)) endOthers.mutate()
  }
  return (
    <Panel title={t('sessions.title')} text={t('sessions.text')}>
      <Loaded query={query}>
        {({ sessions }) => (
          <>
            <Rows label={t('sessions.title')}>
              {sessions.map((session) => (
                <Row
                  key={session.id}
                  title={
                    <>
                      <span className="min-w-0 break-words">{session.agent}</span>
                      {session.current && <Badge tone="success">{t('sessions.current')}</Badge>}
                    </>
                  }
                  text={
                    <>
                      {t('sessions.seen', { moment: moment(session.lastSeenAt) })}
                      {session.ip && (
                        <>
                          {' · '}
                          <bdi dir="ltr" className="wrap-anywhere">
                            {session.ip}
                          </bdi>
                        </>
                      )}
                    </>
                  }
                >
                  {!session.current && (
                    <Button
                      size="sm"
                      aria-label={t('sessions.endNamed', { name: session.agent })}
                      loading={end.isPending && end.variables === session.id}
                      onClick={() => end.mutate(session.id)}
                    >
                      {t('sessions.end')}
                    </Button>
                  )}
                </Row>
              ))}
            </Rows>
            {sessions.length > 1 && (
              <div>
                <Button loading={endOthers.isPending} onClick={() => void askAll()}>
                  {t('sessions.endOthers')}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Panel>
  )
}
