import type { Share, ShareRole } from '@atrium/contract/sharing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, sentenceFor } from '../platform/api.ts'
import { FormError } from '../settings/form-parts.tsx'
import { Loaded, Nothing, Row, Rows } from '../settings/panel.tsx'
import { scopeOf, useScopes } from '../teams/use-teams.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { controlClass, Select, TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import type { ShareProps } from './share.tsx'

export function SharePanel({ module, collection, id, name, open, onOpenChange }: ShareProps) {
  const { t } = useTranslation('sharing')
  const client = useQueryClient()
  const names = useId()
  const field = useRef<HTMLFormElement>(null)
  const { teams, scope } = useScopes()
  const [typed, setTyped] = useState('')
  const [role, setRole] = useState<ShareRole>('viewer')
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const path = `/api/m/${module}/collections/${collection}/${id}/shares`
  const query = useQuery<{ shares: Share[] }>({ queryKey: [path], enabled: open })

  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure('')
    // What was refused may be another by now: the list is looked at again either way.
    await work().catch((error: unknown) => setFailure(sentenceFor(error)))
    await client.invalidateQueries({ queryKey: [path] })
    setBusy(false)
  }
  const stop = async (share: Share) => {
    await doing(() => api.delete(`${path}/${share.id}`))
    // The button is gone with its row: the keyboard goes on where the next name is written.
    field.current?.querySelector('input')?.focus()
  }
  const changeRole = (share: Share, to: ShareRole) => doing(() => api.patch<Share>(`${path}/${share.id}`, { role: to }))
  const add = (event: FormEvent) => {
    event.preventDefault()
    const name = typed.trim().toLowerCase()
    if (!name) return setFailure(t('share.sayWhom'))
    const team = teams.find((one) => one.name.toLowerCase() === name)
    void doing(async () => {
      await api.post<Share>(path, { with: team ? scopeOf(team) : typed, role })
      toast({ title: t('share.done') })
      setTyped('')
    })
  }
  const roles = [
    { value: 'viewer', label: t('share.viewer') },
    { value: 'editor', label: t('share.editor') },
  ]
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('share.title', { name })}>
      <div className="flex flex-col gap-6">
        <form ref={field} onSubmit={add} noValidate className="flex flex-wrap items-start gap-3">
          <TextField
            label={t('share.with')}
            help={t('share.withHelp')}
            className="min-w-48 flex-1"
            required
            maxLength={200}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            list={names}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <datalist id={names}>
            {teams
              .filter((team) => scopeOf(team) !== scope)
              .map((team) => (
                <option key={team.id} value={team.name} />
              ))}
          </datalist>
          <Select
            label={t('share.role')}
            className="w-36"
            value={role}
            options={roles}
            onChange={({ target }) => setRole(target.value as ShareRole)}
          />
          <Button type="submit" variant="primary" className="h-10 self-start sm:mt-6.5" loading={isBusy}>
            {t('share.action')}
          </Button>
        </form>
        <FormError>{failure}</FormError>
        <Loaded query={query}>
          {({ shares }) =>
            shares.length === 0 ? (
              <Nothing>{t('share.none')}</Nothing>
            ) : (
              <Rows label={t('share.title', { name })}>
                {shares.map((one) => (
                  <Row key={one.id} title={<bdi className="wrap-anywhere">{one.called}</bdi>}>
                    <select
                      aria-label={t('share.roleOf', { name: one.called })}
                      value={one.role}
                      className={`${controlClass} h-9 w-auto! px-2`}
                      onChange={({ target }) => void changeRole(one, target.value as ShareRole)}
                    >
                      {roles.map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </select>
                    <IconButton
                      label={t('share.stop', { name: one.called })}
                      icon={<X />}
                      onClick={() => void stop(one)}
                    />
                  </Row>
                ))}
              </Rows>
            )
          }
        </Loaded>
      </div>
    </Dialog>
  )
}
