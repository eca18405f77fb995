import { mostContent, mostSummary, type Written } from '../../../contract/content/content.ts'
import {
  askedWhere,
  type ContentField,
  ContentKind,
  films,
  helpSections,
  newsTypes,
  places,
} from '../../../contract/content/kinds.ts'
import { productNames } from '../../../contract/payments/products.ts'
import type { Resource } from '../../kit/resource/resource.ts'

/** Asked for where the table of kinds says so. */
const asked = (field: ContentField) => ({ when: askedWhere(field) })
const summary = { kind: 'long-text', maxLength: mostSummary, ...asked('summary') } as const
const text = { kind: 'rich-text', scene: 'content', maxLength: mostContent, ...asked('content') } as const
const captions = { kind: 'captions', width: 120, help: true, ...asked('captions') } as const

/** What a version holds, for form, record and versions alike. */
export const writtenFields = {
  words: 'content',
  fields: {
    titleZh: { kind: 'text', sortable: true, maxLength: 100 },
    titleEn: { kind: 'text', width: 240, maxLength: 100, help: true },
    kind: { kind: 'choice', width: 110, values: ContentKind.options },
    place: { kind: 'choice', width: 130, values: places, ...asked('place') },
    newsType: { kind: 'choice', width: 110, values: newsTypes, ...asked('newsType') },
    helpSection: { kind: 'choice', width: 120, values: helpSections, ...asked('helpSection') },
    film: { kind: 'choice', width: 160, values: films, ...asked('film') },
    video: { kind: 'video', width: 120, help: true, ...asked('video') },
    captionsZh: captions,
    captionsEn: captions,
    product: { kind: 'choice', width: 150, values: productNames, help: true, ...asked('product') },
    summaryZh: summary,
    summaryEn: summary,
    contentZh: text,
    contentEn: text,
    picture: { kind: 'picture', width: 120, scene: 'content', help: true, ...asked('picture') },
    link: { kind: 'text', width: 200, maxLength: 500, help: true, ...asked('link') },
    sort: { kind: 'number', sortable: true, width: 100, help: true },
    fromAt: { kind: 'instant', width: 176, help: true },
    untilAt: { kind: 'instant', width: 176, help: true },
  },
} as const satisfies Pick<Resource<Written & { id: string }>, 'words' | 'fields'>
