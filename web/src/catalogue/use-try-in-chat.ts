import { useNavigate } from 'react-router'
import { NEW_THREAD, writeDraft } from '../chat/draft-store.ts'

/** Takes words to the message box of a new conversation, for the person to finish and send. */
export function useTryInChat(): (words: string) => void {
  const navigate = useNavigate()
  return (words) => {
    writeDraft(NEW_THREAD, { text: words })
    void navigate('/')
  }
}
