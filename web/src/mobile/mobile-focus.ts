import { prefixed } from '@atrium/contract/brand'
import { type Space, spaceOf } from '@atrium/contract/catalogue/spaces'
import { useState } from 'react'
import { storage } from '../platform/storage.ts'

/** Spec 4.4: a view toggle. In `industries` a message is one request, in `personal` its reply is streamed. */
export type View = 'personal' | 'industries'

const VIEW = prefixed('mobile_view')
const INDUSTRY = prefixed('mobile_industry')

export interface Focus {
  view: View
  industry: Space | undefined
  setView: (view: View) => void
  setIndustry: (key: string | null) => void
}

/** What the mobile chat is about: none or one industry, and which view. Kept through a reload. */
export function useFocus(): Focus {
  const [view, setView] = useState<View>(() => (storage.read(VIEW) === 'industries' ? 'industries' : 'personal'))
  const [industry, setIndustry] = useState(() => spaceOf(storage.read(INDUSTRY)))
  return {
    view,
    industry,
    setView: (next) => {
      storage.write(VIEW, next)
      setView(next)
    },
    setIndustry: (key) => {
      if (key) storage.write(INDUSTRY, key)
      else storage.remove(INDUSTRY)
      setIndustry(spaceOf(key))
    },
  }
}
