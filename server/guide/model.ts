import type { Model } from '../models/model.ts'

/** The Guide as an entry in the list of models. It is answered by chat/guide-reply.ts, which gives it more than text. */
export const guideModel: Model = {
  info: { id: 'guide', name: 'Guide', provider: 'guide', contextWindow: 1_000_000, vision: false, tools: false },
  stream: () => Promise.reject(new Error('The Guide does not stream as a model: chat/guide-reply.ts answers for it.')),
  cost: () => 0,
}
