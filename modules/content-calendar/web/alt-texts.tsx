import type { HeldFile } from '@atrium/contract/files'
import { heldUrl, ModelButton, readAction, readablePicture, TextArea } from '@atrium/web/kit'
import type calendar from '../module.ts'
import { useTexts } from './texts.ts'

const PLACE = { module: 'content-calendar', collection: 'events', field: 'files' } as const

interface AltTextsProps {
  files: readonly HeldFile[]
  altTexts: Readonly<Record<string, string>>
  onChange: (altTexts: Record<string, string>) => void
}

/** What is to be seen on each picture of a post, written by hand or by a model that sees. */
export function AltTexts({ files, altTexts, onChange }: AltTextsProps) {
  const { t } = useTexts()
  const pictures = files.filter(({ mime }) => mime.startsWith('image/'))
  if (pictures.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">{t('alt.title')}</legend>
      {pictures.map((file) => (
        <div key={file.id} className="flex items-start gap-3">
          <img src={heldUrl(file)} alt="" loading="lazy" className="mt-6 size-14 shrink-0 rounded-sm object-cover" />
          <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
            <TextArea
              className="w-full"
              label={t('alt.label', { name: file.name })}
              help={t('alt.help')}
              rows={2}
              maxLength={1500}
              value={altTexts[file.id] ?? ''}
              onChange={({ target }) => onChange({ ...altTexts, [file.id]: target.value })}
            />
            <ModelButton
              size="sm"
              needs="see"
              label={t('alt.ask')}
              run={async (signal) => {
                const picture = await readablePicture(PLACE, file, signal)
                const { text } = await readAction<typeof calendar, 'describePicture'>(
                  PLACE.module,
                  'describePicture',
                  { file: picture },
                  signal,
                )
                onChange({ ...altTexts, [file.id]: text })
              }}
            />
          </div>
        </div>
      ))}
    </fieldset>
  )
}
