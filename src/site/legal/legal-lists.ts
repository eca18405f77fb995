import { loadPageWords } from '../page-words.ts'
import { CollectedData } from './CollectedData.tsx'
import { SharedData } from './SharedData.tsx'

const lists = { collected: CollectedData, shared: SharedData }

/** The page of a list, with its words. */
export async function loadLegalList(list: keyof typeof lists) {
  await loadPageWords('legal')
  return { Component: lists[list] }
}
