import { useModuleTexts } from '@atrium/web/kit'
import en from '../en.json'

export const useTexts = () => useModuleTexts('csv', en)
export type Texts = ReturnType<typeof useTexts>
