/** What the model badge shows for a model id (spec 9, "Model badge"). A model that is not listed shows the name its provider gave it, or its id. */
export const modelNames: Readonly<Record<string, string>> = {
  'gpt-4o': 'GPT-4o',
  'gpt-4o-mini': 'GPT-4o mini',
  'gpt-4.1': 'GPT-4.1',
  'gpt-4.1-mini': 'GPT-4.1 mini',
  'gpt-5': 'GPT-5',
  'gpt-5-mini': 'GPT-5 mini',
  'gpt-5-nano': 'GPT-5 nano',
  o3: 'o3',
  'o4-mini': 'o4-mini',
  'claude-sonnet-4': 'Claude Sonnet 4',
  'claude-opus-4': 'Claude Opus 4',
  'claude-3-7-sonnet': 'Claude Sonnet 3.7',
  'claude-3-5-haiku': 'Claude Haiku 3.5',
  'gemini-2.5-pro': 'Gemini 2.5 Pro',
  'gemini-2.5-flash': 'Gemini 2.5 Flash',
  'gemini-2.5-flash-lite': 'Gemini 2.5 Flash-Lite',
  'dall-e-3': 'DALL-E 3',
  'gpt-image-1': 'GPT Image 1',
  'llama-3.3-70b': 'Llama 3.3 70B',
  'mistral-large': 'Mistral Large',
  'deepseek-chat': 'DeepSeek V3',
  fusion: 'Fusion',
  council: 'Council',
  'expert-council': 'Expert Council',
  guide: 'Guide',
}

/** The name of a model id as providers and routers write it: `openai/gpt-4o`, `claude-sonnet-4-20250514`, `gemini-2.5-pro-latest`. */
export function modelName(id: string, fallback = id): string {
  const bare = id.slice(id.lastIndexOf('/') + 1).toLowerCase()
  const family = bare.replace(/[:@].*$/, '').replace(/-(latest|preview|\d{4}-\d{2}-\d{2}|\d{8}|\d{6})$/, '')
  return modelNames[bare] ?? modelNames[family] ?? modelNames[family.replace(/-0$/, '')] ?? fallback
}
