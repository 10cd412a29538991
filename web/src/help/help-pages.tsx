import { useParams } from 'react-router'
import { HelpArticlePage } from './article-page.tsx'
import { HelpPage } from './help-page.tsx'

/** /help and /help/:key, in one file of the first page's list of pages, which is kept short. */
export const HelpPages = () => (useParams().key === undefined ? <HelpPage /> : <HelpArticlePage />)
