import {
  Button,
  buttonClass,
  controlClass,
  EmptyState,
  formatDate,
  IconButton,
  Kbd,
  Skeleton,
  sentenceFor,
} from '@atrium/web/kit'
import { clsx } from 'clsx'
import { CheckCheck, EyeOff, Pause, Pencil, Undo2, X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Asked } from '../module.ts'
import type { Grade } from '../records.ts'
import { CardSide } from './card-side.tsx'
import { CountBadges } from './deck-list.tsx'
import { waitLabel } from './labels.ts'
import { useTexts } from './texts.ts'
import type { Reviewing } from './use-review.ts'

const GRADES = [
  { grade: 1, name: 'again', look: 'text-danger-ink' },
  { grade: 2, name: 'hard', look: 'text-warning-ink' },
  { grade: 3, name: 'good', look: 'text-success-ink' },
  { grade: 4, name: 'easy', look: 'text-info-ink' },
] as const satisfies readonly { grade: Grade; name: string; look: string }[]

export interface ReviewViewProps {
  /** A deck's id or name; all decks when absent. */
  deck: string | null
  onEdit: (note: string) => void
  onLeave: () => void
  /** Whether a dialog is open: its keys are its own. */
  isCovered: boolean
}

interface ReviewScreenProps extends Omit<ReviewViewProps, 'deck'> {
  review: Reviewing
  /** Whether the note can be changed: not without a network. */
  canEdit?: boolean
}

/** One card after the other, wherever they come from. */
export function ReviewScreen({ review, onEdit, onLeave, isCovered, canEdit = true }: ReviewScreenProps) {
  const { t, language } = useTexts()
  const { card, isShown } = review
  const [typed, setTyped] = useState('')
  const reveal = () => {
    if (card && !isShown) review.reveal()
  }
  const grade = (given: Grade) => {
    if (!card || !isShown) return
    setTyped('')
    void review.grade(given)
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isCovered)
      return
    const target = event.target as HTMLElement
    const isTyping = target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName)
    if (isTyping || target.closest('[role="dialog"],[role="menu"]')) return
    const { key } = event
    // Enter on a button presses it.
    if (key === 'Enter' && /^(?:BUTTON|A)$/.test(target.tagName)) return
    // A key that is held grades no pile of cards.
    if (event.repeat && /^(?:[1-4 @-]|Enter)$/.test(key)) return event.preventDefault()
    if (key === ' ' || key === 'Enter') {
      if (isShown) grade(3)
      else reveal()
    } else if (/^[1-4]$/.test(key)) {
      if (isShown) grade(Number(key) as Grade)
      else reveal()
    } else if (key === 'u' || key === 'z') void review.undo()
    else if (key === 'e' && card && canEdit) onEdit(card.note)
    else if (key === '-' && card) void review.bury()
    else if (key === '@' && card) void review.suspend()
    else if (key === 'r')
      document
        .querySelector<HTMLAudioElement>('[data-card] audio')
        ?.play()
        .catch(() => undefined)
    else if (key === 'Escape') onLeave()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  if (review.error)
    return (
      <EmptyState title={sentenceFor(review.error)} action={<Button onClick={onLeave}>{t('review.back')}</Button>} />
    )
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col">
      <div className="flex items-center gap-1">
        <IconButton label={t('review.leave')} shortcut="esc" icon={<X />} className="-ms-2" onClick={onLeave} />
        <p className="min-w-0 flex-1 truncate text-sm text-muted">{card?.deckName.replaceAll('::', ' › ')}</p>
        {review.counts && <CountBadges counts={review.counts} />}
      </div>
      {review.isOver ? (
        <Over
          reviewed={review.reviewed}
          nextDue={review.nextDue}
          language={language}
          onUndo={review.canUndo ? () => void review.undo() : undefined}
        />
      ) : card ? (
        <>
          <Sides
            card={card}
            css={review.looks[card.type]}
            isShown={isShown}
            typed={typed}
            onTyped={setTyped}
            onReveal={reveal}
          />
          <div className="sticky bottom-0 -mx-4 mt-4 border-t border-line bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] desk:-mx-0 desk:px-0">
            {isShown ? (
              <Grades card={card} onGrade={grade} />
            ) : (
              <Button variant="primary" className="h-12! w-full" onClick={reveal} aria-keyshortcuts="Space">
                {t('review.show')}
                <Kbd keys="space" className="text-on-accent! opacity-80 touch:hidden" />
              </Button>
            )}
            <div className="mt-2 flex justify-between">
              <IconButton
                label={t('review.undo')}
                shortcut="u"
                icon={<Undo2 />}
                disabled={!review.canUndo}
                onClick={() => void review.undo()}
              />
              <span className="flex">
                {canEdit && (
                  <IconButton
                    label={t('review.edit')}
                    shortcut="e"
                    icon={<Pencil />}
                    onClick={() => onEdit(card.note)}
                  />
                )}
                <IconButton
                  label={t('review.bury')}
                  shortcut="-"
                  icon={<EyeOff />}
                  onClick={() => void review.bury()}
                />
                <IconButton
                  label={t('review.suspend')}
                  shortcut="@"
                  icon={<Pause />}
                  onClick={() => void review.suspend()}
                />
              </span>
            </div>
          </div>
        </>
      ) : (
        <div aria-hidden className="mt-16 flex flex-col items-center gap-3">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-6 w-40" />
        </div>
      )}
    </div>
  )
}

