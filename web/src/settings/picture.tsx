import type { User } from '@atrium/contract/accounts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../platform/api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { croppedSquare } from './picture-crop.ts'
import { useChange } from './use-change.ts'

const PATH = '/api/user/picture'

export function Picture({ user }: { user: User }) {
  const { t } = useTranslation('settings')
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const keep = (next: User) => client.setQueryData(['/api/user'], next)
  const put = useChange({
    act: (picture: Blob) => api.put<User>(PATH, picture, { headers: { 'Content-Type': picture.type } }),
    done: 'saved',
    onDone: keep,
  })
  const remove = useChange({ act: () => api.delete<User>(PATH), done: 'deleted', onDone: keep })

  const choose = async (file: File) => {
    setError(undefined)
    const square = await croppedSquare(file).catch((cause: unknown) => {
      console.error('A picture could not be read.', cause)
      setError(t('profile.pictureUnreadable'))
    })
    if (square) put.mutate(square)
  }
  return (
    <div className="flex flex-wrap items-center gap-4">
      {user.picture ? (
        <img src={user.picture} alt={t('profile.pictureAlt')} className="size-16 rounded-full object-cover" />
      ) : (
        <Avatar name={user.firstName || user.username} className="size-16! text-lg!" />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" loading={put.isPending} onClick={() => input.current?.click()}>
            {t('profile.choosePicture')}
          </Button>
          {user.picture && (
            <Button size="sm" variant="ghost" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('profile.removePicture')}
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('profile.choosePicture')}
          onChange={({ target }) => {
            const file = target.files?.[0]
            target.value = ''
            if (file) void choose(file)
          }}
        />
        {error ? (
          <p role="alert" className="text-sm text-danger-ink">
            {error}
          </p>
        ) : (
          <p className="text-xs text-muted">{t('profile.pictureHelp')}</p>
        )}
      </div>
    </div>
  )
}
