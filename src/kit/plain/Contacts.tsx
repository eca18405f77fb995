import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { NotaryInfo } from '../../../contract/platform/dictionary.ts'
import { addressOf } from '../../../contract/platform/picture-widths.ts'
import { phoneLink } from './phone.ts'

const Phone = ({ phone }: { phone: string }) => <a href={phoneLink(phone)}>{phone}</a>

/** Who stands behind the platform and how to reach them, as far as it is set; nothing where nothing is. */
export function Contacts({ info }: { info: NotaryInfo | undefined }) {
  const { t, i18n } = useTranslation()
  if (!info) return null
  const inLanguage = (zh: string, en: string) => (i18n.language === 'en' ? en || zh : zh)
  const who = inLanguage(info.fullName, info.fullNameEn)
  const lines: { name: string; value: ReactNode }[] = [
    { name: t('contacts.consultation'), value: info.consultationPhone && <Phone phone={info.consultationPhone} /> },
    { name: t('contacts.support'), value: info.techSupportPhone && <Phone phone={info.techSupportPhone} /> },
    { name: t('contacts.mail'), value: info.email && <a href={`mailto:${info.email}`}>{info.email}</a> },
    { name: t('contacts.hours'), value: inLanguage(info.officeTime, info.officeTimeEn) },
    { name: t('contacts.place'), value: inLanguage(info.officePlace, info.officePlaceEn) },
  ]
  const set = lines.filter(({ value }) => Boolean(value))
  if (!who && !set.length && !info.qrCodeUrl) return null
  return (
    <section className="skz-contacts" aria-label={t('contacts.label')}>
      {who && <strong>{who}</strong>}
      {set.length > 0 && (
        <dl>
          {set.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {info.qrCodeUrl && <img src={addressOf(info.qrCodeUrl, 320)} width={88} height={88} alt={t('contacts.qrCode')} />}
    </section>
  )
}