interface SidesProps {
  card: Asked
  css: string | undefined
  isShown: boolean
  typed: string
  onTyped: (text: string) => void
  onReveal: () => void
}

function Sides({ card, css, isShown, typed, onTyped, onReveal }: SidesProps) {
  const { t } = useTexts()
  const field = useRef<HTMLInputElement>(null)
  const isAsked = card.typed !== null
  const [lifted, setLifted] = useState<string | null>(null)
  const uncovered = isShown && lifted === card.id
  const seen = useMemo(() => card.masks.answer.filter(({ look }) => look === 'seen'), [card])
  useEffect(() => {
    if (isAsked && !isShown && card.id) field.current?.focus()
  }, [isAsked, isShown, card.id])
  return (
    <section
      data-card={card.id}
      aria-live="polite"
      aria-label={t(isShown ? 'review.answer' : 'review.question')}
      className="flex flex-1 flex-col justify-center py-8 text-lg"
    >
      <CardSide
        html={isShown ? card.answer : card.question}
        media={card.media}
        css={css}
        masks={uncovered ? seen : isShown ? card.masks.answer : card.masks.question}
        isAnswer={isShown}
        className={css ? 'rounded-md p-3' : undefined}
      />
      {isShown && seen.length < card.masks.answer.length && (
        <Button size="sm" className="mx-auto mt-3" onClick={() => setLifted(uncovered ? null : card.id)}>
          {t(uncovered ? 'review.coverAll' : 'review.uncoverAll')}
        </Button>
      )}
      {isAsked && !isShown && (
        <form
          className="mt-6 flex justify-center"
          onSubmit={(event) => {
            event.preventDefault()
            field.current?.blur()
            onReveal()
          }}
        >
          <input
            ref={field}
            value={typed}
            onChange={(event) => onTyped(event.target.value)}
            aria-label={t('review.type')}
            placeholder={t('review.type')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={`${controlClass} h-11 max-w-96 px-3 text-center`}
          />
        </form>
      )}
      {card.typed !== null && isShown && typed.trim() !== '' && <Typed typed={typed.trim()} wanted={card.typed} />}
    </section>
  )
}

/** What was typed beside what was wanted, the letters that differ marked. */
function Typed({ typed, wanted }: { typed: string; wanted: string }) {
  const { t } = useTexts()
  const isRight = typed.normalize('NFC') === wanted.normalize('NFC')
  const start = [...typed].findIndex((letter, at) => letter !== [...wanted][at])
  const same = start < 0 ? typed.length : start
  return (
    <p className="mt-5 text-center text-base">
      <span className={clsx('font-medium', isRight ? 'text-success-ink' : 'text-danger-ink')}>
        {isRight ? t('review.right') : t('review.typed')}{' '}
      </span>
      {!isRight && (
        <bdi>
          {[...typed].slice(0, same).join('')}
          <mark className="rounded-sm bg-danger-soft text-danger-ink">{[...typed].slice(same).join('') || '…'}</mark>
        </bdi>
      )}
    </p>
  )
}

function Grades({ card, onGrade }: { card: Asked; onGrade: (grade: Grade) => void }) {
  const { t, language } = useTexts()
  return (
    <fieldset className="grid grid-cols-4 gap-2">
      <legend className="sr-only">{t('review.grades')}</legend>
      {GRADES.map(({ grade, name, look }) => (
        <button
          key={grade}
          type="button"
          aria-keyshortcuts={String(grade)}
          onClick={() => onGrade(grade)}
          className="flex h-14 flex-col items-center justify-center rounded-md border border-line bg-popover hover:border-line-strong hover:bg-surface"
        >
          <span className={clsx('text-sm font-medium', look)}>{t(`grade.${name}`)}</span>
          <span className="text-xs text-muted tabular">{waitLabel(card.waits[grade - 1] ?? 0, language)}</span>
        </button>
      ))}
    </fieldset>
  )
}

interface OverProps {
  reviewed: number
  nextDue: string | null
  language: string
  onUndo?: () => void
}

function Over({ reviewed, nextDue, language, onUndo }: OverProps) {
  const { t } = useTexts()
  return (
    <EmptyState
      icon={<CheckCheck aria-hidden />}
      title={reviewed > 0 ? t('over.title') : t('over.nothing')}
      text={
        <>
          {reviewed > 0 && <p>{t('over.reviewed', { count: reviewed })}</p>}
          {nextDue && <p>{t('over.next', { time: formatDate(nextDue, language, { timeStyle: 'short' }) })}</p>}
        </>
      }
      action={
        <>
          {onUndo && (
            <Button onClick={onUndo} icon={<Undo2 aria-hidden className="size-4" />}>
              {t('review.undo')}
            </Button>
          )}
          <Link to="?" className={buttonClass('primary')}>
            {t('review.back')}
          </Link>
        </>
      }
    />
  )
}
