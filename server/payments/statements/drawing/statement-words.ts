import { formatMoney } from '../../../../contract/kit/money.ts'
import { shanghaiText } from '../../../../contract/kit/shanghai-time.ts'
import { say } from '../../../kit/words.ts'
import type { StatementModel } from '../statement-model.ts'
import type { LineRecord } from '../statements.repo.ts'

/** What a line of the bill is called. */
export const wordsOf = ({ language, platform, account, head, madeAt }: StatementModel) => {
  const t = (key: string, params?: Record<string, unknown>) => say(language, 'payments', key, params)
  return {
    title: t('statement.title', { month: head.month }),
    facts: [
      [t('statement.account'), account],
      [t('statement.platform'), platform],
      [t('statement.madeAt'), `${shanghaiText(new Date(madeAt))} (UTC+8)`],
    ] as const,
    sums: [
      [t('statement.opening'), head.opening],
      [t('statement.received'), head.received],
      [t('statement.spent'), -head.spent],
      [t('statement.closing'), head.closing],
    ] as const,
    notes: [...(head.isProvisional ? [t('statement.provisional')] : []), ...(head.lines ? [] : [t('statement.empty')])],
    columns: {
      number: t('field.number'),
      at: t('field.at'),
      purpose: t('field.purpose'),
      product: t('field.product'),
      subject: t('field.subjectNumber'),
      person: t('field.personName'),
      reason: t('field.reason'),
      amount: t('field.amount'),
      balance: t('field.balanceAfter'),
    },
    purpose: ({ purpose }: LineRecord) => t(`choice.purpose.${purpose}`),
    product: ({ product }: LineRecord) => (product ? t(`choice.product.${product}`) : ''),
    page: (page: number, pages: number) => t('statement.page', { page, pages }),
    money: formatMoney,
  }
}
export type StatementWords = ReturnType<typeof wordsOf>
