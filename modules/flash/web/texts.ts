import { useModuleTexts } from '@atrium/web/kit'
import en from '../en.json'

export const useTexts = () => useModuleTexts('flash', en)
