import { useModuleTexts } from '@atrium/web/kit'
import en from '../texts/en.json'

export const useTexts = () => useModuleTexts('wallet', en)
