import type { Language } from '../../contract/kit/language.ts'
import type { Dictionary } from '../../contract/platform/dictionary.ts'
import type { Head } from '../../contract/site/rendering.ts'
import { addressOf } from './addresses.ts'

interface LinkedPage extends Head {
  publicUrl: string
  platform: Dictionary
  language: Language
  /** Its path, with which search engines know it. */
  path: string
}

/** What the page is, in the words of schema.org. */
export function linkedData(page: LinkedPage) {
  const { publicUrl, platform, language, path, facts } = page
  const { platformName, platformNameEn } = platform.frontPlatformInfo.basicInfo
  const name = language === 'en' ? platformNameEn : platformName
  const [home, organization] = [`${publicUrl}/`, `${publicUrl}/#organization`]
  const site = {
    '@type': 'WebSite',
    '@id': `${publicUrl}/#website`,
    url: home,
    name,
    inLanguage: language,
    publisher: { '@id': organization },
  }
  const owner = { '@type': 'Organization', '@id': organization, name, url: home, logo: `${publicUrl}/mark.svg` }
  const own = {
    '@type': 'WebPage',
    url: addressOf(publicUrl, path, language),
    name: page.title,
    description: page.description,
    inLanguage: language,
    isPartOf: { '@id': site['@id'] },
  }
  const isOwned = path === '/' || facts.article
  return {
    '@context': 'https://schema.org',
    '@graph': [
      ...(isOwned ? [owner] : []),
      site,
      ...articleOf(page, organization),
      ...questionsOf(page),
      ...trailOf(page),
      own,
    ],
  }
}

const articleOf = (
  { facts: { article, picture }, title, description, language, publicUrl, path }: LinkedPage,
  publisher: string,
) =>
  article
    ? [
        {
          '@type': 'NewsArticle',
          headline: title,
          description,
          inLanguage: language,
          datePublished: article.publishedAt,
          dateModified: article.modifiedAt,
          mainEntityOfPage: addressOf(publicUrl, path, language),
          author: { '@id': publisher },
          publisher: { '@id': publisher },
          ...(picture ? { image: `${publicUrl}${picture}` } : {}),
        },
      ]
    : []

const questionsOf = ({ facts: { questions } }: LinkedPage) =>
  questions?.length
    ? [
        {
          '@type': 'FAQPage',
          mainEntity: questions.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: answer },
          })),
        },
      ]
    : []

const trailOf = ({ facts: { trail }, publicUrl, language }: LinkedPage) =>
  trail?.length
    ? [
        {
          '@type': 'BreadcrumbList',
          itemListElement: trail.map(({ name, path }, i) => ({
            '@type': 'ListItem',
            position: i + 1,
            name,
            item: addressOf(publicUrl, path, language),
          })),
        },
      ]
    : []
