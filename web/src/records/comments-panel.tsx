import { COMMENT_MAX, type Comment, type Comments } from '@atrium/contract/comments'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, type RefObject, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, referenceFor, sentenceFor } from '../platform/api.ts'
import { moduleKey } from '../platform/news.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { keepCommentDraft, readCommentDraft } from './comment-drafts.ts'
import { CommentLine } from './comment-line.tsx'
import type { CommentsProps } from './comments.tsx'

export function CommentsPanel({ module, collection, id }: CommentsProps) {
  const { t } = useTranslation('kit')
  const heading = useId()
  const path = `/api/m/${module}/collections/${collection}/${id}/comments`
  const queryKey = [...moduleKey(module), 'comments', collection, id]
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      api.get<Comments>(pageParam === null ? path : `${path}?before=${encodeURIComponent(pageParam)}`, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ before }) => before,
  })
  const client = useQueryClient()
  const title = useRef<HTMLHeadingElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const renew = () => client.invalidateQueries({ queryKey })
  const change = useMutation({
    mutationFn: ({ comment, text }: { comment: string; text: string | null }) =>
      text === null ? api.delete(`${path}/${comment}`) : api.patch(`${path}/${comment}`, { text }),
    onSuccess: renew,
    onError: (problem) =>
      toast({
        variant: 'destructive',
        title: t('errors.actionFailed'),
        description: sentenceFor(problem),
        reference: referenceFor(problem),
      }),
  })
  const [newest] = data?.pages ?? []
  const comments = data?.pages.flatMap((page) => page.comments.toReversed()).toReversed() ?? []
  return (
    <section aria-labelledby={heading} className="mt-6 flex flex-col gap-3 border-t border-line/60 pt-4 text-sm">
      <h3 ref={title} id={heading} tabIndex={-1} className="font-medium">
        {t('comments.title')}
        {newest && newest.total > 0 && <span className="ms-1.5 font-normal text-muted">{newest.total}</span>}
      </h3>
      {error && (
        <p role="alert" className="text-danger-ink">
          {sentenceFor(error)}
        </p>
      )}
      {!newest ? (
        !error && <Skeleton className="h-10 w-full" />
      ) : (
        <>
          {hasNextPage && (
            <Button size="sm" className="self-start" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t('comments.earlier')}
            </Button>
          )}
          {comments.length === 0 && !newest.canWrite && <p className="text-muted">{t('comments.none')}</p>}
          {comments.length > 0 && (
            <ol className="flex flex-col gap-3">
              {comments.map((comment) => (
                <CommentLine
                  key={comment.id}
                  comment={comment}
                  draftAt={`${path}/${comment.id}`}
                  mayEdit={newest.canWrite && comment.isMine}
                  mayRemove={(newest.canWrite && comment.isMine) || newest.canModerate}
                  onChange={(text) => change.mutateAsync({ comment: comment.id, text })}
                  onRemoved={(next) => (next?.isConnected ? next : (area.current ?? title.current))?.focus()}
                />
              ))}
            </ol>
          )}
          {newest.canWrite && <Composer path={path} area={area} onSaid={renew} />}
        </>
      )}
    </section>
  )
}

interface ComposerProps {
  path: string
  area: RefObject<HTMLTextAreaElement | null>
  onSaid: () => Promise<void>
}

/** Not a form: the record's own may stand around it. */
function Composer({ path, area, onSaid }: ComposerProps) {
  const { t } = useTranslation('kit')
  const [text, setText] = useState(() => readCommentDraft(path) ?? '')
  const write = (next: string) => {
    setText(next)
    keepCommentDraft(path, next)
  }
  const send = useMutation({
    mutationFn: (said: string) => api.post<Comment>(path, { text: said }),
    onSuccess: async (_, said) => {
      // What was typed meanwhile stays. The dialog may be closed by now.
      if (readCommentDraft(path)?.trim() === said) keepCommentDraft(path, null)
      setText((now) => (now.trim() === said ? '' : now))
      await onSaid()
      area.current?.focus()
    },
  })
  const submit = () => {
    if (text.trim() !== '' && !send.isPending) send.mutate(text.trim())
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <TextArea
        ref={area}
        className="w-full"
        label={t('comments.label')}
        help={t('comments.hint')}
        error={send.error ? sentenceFor(send.error) : undefined}
        value={text}
        rows={2}
        maxLength={COMMENT_MAX}
        onChange={(event: FormEvent<HTMLTextAreaElement>) => write(event.currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation() // the form around it would be saved
          submit()
        }}
      />
      <Button size="sm" disabled={text.trim() === '' || send.isPending} onClick={submit}>
        {t('comments.send')}
      </Button>
    </div>
  )
}
