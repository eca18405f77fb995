import type { ShownRoute } from './shown-route.ts'

const home: ShownRoute = {
  parts: [
    'heading site:home.headline',
    'link site:home.register',
    'link site:home.check',
    'heading site:home.how',
    'heading site:home.products.title',
    'heading site:home.news.title',
    'heading site:home.partners',
    'heading site:home.lawyers.title',
  ],
}

/** Pages that visitors read. */
export const shownSiteRoutes: Record<string, ShownRoute> = {
  '/': home,
  '/website-show/home': home,
  '/website-show/query': {
    parts: [
      'heading site:query.title',
      'button site:query.by.file',
      'button site:query.by.number',
      'button site:query.by.hash',
      'button site:query.by.code',
    ],
  },
  '/website-show/news': {
    parts: ['heading site:news.title', 'searchbox site:news.search', 'link site:news.type.LAW'],
  },
  '/website-show/news/{id}': {
    at: '/website-show/news/{news}',
    parts: ['link site:news.title', 'link site:nav.query'],
  },
  '/website-show/lawyers': {
    parts: [
      'heading site:lawyers.title',
      'combobox site:lawyers.city',
      'combobox site:lawyers.filter.field',
      'searchbox site:lawyers.filter.name',
      'button site:search.submit',
      'text site:lawyers.ask',
    ],
  },
  '/website-show/lawyers/{id}': {
    at: '/website-show/lawyers/{lawyer}',
    parts: [
      'link site:lawyers.title',
      'heading site:lawyers.case.title',
      'textbox site:lawyers.case.name',
      'combobox site:lawyers.case.field',
      'textbox site:lawyers.case.content',
      'button site:lawyers.case.submit',
    ],
  },
  '/website-show/help-document': {
    parts: ['heading site:help.title', 'searchbox site:help.search', 'heading site:help.section.GUIDE'],
  },
}
