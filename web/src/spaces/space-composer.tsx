import '../chat/chat.css'
import type { Space } from '@atrium/contract/catalogue/spaces'
import { CircleAlert } from 'lucide-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { Composer, type ComposerHandle } from '../chat/composer.tsx'
import { useFileDrop } from '../chat/composer-drop.ts'
import { draftOf } from '../chat/draft-store.ts'
import { Notice } from '../chat/notice.tsx'
import { addFiles } from '../chat/upload-store.ts'
import { useSending } from '../chat/use-sending.ts'
import { Button } from '../ui/button.tsx'

const nothing = () => undefined

/** Where one asks in this Space: what is sent begins a conversation of it. */
export function SpaceComposer({ space, ref }: { space: Space; ref?: Ref<ComposerHandle> }) {
  const { t } = useTranslation('spaces')
  const key = draftOf(space.key)
  const { send, refused } = useSending(undefined, undefined, space.key)
  const drop = useFileDrop((files) => addFiles(key, files))
  return (
    <div className="[&_.chat-column]:max-w-none [&_.chat-column]:p-0" {...drop.on}>
      {refused && (
        <div role="alert" className="pb-2">
          <Notice
            icon={<CircleAlert />}
            tone="danger"
            sentence={refused.sentence}
            detail={refused.detail ?? t('chat.refusedDetail')}
          >
            <Button size="sm" onClick={() => void send()}>
              {t('chat.sendAgain')}
            </Button>
          </Notice>
        </div>
      )}
      <Composer
        ref={ref}
        draftKey={key}
        thread={undefined}
        busy={false}
        stopping={false}
        dragging={drop.dragging}
        label={t('ask')}
        placeholder={t('placeholder')}
        onSend={() => void send()}
        onStop={nothing}
        onEditLast={nothing}
      />
    </div>
  )
}
