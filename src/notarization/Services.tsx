import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { orderKindNames } from '../../contract/notarization/order-kinds.ts'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { sideOf } from './parts/sides.ts'
import { paths, placesOf } from './paths.ts'

/** What can be asked for, each with its way in. */
export function Services() {
  const { t } = useTranslation(['notarization'])
  const { can, platform } = useConsole()
  if (!can(sideOf.applicant.right)) return null
  return (
    <>
      {!platform.NotarizationService && <Alert type="info" showIcon title={t('services.closed')} />}
      <div className="skz-services">
        {orderKindNames.map((kind) => (
          <Card key={kind} title={t(`choice.orderKind.${kind}`)}>
            <p>{t(`services.${kind}`)}</p>
            {platform.NotarizationService && (
              <LinkButton to={placesOf[kind].begin}>{t(`form.${kind}.title`)}</LinkButton>
            )}
          </Card>
        ))}
        <Card title={t('resource.preservations.one')}>
          <p>{t('services.report')}</p>
          <LinkButton to={paths.beginReport}>{t('resource.preservations.add')}</LinkButton>
        </Card>
      </div>
    </>
  )
}
