import { moduleTexts, useModuleTexts } from '@atrium/web/kit'
import en from '../texts/en.json'

const texts = moduleTexts('tasks', en, import.meta.glob('../texts/*.json', { import: 'default' }))

export default texts
export const useTexts = () => useModuleTexts(texts)
