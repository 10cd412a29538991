import { EmptyState, sentenceFor } from '@atrium/web/kit'

export const Problem = ({ error }: { error: unknown }) => <EmptyState title={sentenceFor(error)} />
