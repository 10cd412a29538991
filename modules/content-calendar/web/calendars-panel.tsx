import {
  Button,
  download,
  exportUrl,
  formatDate,
  IconButton,
  Menu,
  MenuContent,
  MenuItem,
  MenuSeparator,
  MenuTrigger,
  Publish,
  Share,
  useAction,
  useConfirm,
  useSession,
} from '@atrium/web/kit'
import { Ellipsis, FileDown, Globe, Plus, RefreshCw, Rss, Trash2, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { type CalendarView, MAIN } from '../calendars.ts'
import type calendar from '../module.ts'
import { publicKinds } from '../public-kinds.ts'
import { useTexts } from './texts.ts'

const ID = 'content-calendar'

/** Which calendars are seen: what was just switched is so at once, before the server has kept it. */
export function useShown(calendars: readonly CalendarView[]) {
  const [switched, setSwitched] = useState<ReadonlyMap<string, boolean>>(new Map())
  const change = useAction<typeof calendar, 'changeCalendar'>(ID, 'changeCalendar')
  const isShown = ({ id, isShown }: CalendarView) => switched.get(id) ?? isShown
  const show = (id: string, isShown: boolean) => {
    setSwitched((before) => new Map(before).set(id, isShown))
    const settle = () => setSwitched((before) => new Map([...before].filter(([one]) => one !== id)))
    change.mutate({ id, isShown }, { onSettled: settle })
  }
  const seen = calendars.filter(isShown)
  /** Whether things of this calendar are seen, by the id that they name. */
  const isSeen = (named: string | null) => calendars.length === 0 || seen.some(({ id }) => id === (named ?? MAIN))
  return { isShown, show, isSeen }
}

interface CalendarsPanelProps {
  calendars: readonly CalendarView[]
  shown: Pick<ReturnType<typeof useShown>, 'isShown' | 'show'>
  onEdit: (calendar: CalendarView | null) => void
  onSubscribe: () => void
  onFeed: (calendar: string) => void
}

/** The calendars with their colours, those of others among them: each is shown or hidden by its box. */
export function CalendarsPanel({ calendars, shown, onEdit, onSubscribe, onFeed }: CalendarsPanelProps) {
  const { t } = useTexts()
  const own = calendars.filter(({ feed }) => !feed)
  const foreign = calendars.filter(({ feed }) => feed)
  const line = (one: CalendarView) => (
    <Line
      key={one.id}
      calendar={one}
      isShown={shown.isShown(one)}
      onShow={(isShown) => shown.show(one.id, isShown)}
      onEdit={() => onEdit(one)}
      onFeed={() => onFeed(one.id)}
    />
  )
  return (
    <div className="flex flex-col gap-4">
      <section>
        <Head title={t('calendars.own')} add={t('calendars.new')} onAdd={() => onEdit(null)} />
        <ul>{own.map(line)}</ul>
      </section>
      <section>
        <Head title={t('calendars.others')} add={t('calendars.subscribe')} onAdd={onSubscribe} />
        {foreign.length > 0 ? (
          <ul>{foreign.map(line)}</ul>
        ) : (
          <Button
            size="sm"
            variant="ghost"
            className="-ms-2 justify-start text-start"
            icon={<Rss aria-hidden className="size-4" />}
            onClick={onSubscribe}
          >
            {t('calendars.subscribe')}
          </Button>
        )}
      </section>
    </div>
  )
}

function Head({ title, add, onAdd }: { title: string; add: string; onAdd: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <h3 className="text-muted text-sm">{title}</h3>
      <IconButton size="sm" label={add} icon={<Plus />} onClick={onAdd} />
    </div>
  )
}

interface LineProps {
  calendar: CalendarView
  isShown: boolean
  onShow: (isShown: boolean) => void
  onEdit: () => void
  onFeed: () => void
}

function Line({ calendar: { id, row, name, colour, feed, isDefault }, isShown, onShow, onEdit, onFeed }: LineProps) {
  const { t, language } = useTexts()
  const confirm = useConfirm()
  const { isMember } = useSession()
  const [sharing, setSharing] = useState(false)
  const keep = useAction<typeof calendar, 'changeCalendar'>(ID, 'changeCalendar')
  // The main calendar has no row before something of it is to be kept.
  const share = () => (row ? setSharing(true) : keep.mutate({ id }, { onSuccess: () => setSharing(true) }))
  const [publishing, setPublishing] = useState(false)
  const publish = () => (row ? setPublishing(true) : keep.mutate({ id }, { onSuccess: () => setPublishing(true) }))
  const refresh = useAction<typeof calendar, 'refresh'>(ID, 'refresh', {
    done: ({ feed }) => feed?.error || t('calendars.refreshed'),
  })
  const remove = useAction<typeof calendar, 'removeCalendar'>(ID, 'removeCalendar', { done: t('removed') })
  const discard = async () => {
    const text = t(feed ? 'calendars.endText' : 'calendars.removeText')
    const ask = { title: t('calendars.remove', { name }), text, confirm: t(feed ? 'calendars.end' : 'remove') }
    if (await confirm({ ...ask, danger: true })) remove.mutate({ id })
  }
  const at = feed?.refreshedAt
  return (
    <li className="group flex items-start gap-2 rounded-md ps-1 hover:bg-hover">
      <label className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-start gap-2 py-1.5 text-sm touch:min-h-11 touch:py-2.5">
        <input
          type="checkbox"
          checked={isShown}
          onChange={({ target }) => onShow(target.checked)}
          style={{ accentColor: colour }}
          className="mt-0.5 size-4 shrink-0 cursor-pointer"
        />
        <span className="min-w-0">
          <bdi className="wrap-anywhere">{name}</bdi>
          {isDefault && <span className="sr-only"> {t('calendars.isDefault')}</span>}
          {feed?.error ? (
            <span className="block text-danger-ink text-xs">{feed.error}</span>
          ) : (
            at && (
              <bdi className="block text-muted text-xs">
                {t('calendars.refreshedAt', {
                  when: formatDate(new Date(at), language, { dateStyle: 'medium', timeStyle: 'short' }),
                })}
              </bdi>
            )
          )}
        </span>
      </label>
      <Menu>
        <MenuTrigger>
          <IconButton size="sm" className="mt-0.5" label={t('calendars.more', { name })} icon={<Ellipsis />} />
        </MenuTrigger>
        <MenuContent align="end">
          <MenuItem onSelect={onEdit}>{t('calendars.edit')}</MenuItem>
          {feed ? (
            <MenuItem icon={<RefreshCw />} onSelect={() => refresh.mutate({ id })}>
              {t('calendars.refresh')}
            </MenuItem>
          ) : (
            <>
              <MenuItem icon={<FileDown />} onSelect={() => download(exportUrl(ID, 'ics', { calendar: id }))}>
                {t('export.ics')}
              </MenuItem>
              <MenuItem icon={<Rss />} onSelect={onFeed}>
                {t('feed.title')}
              </MenuItem>
              {isMember && (
                <MenuItem icon={<Globe />} onSelect={publish}>
                  {t('publish')}
                </MenuItem>
              )}
              {isMember && (
                <MenuItem icon={<UsersRound />} onSelect={share}>
                  {t('calendars.share')}
                </MenuItem>
              )}
            </>
          )}
          {id !== MAIN && (
            <>
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} onSelect={() => void discard()}>
                {t(feed ? 'calendars.end' : 'remove')}
              </MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      {row && (
        <Publish
          module={ID}
          kind="programme"
          declared={publicKinds.programme}
          subject={row}
          title={name}
          open={publishing}
          onOpenChange={setPublishing}
        />
      )}
      {row && (
        <Share module={ID} collection="calendars" id={row} name={name} open={sharing} onOpenChange={setSharing} />
      )}
    </li>
  )
}
