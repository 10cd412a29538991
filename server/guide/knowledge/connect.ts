import { brand } from '@atrium/contract/brand'
import type { GuideContext } from '../guide.ts'

const variables =
  '`OPENAI_API_KEY`, `OPENAI_BASE_URL` (Ollama and other compatible services), `ANTHROPIC_API_KEY` or `GOOGLE_GENERATIVE_AI_API_KEY`'

/** How this person gets a model connected: administrators set it up, others ask one. */
export const howToConnect = ({ canConfigure }: Pick<GuideContext, 'canConfigure'>): string =>
  canConfigure
    ? `To connect a model, set ${variables} in the server's environment and restart it; \`MODELS\` limits the list.`
    : 'To get a language model here, ask the administrator of this installation to connect one.'

/** The line that says once in a conversation who is answering. */
export const introduction = (context: Pick<GuideContext, 'canConfigure'>): string =>
  `*I am ${brand.name}'s built-in assistant, not a language model. ${howToConnect(context)}*`
