import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { OrderInfo } from '../../contract/notarization/orders.ts'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { ChosenEvidence } from './ChosenEvidence.tsx'

/** Evidence that a form names: chosen on the page before; without any, that of the order. */
export function useNamedEvidence(begin: string, order?: OrderInfo) {
  const [params] = useSearchParams()
  const named = params.getAll('ano')
  const anos = named.length ? named : (order?.evidence.map(({ ano }) => ano) ?? [])
  return {
    beside: { anos },
    isReady: anos.length > 0,
    head: (problems: readonly string[]) => <Chosen {...{ begin, anos, problems }} orderId={order?.id} />,
  }
}

interface ChosenProps {
  /** Where it is chosen. */
  begin: string
  anos: readonly string[]
  problems: readonly string[]
  orderId: string | undefined
}

function Chosen({ begin, anos, problems, orderId }: ChosenProps) {
  const { t } = useTranslation(['notarization'])
  const query = new URLSearchParams(anos.map((ano) => ['ano', ano]))
  if (orderId) query.set('order', orderId)
  return (
    <Card
      title={t('apply.evidence')}
      extra={
        <LinkButton to={`${begin}?${query.toString()}`}>{t(`apply.${anos.length ? 'change' : 'pick'}`)}</LinkButton>
      }
    >
      <ChosenEvidence anos={anos} />
      {problems.map((problem) => (
        <Alert key={problem} type="error" showIcon title={problem} />
      ))}
    </Card>
  )
}
