import { bareText } from './clean.ts'

/** Why a text is no amount: it is something else, or says less than a fen; words under `import.cell.<problem>`. */
export type MoneyProblem = 'money' | 'moneyDecimals'

const amount = /^(-?)(?:[¥￥]|cny|rmb|人民币)?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d*))?(?:元|圆|cny|rmb)?$/i

/** Fen from what people write: `1,234.5`, `¥12`, `12.30元`. */
export function parseMoney(text: string): { fen: number } | { problem: MoneyProblem } {
  const [, sign, yuan, rest = ''] = amount.exec(bareText(text)) ?? []
  if (yuan === undefined) return { problem: 'money' }
  if (rest.length > 2) return { problem: 'moneyDecimals' }
  const fen = Number(`${sign}${yuan.replaceAll(',', '')}${rest.padEnd(2, '0')}`)
  return Number.isSafeInteger(fen) ? { fen: fen || 0 } : { problem: 'money' }
}
