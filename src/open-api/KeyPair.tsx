import { useTranslation } from 'react-i18next'
import { Card } from '../kit/page/Card.tsx'
import { CopyText } from '../kit/page/CopyText.tsx'

/** OpenSSL 1.1 and later, as every Linux and macOS has it. */
const commands = {
  makePrivate: 'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:3072 -out private.pem',
  makePublic: 'openssl pkey -in private.pem -pubout -out public.pem',
  show: 'cat public.pem',
}

/** How a key pair is made, for whoever has none yet. */
export function KeyPair() {
  const { t } = useTranslation(['open-api'])
  return (
    <Card title={t('open-api:add.pair')}>
      <p className="skz-reading">{t('open-api:add.pairLead')}</p>
      <ol className="skz-steps">
        {(Object.keys(commands) as (keyof typeof commands)[]).map((step) => (
          <li key={step}>
            <div>{t(`open-api:add.${step}`)}</div>
            <CopyText text={commands[step]} label={t(`open-api:add.${step}`)} />
          </li>
        ))}
      </ol>
    </Card>
  )
}
